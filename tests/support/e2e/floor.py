"""The room where the guests sit: opens their browsers, closes them, and keeps evidence of what went wrong."""

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
        """Somebody with a browser of his own; ``kept`` is the storage of an earlier one."""
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
        """He closed the window, and opens it again where he was."""
        again = await self.guest(guest.name, url=guest.url, kept=kept)
        again.driver.discards = guest.driver.discards
        await again.page.goto(guest.page.url)
        return again

    async def gone(self, guest: Guest) -> Any:
        """He closes the window; what his browser keeps."""
        kept = await guest.context.storage_state()
        await guest.context.close()
        return kept

    async def close(self) -> None:
        """Everybody goes home."""
        for guest in self.guests:
            await _closed(guest.context)

    async def evidence(self, name: str) -> str:
        """Save a picture and the text of every page; where, and what the pages had to say."""
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
    """A test that may not take longer; if it fails, it tells what its pages (fixture ``floor``) showed."""

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
