"""The server is killed in the middle of a hand and started again."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.support.e2e.books import booked_hands
from tests.support.e2e.driver import play
from tests.support.e2e.floor import Floor, watched
from tests.support.e2e.guest import Guest
from tests.support.e2e.server import TableServer, served

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(loop_scope="session")
async def server() -> AsyncIterator[TableServer]:
    """A server that this test may kill."""
    async with served() as started:
        yield started


def _forget_the_outage(guest: Guest) -> None:
    """A browser reports every connection that it could not make; anything else is still a problem."""
    outage = (
        "ERR_CONNECTION_REFUSED",
        "ERR_CONNECTION_RESET",
        "ERR_EMPTY_RESPONSE",
        "WebSocket connection to",
    )
    guest.problems = [problem for problem in guest.problems if not any(word in problem for word in outage)]


async def _discards_in_log(guest: Guest, code: str) -> list[str]:
    room = (await (await guest.page.request.get(f"{guest.url}/api/rooms/{code}")).json())["room"]["id"]
    answer = await guest.page.request.get(f"{guest.url}/api/hands/{room}.1.1")
    hand = await answer.json()
    (seat,) = [seat for seat, player in enumerate(hand["players"]) if player["name"] == guest.name]
    return [line["tile"] for line in hand["log"] if line["type"] == "discard" and line["seat"] == seat]


@watched(100)
async def test_the_hand_goes_on_after_sigkill(floor: Floor, server: TableServer) -> None:
    host = await floor.guest("阿勇")
    code = await host.has_room()
    friend = await floor.guest("二娃")
    await friend.comes_by(f"{friend.url}/r/{code}")
    await friend.tap("ready")
    await host.tap("fill-bots")
    await host.starts()
    friend_plays = asyncio.create_task(friend.driver.play(wins=False))
    offer = await host.driver.play_to_own_turn(wall=54)
    friend_plays.cancel()
    await asyncio.gather(friend_plays, return_exceptions=True)
    tiles, rivers, put_down = await host.tiles(), await host.rivers(), await host.river.count()
    others = await friend.tiles()

    await server.kill()
    await host.driver.discard(offer["may"][0], offer)
    for guest in (host, friend):
        await expect(guest.see("banner-reconnect")).to_be_visible()
    assert await host.tiles() == tiles, "a tap alone changes nothing"
    await server.start()
    for guest in (host, friend):
        await expect(guest.see("banner-reconnect")).to_be_hidden(timeout=30_000)
        _forget_the_outage(guest)
    await expect(host.river).to_have_count(put_down + 1)
    after = await host.rivers()
    assert [now[: len(then)] for now, then in zip(after, rivers, strict=True)] == rivers
    assert set(others) <= set(await friend.tiles())

    await play([host.driver, friend.driver])
    (hand,) = booked_hands(server.books, code)
    assert hand.paid == hand.deltas == await host.scores()
    for guest in (host, friend):
        assert await _discards_in_log(guest, code) == guest.driver.discards, "no move lost, none made twice"
