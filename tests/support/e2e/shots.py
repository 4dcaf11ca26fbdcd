"""Pictures of every screen of a live game: ``python -m tests.support.e2e.shots [FOLDER]``."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.async_api import async_playwright, expect

from tests.support.e2e.chromium import ARGUMENTS, find_chromium
from tests.support.e2e.driver import Offer, play
from tests.support.e2e.floor import PHONE, Floor
from tests.support.e2e.guest import Guest
from tests.support.e2e.server import served

SIZES: Final = (PHONE, (812, 375), (1280, 800), (360, 640))
NAMES: Final = {"zh-CN": ("阿勇", "二娃", "三妹", "老四"), "en-US": ("Yong", "Erwa", "Sanmei", "Laosi")}
ATTEMPTS: Final = 5
LATE: Final = 34
MELDS: Final = 3
SETTLE_MS: Final = 250


class Album:
    """Takes pictures of the first guest's page into a folder."""

    def __init__(self, folder: Path, floor: Floor, locale: str) -> None:
        self._folder = folder
        self._floor = floor
        self._locale = locale
        self.guests: list[Guest] = []

    @property
    def me(self) -> Guest:
        """The first guest."""
        return self.guests[0]

    async def shoot(self, name: str, guest: Guest | None = None) -> None:
        """Take a picture in each size. All show the same moment."""
        page = (guest or self.me).page
        for width, height in SIZES:
            await page.set_viewport_size({"width": width, "height": height})
            await page.wait_for_timeout(SETTLE_MS)
            await page.screenshot(path=self._folder / f"{name}-{width}x{height}.png")
        await page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})

    async def lobby(self) -> None:
        """Take the pictures from the nickname to the form of a new room."""
        for name in NAMES[self._locale]:
            self.guests.append(await self._floor.guest(name, locale=self._locale, scale=2))
        await self.me.page.goto(self.me.url)
        await expect(self.me.see("nickname")).to_be_visible()
        await self.shoot("nickname")
        await self.me.sign_in()
        await expect(self.me.see("create")).to_be_visible()
        await self.shoot("lobby")
        await self.me.tap("create")
        await expect(self.me.see("create-room")).to_be_enabled()
        await self.shoot("new-room")

    async def game(self) -> bool:
        """Play hands until the pictures of one are good. False if none are."""
        for attempt in range(ATTEMPTS):
            await self.gather(first=attempt == 0)
            await self.opening()
            if await self.hand():
                return True
        return False

    async def gather(self, *, first: bool) -> None:
        """Make a room. The others open its link, and all get ready."""
        code = await self.me.has_room(options={"exchange_three": "same_suit", "void_suit": True})
        if first:
            await self.shoot("waiting")
        for guest in self.guests[1:]:
            await guest.page.goto(f"{guest.url}/r/{code}")
            if first:
                await expect(guest.see("nickname")).to_be_visible()
                await self.shoot("invited", guest)
                await guest.sign_in()
            await guest.tap("ready")
        await expect(self.me.see("start")).to_be_enabled()
        if first:
            await self.shoot("waiting-full")
        await self.me.starts()

    async def opening(self) -> None:
        """Take the pictures of the exchange and the void suit."""
        await expect(self.me.see("exchange")).to_be_visible()
        await self.shoot("exchange")
        for guest in self.guests:
            await guest.driver.answer(await guest.driver.offer())
        await expect(self.me.page.locator('[data-testid^="void-"]').first).to_be_visible()
        await self.shoot("void")

    async def hand(self) -> bool:
        """Take the pictures of the middle and the end of a hand. Whether they show enough."""
        async with asyncio.TaskGroup() as hands:
            hands.create_task(play([guest.driver for guest in self.guests[1:]]))
            middle = hands.create_task(self._middle())
        seen = middle.result()
        await expect(self.me.see("settlement")).to_be_visible()
        wins = await self.me.page.locator('[data-testid^="receipt-"]').count()
        await self.shoot("settlement")
        await self.me.tap("to-ranking")
        await self.shoot("ranking")
        for guest in self.guests:
            if guest is not self.me:
                await guest.tap("to-ranking")
            await guest.tap("back-lobby")
        return seen and wins > 1

    async def _middle(self) -> bool:
        """Play the hand. Whether the page of the first guest has shown claims and a table with melds."""
        claim = table = False
        while (offer := await self.me.driver.offer())["kind"] != "over":
            if not claim and "pung" in offer["buttons"]:
                await self.shoot("claim")
                claim = True
            if not table and await self._rich(offer):
                await self.shoot("table")
                await self._sheets()
                table = True
            else:
                await self.me.driver.answer(offer, wins=table)
        return claim and table

    async def _rich(self, offer: Offer) -> bool:
        if not offer["may"] or not offer["melds"]:
            return False
        wall = await self.me.see("wall").inner_text(timeout=2_000)
        melds = await self.me.page.locator(".meld").count()
        return melds >= MELDS and int("".join(filter(str.isdigit, wall))) <= LATE

    async def _sheets(self) -> None:
        await self.me.page.locator(".own-tile").last.click()
        await self.shoot("lifted")
        await self.me.tap("menu")
        await self.shoot("menu")
        await self.me.page.keyboard.press("Escape")
        await self.me.tap("rules")
        await self.shoot("rules")
        await self.me.page.keyboard.press("Escape")
        await self.guests[1].tap("menu")
        await self.guests[1].tap("dissolve")
        await self.guests[1].tap("dissolve-yes")
        await expect(self.me.see("vote")).to_be_visible()
        await self.shoot("vote")
        await self.me.tap("vote-no")


async def take(folder: Path, locale: str) -> bool:
    """Take all pictures. Whether those of the table and the settlement are good."""
    async with served() as server, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=[*ARGUMENTS])
        floor = Floor(browser, server)
        album = Album(folder, floor, locale)
        try:
            await album.lobby()
            return await album.game()
        except BaseException as error:
            error.add_note(await floor.evidence("shots"))
            raise
        finally:
            await floor.close()
            await browser.close()


def main() -> int:
    """Take all pictures. Returns exit code 1 if the hands did not show enough: then run it again."""
    parser = argparse.ArgumentParser(description="Pictures of every screen from a live game.")
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--locale", choices=sorted(NAMES), default="zh-CN")
    asked = parser.parse_args()
    folder: Path = asked.folder or Path(tempfile.mkdtemp(prefix="guangan-screens-"))
    folder.mkdir(parents=True, exist_ok=True)
    good = asyncio.run(take(folder, asked.locale))
    sys.stdout.write(f"{folder}\n")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
