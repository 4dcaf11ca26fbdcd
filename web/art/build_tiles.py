"""Draws the 30 tile faces as one SVG sprite: ``python build_tiles.py``.

In: ``glyphs.json`` beside this file, the outlines of the twelve characters (Noto Serif SC Black, OFL-1.1).
Out: ``../src/tiles/sprite.svg`` with one ``<symbol>`` of 300 x 400 units per kind, named as in the text
notation: ``1m`` ... ``9s``, ``5z`` white, ``6z`` green, ``7z`` red dragon.
"""

import json
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Final, TypedDict

HERE: Final = Path(__file__).parent
SPRITE: Final = HERE.parent / "src" / "tiles" / "sprite.svg"

RED: Final = "#c01a1f"
GREEN: Final = "#0a6b3d"
BLUE: Final = "#173f8a"
INK: Final = "#1b2430"
IVORY: Final = "#fffdf4"
WIDTH: Final = 300
HEIGHT: Final = 400


class Glyph(TypedDict):
    """An outline whose box starts at 0, 0."""

    d: str
    w: int
    h: int


Placed = tuple[int, int, str]
"""Centre x, centre y, colour."""

# Shared by every 筒 and 条 face; the colour is inherited from the group that uses them.
DOT: Final = (
    '<g id="_d"><circle r="40"/>'
    f'<circle r="27.5" fill="none" stroke="{IVORY}" stroke-width="5"/>'
    f'<circle r="12" fill="{IVORY}"/><circle r="5.5"/></g>'
)
_KNOT: Final = "q0-8 8-8h26q8 0 8 8t-8 8h-26q-8 0-8-8z"
STICK: Final = (
    f'<g id="_s"><path d="M-13-46h26v92h-26z"/><path d="M-21-47{_KNOT}M-21 0{_KNOT}M-21 47{_KNOT}"/>'
    f'<path d="M0-36v26M0 10v26" stroke="{IVORY}" stroke-width="6" stroke-linecap="round"/></g>'
)

DOT_RADIUS: Final = {2: 80, 3: 62, 4: 66, 5: 56, 6: 57, 7: 46, 8: 49, 9: 47}
DOTS: Final[dict[int, list[Placed]]] = {
    2: [(150, 108, GREEN), (150, 292, BLUE)],
    3: [(74, 82, BLUE), (150, 200, RED), (226, 318, GREEN)],
    4: [(80, 102, BLUE), (220, 102, GREEN), (80, 298, GREEN), (220, 298, BLUE)],
    5: [(70, 82, BLUE), (230, 82, GREEN), (150, 200, RED), (70, 318, GREEN), (230, 318, BLUE)],
    6: [(x, y, GREEN if y < 100 else RED) for y in (74, 208, 328) for x in (84, 216)],
    7: [(60, 54, GREEN), (150, 96, GREEN), (240, 138, GREEN)]
    + [(x, y, RED) for y in (242, 344) for x in (92, 208)],
    8: [(x, y, BLUE) for y in (53, 151, 249, 347) for x in (90, 210)],
    9: [(x, y, colour) for y, colour in ((70, GREEN), (200, RED), (330, BLUE)) for x in (52, 150, 248)],
}
STICK_SCALE: Final = {2: 1.66, 3: 1.62, 4: 1.62, 5: 1.55, 6: 1.62, 7: 1.15, 9: 1.15}
STICKS: Final[dict[int, list[Placed]]] = {
    2: [(150, 105, GREEN), (150, 295, BLUE)],
    3: [(150, 105, BLUE), (78, 295, GREEN), (222, 295, GREEN)],
    4: [(78, 105, GREEN), (222, 105, BLUE), (78, 295, BLUE), (222, 295, GREEN)],
    5: [(62, 105, GREEN), (238, 105, BLUE), (150, 200, RED), (62, 295, BLUE), (238, 295, GREEN)],
    6: [(x, y, colour) for y, colour in ((105, GREEN), (295, BLUE)) for x in (54, 150, 246)],
    7: [(150, 68, RED)] + [(x, y, BLUE if x == 150 else GREEN) for y in (200, 332) for x in (54, 150, 246)],
    9: [(x, y, colour) for y in (68, 200, 332) for x, colour in ((54, GREEN), (150, RED), (246, BLUE))],
}


def number(value: float) -> str:
    """At most one decimal, none if it is zero."""
    return f"{value:.1f}".removesuffix(".0")


def at(x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """The transform that moves to x, y, then turns by degrees, then scales."""
    parts = [f"translate({number(x)} {number(y)})"]
    if turn:
        parts.append(f"rotate({number(turn)})")
    if scale != 1:
        parts.append(f"scale({scale:.4g})")
    return "".join(parts)


def use(shape: str, transform: str, colour: str) -> str:
    """One of the shared shapes in a colour."""
    return f'<g transform="{transform}" fill="{colour}"><use href="#{shape}"/></g>'


def glyph(outline: Glyph, centre: tuple[float, float], largest: tuple[float, float], colour: str) -> str:
    """A character as large as the given width and height allow, centred."""
    scale = min(largest[0] / outline["w"], largest[1] / outline["h"])
    x, y = centre[0] - outline["w"] * scale / 2, centre[1] - outline["h"] * scale / 2
    return f'<path fill="{colour}" transform="{at(x, y, scale)}" d="{outline["d"]}"/>'


def character(rank: int, glyphs: dict[str, Glyph]) -> str:
    """1-9 万: the numeral in ink above a red 萬."""
    name = "一二三四五六七八九"[rank - 1]
    tallest = {1: 44, 2: 112}.get(rank, 146)
    return glyph(glyphs[name], (150, 96), (222, tallest), INK) + glyph(
        glyphs["萬"], (150, 280), (246, 216), RED
    )


def wheel() -> str:
    """1 筒: a large wheel of twelve petals."""
    around = [(92 * math.cos(turn), 92 * math.sin(turn)) for turn in (k * math.pi / 6 for k in range(12))]
    petals = "".join(
        f'<circle cx="{number(x)}" cy="{number(y)}" r="13" fill="{GREEN if k % 2 else RED}"/>'
        for k, (x, y) in enumerate(around)
    )
    rings = "".join(
        f'<circle r="{radius}" fill="{colour}"/>'
        for radius, colour in ((70, GREEN), (58, IVORY), (46, RED), (30, IVORY), (17, RED))
    )
    rim = f'<circle r="118" fill="{BLUE}"/><circle r="108" fill="{IVORY}"/>'
    return f'<g transform="{at(150, 200, 1.16)}">{rim}{petals}{rings}</g>'


def dots(rank: int) -> str:
    """1-9 筒."""
    if rank == 1:
        return wheel()
    scale = DOT_RADIUS[rank] / 40
    return "".join(use("_d", at(x, y, scale), colour) for x, y, colour in DOTS[rank])


def bird() -> str:
    """1 条: a perched bird looking right."""
    crest = "M8-92C-2-130 8-150 20-160c2 18 8 26 10 34 2-18 10-32 26-38-4 18-4 28-4 40 8-12 18-18 32-18"
    crest += "-12 14-18 32-22 50z"
    filled: Iterable[tuple[str, str]] = (
        (BLUE, "M-10 60C-70 90-104 140-96 168c22 2 70-30 100-82z"),
        (GREEN, "M2 70C-34 112-50 154-38 178c24-4 54-50 60-98z"),
        (RED, "M18 72C2 118 4 158 18 176c18-12 28-60 18-104z"),
        (
            GREEN,
            "M-44 78C-62 20-36-40 6-78c16-30 62-34 74 2 8 26-4 40-6 62-2 40 6 84-30 106-30 16-74 10-88-14z",
        ),
        (IVORY, "M-28 66C-34 20-10-16 34-24c6 40-10 86-62 90z"),
        (BLUE, "M-20 58C-22 24-4-4 28-14c2 32-12 64-48 72z"),
        (RED, crest),
        (RED, "M76-82l44 14-42 16z"),
    )
    body = "".join(f'<path fill="{colour}" d="{path}"/>' for colour, path in filled)
    eyes = "".join(
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="{colour}"/>'
        for x, y, r, colour in (
            (-80, 148, 8, IVORY),
            (-28, 156, 8, IVORY),
            (20, 152, 7, IVORY),
            (46, -72, 14, IVORY),
            (49, -71, 7, INK),
        )
    )
    legs = (
        f'<path fill="none" stroke="{RED}" stroke-width="9" stroke-linecap="round" '
        'd="M34 100l4 40M20 146l18-6 20 8M64 92l6 40M54 140l16-8 20 6"/>'
    )
    return f'<g transform="{at(140, 196, 1.12)}" stroke-linejoin="round">{body}{eyes}{legs}</g>'


def sticks(rank: int) -> str:
    """1-9 条; the 8 is an M over a W."""
    if rank == 1:
        return bird()
    if rank == 8:
        return "".join(
            use("_s", at(x, y, 1.36 if turn else 1.42, turn * lean), colour)
            for y, lean, colour in ((109, 1, GREEN), (291, -1, BLUE))
            for x, turn in ((55, 0), (118, -26), (182, 26), (245, 0))
        )
    return "".join(use("_s", at(x, y, STICK_SCALE[rank]), colour) for x, y, colour in STICKS[rank])


def white_dragon() -> str:
    """白: a double blue frame, notched at the corners."""
    notches = "".join(
        f'<path d="M{x} {y}h{dx}M{x} {y}v{dy}" stroke="{IVORY}" stroke-width="6" stroke-linecap="round"/>'
        for x, y, dx, dy in ((36, 36, 40, 40), (264, 36, -40, 40), (36, 364, 40, -40), (264, 364, -40, -40))
    )
    frame = f'<g fill="none" stroke="{BLUE}">'
    outer = '<rect x="34" y="34" width="232" height="332" rx="24" stroke-width="22"/>'
    inner = '<rect x="66" y="66" width="168" height="268" rx="12" stroke-width="7"/>'
    return f"{frame}{outer}{inner}</g>{notches}"


def faces(glyphs: dict[str, Glyph]) -> dict[str, str]:
    """The drawing of every kind, in the order of the kinds."""
    drawn = {f"{rank}m": character(rank, glyphs) for rank in range(1, 10)}
    drawn |= {f"{rank}p": dots(rank) for rank in range(1, 10)}
    drawn |= {f"{rank}s": sticks(rank) for rank in range(1, 10)}
    drawn["5z"] = white_dragon()
    drawn["6z"] = glyph(glyphs["發"], (150, 200), (262, 300), GREEN)
    drawn["7z"] = glyph(glyphs["中"], (150, 200), (236, 330), RED)
    return drawn


def sprite(glyphs: dict[str, Glyph]) -> str:
    """The whole file."""
    symbols = "".join(
        f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{drawing}</symbol>'
        for name, drawing in faces(glyphs).items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{DOT}{STICK}</defs>{symbols}</svg>\n'


def load_glyphs() -> dict[str, Glyph]:
    """The outlines stored beside this script."""
    stored: dict[str, Glyph] = json.loads((HERE / "glyphs.json").read_text(encoding="utf-8"))
    return stored


if __name__ == "__main__":
    SPRITE.parent.mkdir(parents=True, exist_ok=True)
    SPRITE.write_text(sprite(load_glyphs()), encoding="utf-8")
