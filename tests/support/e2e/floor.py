"""Opens and closes the browsers of guests. If a test fails, it saves pictures and texts of their pages."""

import asyncio
import functools
import re
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext
from playwright.async_api import Error as BrowserError

from tests.support.e2e.guest import Guest
from tests.support.e2e.server import TableServer

PHONE: Final = (360, 740)
LYING_PHONE: Final = (812, 375)
PATIENCE_MS: Final = 15_000
EVIDENCE: Final = Path(tempfile.gettempdir()) / "guangan-e2e"


class Floor:
    """Guests of one server."""

    def __init__(self, browser: Browser, server: TableServer) -> None:
        self.server = server
        self.guests: list[Guest] = []
        self._browser = browser

    async def guest(
        self,
        name: str,
        size: tuple[int, int] = PHONE,
        *,
        url: str | None = None,
        locale: str = "zh-CN",
        kept: Any = None,
        scale: float = 1,
    ) -> Guest:
        """A new guest with their own browser context. ``kept``: the storage of an earlier one."""
        width, height = size
        context = await self._browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=scale,
            locale=locale,
            has_touch=True,
            reduced_motion="reduce",
            storage_state=kept,
        )
        context.set_default_timeout(PATIENCE_MS)
        guest = Guest(context, await context.new_page(), name, url or self.server.url)
        self.guests.append(guest)
        return guest

    async def back(self, guest: Guest, kept: Any) -> Guest:
        """A guest who closed the window opens it again at the same address, with the storage ``kept``."""
        again = await self.guest(guest.name, url=guest.url, kept=kept)
        again.driver.discards = guest.driver.discards
        await again.page.goto(guest.page.url)
        return again

    async def gone(self, guest: Guest) -> Any:
        """The guest closes the window. Returns the storage that the browser keeps."""
        kept = await guest.context.storage_state()
        await guest.context.close()
        return kept

    async def close(self) -> None:
        """Close the windows of all guests."""
        for guest in self.guests:
            await _closed(guest.context)

    async def evidence(self, name: str) -> str:
        """Save a picture and the text of every page. Returns the folder, the problems and the texts."""
        folder = EVIDENCE / re.sub(r"\W+", "-", name)
        folder.mkdir(parents=True, exist_ok=True)
        lines = [f"pages in {folder}, server log {self.server.log}"]
        for number, guest in enumerate(self.guests):
            lines += await _saved(guest, folder / f"{number}-{guest.name}")
        (folder / "server.log").write_bytes(await asyncio.to_thread(self.server.log.read_bytes))
        return "\n".join(lines)


async def _closed(context: BrowserContext) -> None:
    try:
        await context.close()
    except BrowserError:
        return


async def _saved(guest: Guest, path: Path) -> list[str]:
    lines = [f"{guest.name}: {problem}" for problem in guest.problems]
    for number, page in enumerate(guest.context.pages):
        stem = f"{path}-{number}"
        try:
            await page.screenshot(path=f"{stem}.png", timeout=5_000)
            text = await page.inner_text("body", timeout=2_000)
        except BrowserError as error:
            text = f"no picture: {error.message}"
        await asyncio.to_thread(Path(f"{stem}.txt").write_text, text, "utf-8")
        lines.append(f"{guest.name} at {page.url}: {' '.join(text.split())[:400]}")
    return lines


def watched(seconds: float) -> Callable[[Callable[..., Awaitable[None]]], Callable[..., Awaitable[None]]]:
    """Decorate a test with a time limit. If it fails, its error shows the pages of the fixture ``floor``.

    The test also fails if the console of a page has an error or a warning.
    """

    def watch(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        @functools.wraps(test)
        async def run(*arguments: Any, **fixtures: Any) -> None:
            floor: Floor = fixtures["floor"]
            try:
                async with asyncio.timeout(seconds):
                    await test(*arguments, **fixtures)
                for guest in floor.guests:
                    assert guest.problems == [], f"in the console of {guest.name}"
            except BaseException as error:
                error.add_note(await floor.evidence(test.__name__))
                raise

        return run

    return watch
