"""Two players at one browser: everybody at the table can read it."""

import pytest
from playwright.async_api import expect

from tests.support.e2e.floor import Floor, watched

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
TOLD = "阿勇 和 二娃 在同一台设备上"


@watched(60)
async def test_two_guests_of_one_browser(floor: Floor) -> None:
    host, friend = await floor.guest("阿勇"), await floor.guest("三妹")
    code = await host.has_room(options={"seating": "keep"})
    await friend.comes_by(f"{host.url}/r/{code}")
    for guest in (host, friend):
        await expect(guest.see("told")).to_have_count(0)
    second = await host.context.new_page()
    made = await second.request.post(
        f"{host.url}/api/guests", data={"name": "二娃"}, headers={"Origin": host.url}
    )
    assert made.ok
    await second.goto(f"{host.url}/r/{code}")
    for page in (host.page, friend.page, second):
        await expect(page.get_by_test_id("told")).to_have_text(TOLD)
    await friend.fits()
    await friend.tap("ready")
    await second.get_by_test_id("ready").click()
    await host.tap("fill-bots")
    await host.starts()
    await expect(friend.see("table").get_by_test_id("told")).to_have_text(TOLD)
    await friend.fits()
