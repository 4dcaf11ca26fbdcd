"""People at a table: the owner sends one away, one stays away, one says no, and a phone without a network."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.support.e2e.floor import Floor, watched
from tests.support.e2e.guest import Guest
from tests.support.e2e.server import TableServer, served

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
OFFLINE = ("net::ERR_", "WebSocket connection to")
REFUSED = ("409 (Conflict)",)


@pytest_asyncio.fixture(loop_scope="session")
async def server() -> AsyncIterator[TableServer]:
    """A server whose lobbies wait 4 s for a player who is offline."""
    async with served(PACE__AWAY_MS="4000", PACE__ABSENT_MS="4000") as started:
        yield started


def _forget(guest: Guest, expected: tuple[str, ...]) -> None:
    """A browser reports every request that fails; anything else is still a problem."""
    guest.problems = [problem for problem in guest.problems if not any(word in problem for word in expected)]


async def _two_in_a_lobby(floor: Floor) -> tuple[Guest, Guest]:
    host = await floor.guest("阿勇")
    code = await host.has_room(turn_seconds=60)
    friend = await floor.guest("二娃")
    await friend.comes_by(f"{friend.url}/r/{code}")
    return host, friend


@watched(60)
async def test_the_owner_hands_the_room_over_and_is_removed(floor: Floor) -> None:
    host, friend = await _two_in_a_lobby(floor)
    await expect(friend.see("manage-player")).to_be_hidden()
    await host.tap("manage-player")
    await host.tap("hand-over")
    await expect(host.see("manage-player")).to_be_hidden()
    await friend.tap("manage-player")
    await friend.fits()
    await friend.tap("remove-player")
    await expect(host.see("link-end")).to_contain_text("房主请你离开了这个房间")
    await expect(friend.see("told")).to_have_text("阿勇被房主请走了")
    await host.page.reload()
    await expect(host.see("room-wrong")).to_contain_text("过一会儿才能再进")
    _forget(host, REFUSED)


@watched(60)
async def test_who_is_away_loses_the_seat_and_sits_down_again(floor: Floor) -> None:
    host, friend = await _two_in_a_lobby(floor)
    await expect(friend.see("qr")).to_be_visible()
    await friend.context.set_offline(True)
    await expect(friend.see("banner-reconnect")).to_contain_text("没有网络")
    await expect(host.see("told")).to_have_text("二娃离线太久，座位空出来了")
    await friend.context.set_offline(False)
    await expect(friend.see("link-end")).to_contain_text("你离线太久，座位让出来了")
    await friend.tap("link-action")
    await expect(friend.see("waiting-room")).to_be_visible()
    await expect(host.see("told")).to_be_hidden()
    _forget(friend, OFFLINE)


@watched(60)
async def test_who_says_no_is_named(floor: Floor) -> None:
    host, friend = await _two_in_a_lobby(floor)
    await friend.tap("ready")
    await host.tap("fill-bots")
    await host.starts()
    await host.tap("menu")
    await host.tap("dissolve")
    await host.tap("dissolve-yes")
    await friend.tap("vote-no")
    for guest in (host, friend):
        await expect(guest.see("toast")).to_have_text("二娃不同意解散，接着打")
