"""Plays by clicking on a page. It answers what the page offers, and knows only what the page shows."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypedDict

from playwright.async_api import Page
from playwright.async_api import TimeoutError as NotThere

from tests.support.client import choose

_OFFER: Final = (Path(__file__).parent / "offer.js").read_text("utf-8")
CLICK_MS: Final = 2_000
HAND_MS: Final = 75_000


class Offer(TypedDict):
    """What a page offers. The kinds ``over`` and ``wall`` end the play; the others need an answer."""

    kind: str
    buttons: list[str]
    kongs: list[str]
    voids: list[str]
    may: list[str]
    tiles: list[str]
    ready: list[str]
    melds: list[str]
    last: str | None


class Driver:
    """Plays on one page. ``discards``: the tiles that it has discarded, oldest first."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.discards: list[str] = []

    async def offer(self, wall: int | None = None, patience_ms: float = HAND_MS) -> Offer:
        """Wait until there is a decision, the hand is over, or the wall has ``wall`` tiles or fewer."""
        found = await self.page.wait_for_function(_OFFER, arg=wall, timeout=patience_ms, polling=40)
        offer: Offer = await found.json_value()
        return offer

    async def play(self, wall: int | None = None, *, wins: bool = True) -> None:
        """Play until the hand is over or ``wall`` tiles are left. Without ``wins`` it never takes 胡."""
        while True:
            offer = await self.offer(wall)
            if offer["kind"] in {"over", "wall"}:
                return
            await self.answer(offer, wins=wins)

    async def play_to_own_turn(self, wall: int) -> Offer:
        """Play without a win until the player must discard and at most ``wall`` tiles are left."""
        await self.play(wall, wins=False)
        while True:
            offer = await self.offer()
            assert offer["kind"] != "over", "the hand ended too soon"
            if offer["may"]:
                return offer
            await self.answer(offer, wins=False)

    async def answer(self, offer: Offer, *, wins: bool = True) -> None:
        """Give one answer. Does nothing if the table has gone on and the button has vanished."""
        try:
            if offer["kind"] == "exchange":
                await self._press("exchange")
            elif offer["kind"] == "void":
                await self._press(f"void-{_least(offer)}")
            elif offer["kongs"]:
                await self._press(f"kong-{offer['kongs'][0]}")
            elif button := _button(offer, wins=wins):
                await self._press(f"claim-{button}")
            else:
                await self.discard(_choice(offer), offer)
        except NotThere:
            return

    async def discard(self, tile: str, offer: Offer) -> None:
        """Tap a tile to lift it, and again to discard it."""
        place = offer["tiles"].index(tile)
        face = self.page.locator(f'[data-testid="hand"] [data-index="{place}"]')
        if await face.get_attribute("aria-pressed", timeout=CLICK_MS) != "true":
            await face.click(timeout=CLICK_MS)
        await face.click(timeout=CLICK_MS)
        self.discards.append(tile)

    async def _press(self, name: str) -> None:
        await self.page.get_by_test_id(name).click(timeout=CLICK_MS)


async def play(drivers: list[Driver], wall: int | None = None, *, wins: bool = True) -> None:
    """All drivers play until the hand is over or ``wall`` tiles are left."""
    async with asyncio.TaskGroup() as hands:
        for driver in drivers:
            hands.create_task(driver.play(wall, wins=wins))


def _button(offer: Offer, *, wins: bool) -> str | None:
    buttons = set(offer["buttons"])
    if "win" in buttons and wins:
        return "win"
    if "kong" in buttons:
        return "kong"
    if "pung" in buttons and offer["last"] is not None:
        wanted = _brain(offer, {"pung": offer["last"], "can_pass": True})["type"]
        return "pung" if wanted == "pung" else "pass"
    return "pass" if "pass" in buttons else None


def _choice(offer: Offer) -> str:
    asked = {"discard": "".join(offer["may"]), "ready": {tile: {"": 1} for tile in offer["ready"]}}
    tile: str = _brain(offer, asked)["tile"]
    return tile


def _least(offer: Offer) -> str:
    return min(offer["voids"], key=lambda suit: sum(tile[1] == suit for tile in offer["tiles"]))


def _brain(offer: Offer, decision: Mapping[str, object]) -> dict[str, str]:
    """The answer of the reference client, computed from what the page shows."""
    me = {"void": None, "melds": [{"tile": tile} for tile in offer["melds"]]}
    hand = {"hand": "".join(offer["tiles"]), "drawn": None, "players": [me]}
    answer = choose({"decision": decision, "hand": hand, "seat": 0, "waits": {}})
    assert answer is not None
    return answer
