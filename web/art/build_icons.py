"""Draws the application icons from the tile art: ``python build_icons.py`` (needs playwright and Chromium).

Out: ``../public/favicon.svg`` and the PNG icons of the manifest in ``../public/icons``.
"""

from pathlib import Path
from typing import Final

from build_tiles import HERE, faces, load_glyphs
from playwright.sync_api import sync_playwright

PUBLIC: Final = HERE.parent / "public"
CHROMIUM: Final = "/usr/bin/chromium"
FELT: Final = "#0f4a40"

# name, pixels, corner radius of the ground, width of the tile (all of 512)
ICONS: Final = (
    ("icon-192.png", 192, 96, 280),
    ("icon-512.png", 512, 96, 280),
    ("maskable-512.png", 512, 0, 220),
    ("apple-touch-icon.png", 180, 0, 270),
)


def icon(radius: int, width: int) -> str:
    """A green ground of 512 units with a red dragon tile in the middle."""
    height, edge = width * 1.34, width * 0.1
    x, y = (512 - width) / 2, (512 - height - edge) / 2
    corner = width * 0.12
    body = f'x="{x}" width="{width}" height="{height:.0f}" rx="{corner:.0f}"'
    face = width * 0.9
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">'
        '<defs><linearGradient id="t" x2="0" y2="1"><stop stop-color="#fffefa"/>'
        '<stop offset="1" stop-color="#f1e9d0"/></linearGradient></defs>'
        f'<rect width="512" height="512" rx="{radius}" fill="{FELT}"/>'
        f'<rect {body} y="{y + edge:.0f}" fill="#1d8a5f"/>'
        f'<rect {body} y="{y + edge / 2:.0f}" fill="#d8cca6"/>'
        f'<rect {body} y="{y:.0f}" fill="url(#t)"/>'
        f'<svg x="{256 - face / 2:.0f}" y="{y + (height - face * 4 / 3) / 2:.0f}" width="{face:.0f}" '
        f'height="{face * 4 / 3:.0f}" viewBox="0 0 300 400">{faces(load_glyphs())["7z"]}</svg></svg>\n'
    )


def rasterise(folder: Path) -> None:
    """Writes every PNG with a transparent ground outside the corners."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for name, pixels, radius, width in ICONS:
            page = browser.new_page(viewport={"width": pixels, "height": pixels})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{icon(radius, width)}")
            page.screenshot(path=folder / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    (PUBLIC / "icons").mkdir(parents=True, exist_ok=True)
    (PUBLIC / "favicon.svg").write_text(icon(96, 300), encoding="utf-8")
    rasterise(PUBLIC / "icons")
