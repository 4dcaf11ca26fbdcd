"""Room cards where they are spent: the cost is known before a room is made and before a seat is taken."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.support.e2e.floor import LYING_PHONE, PHONE, Floor, watched
from tests.support.e2e.guest import Guest
from tests.support.e2e.operator import grant
from tests.support.e2e.server import TableServer, served

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
PRICES = '{"owner": {"1": 1, "8": 4}, "split": {"8": 5}, "winner": {"8": 4}}'


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server() -> AsyncIterator[TableServer]:
    """A server whose rooms cost cards."""
    async with served(FREE_ROOMS="false", CARD_PRICES=PRICES) as started:
        yield started


async def held(guest: Guest) -> tuple[int, int]:
    """Cards to spend, and those held."""
    cards = await (await guest.page.request.get(f"{guest.url}/api/cards")).json()
    return cards["available"], cards["held"]


async def makes_a_room(host: Guest, server: TableServer) -> None:
    """Without cards, then with a few; all pay."""
    await host.page.goto(host.url)
    await host.sign_in()
    await host.tap("create")
    await expect(host.see("purse")).to_contain_text("要 4 张，你有 0 张")
    await expect(host.see("create-room")).to_have_count(0)
    await grant(server, host, 2, "first")
    await host.tap("look-again")
    await expect(host.see("purse")).to_contain_text("要 4 张，你有 2 张")
    await host.see("payer").get_by_text("AA", exact=True).click()
    await expect(host.see("bill")).to_have_text("AA 每人 1 张，房主 2 张")
    await expect(host.see("purse")).to_have_text("你有 2 张，开这个房要 2 张")
    await host.fits()
    await host.tap("create-room")
    await expect(host.see("waiting-room")).to_be_visible()
    assert await held(host) == (0, 2)


async def takes_a_seat(friend: Guest, server: TableServer, link: str) -> None:
    """Asked before it is paid; not without cards."""
    await friend.page.goto(link)
    await friend.sign_in()
    await expect(friend.see("purse")).to_contain_text("要 1 张，你有 0 张")
    await expect(friend.see("sit-down")).to_have_count(0)
    await grant(server, friend, 3, "first")
    await friend.tap("look-again")
    await expect(friend.see("purse")).to_have_text("你有 3 张，坐下要 1 张")
    assert await held(friend) == (3, 0)
    await friend.fits()
    await friend.tap("sit-down")
    await expect(friend.see("waiting-room")).to_be_visible()
    await expect(friend.see("bill-help")).to_contain_text("先占你 1 张")
    for width, height in (LYING_PHONE, PHONE):
        await friend.page.set_viewport_size({"width": width, "height": height})
        await expect(friend.see("bill")).to_be_in_viewport(ratio=1)
    assert await held(friend) == (2, 1)
    await friend.page.reload()
    await expect(friend.see("waiting-room")).to_be_visible()


@watched(90)
async def test_a_table_is_paid_for(floor: Floor) -> None:
    host, friend = await floor.guest("阿勇"), await floor.guest("二娃")
    await makes_a_room(host, floor.server)
    await takes_a_seat(friend, floor.server, host.page.url)
    await friend.tap("ready")
    await host.tap("fill-bots")
    await expect(host.see("start")).to_be_enabled()
    await host.tap("start")
    await expect(host.see("toast")).to_have_text("房卡不够：要 4 张，你有 2 张")
    await grant(floor.server, host, 2, "second")
    await host.starts()
    assert (await held(host), await held(friend)) == ((0, 4), (2, 1))
    await host.page.goto(f"{host.url}/me")
    await expect(host.see("cards")).to_contain_text("可用 0 张，占用 4 张")
