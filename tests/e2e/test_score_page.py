"""算颗器: a hand laid out with taps on a phone, its waits, its receipt, and the rules of a room."""

import pytest
from playwright.async_api import expect

from tests.support.e2e.floor import Floor, watched
from tests.support.e2e.guest import Guest

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def _lay(guest: Guest, *tiles: str) -> None:
    for tile in tiles:
        await guest.tap(f"key-{tile}")


@watched(40)
async def test_a_hand_is_laid_out_and_scored(floor: Floor) -> None:
    guest = await floor.guest("阿勇")
    await guest.page.goto(guest.url)
    await guest.tap("score-link")
    await guest.tap("piece-pung")
    await _lay(guest, "7z")
    await guest.tap("piece-concealed")
    await _lay(guest, "2m", "4m", "4m", "5m", "6m", "7m", "8m", "9m")
    await expect(guest.see("wait-4m")).to_have_text("11颗")
    await guest.tap("wait-4m")
    await expect(guest.see("score-ke")).to_have_text("11颗")
    lines = guest.see("score-answer").locator("li")
    await expect(lines.filter(has_text="碰中发白")).to_contain_text("R37")
    await expect(lines.filter(has_text="混清一色")).to_contain_text("R44")
    await guest.see("score-by").get_by_text("自摸").click()
    await expect(guest.see("score-ke")).to_have_text("12颗")
    await guest.page.reload()
    await expect(guest.see("score-won")).to_be_visible()
    await expect(guest.see("score-ke")).to_have_text("11颗")
    await guest.fits()
    await guest.tap("score-won")
    await expect(guest.see("wait-4m")).to_be_visible()


@watched(40)
async def test_a_fifth_tile_is_refused_and_a_room_brings_its_rules(floor: Floor) -> None:
    guest = await floor.guest("二娃")
    code = await guest.has_room(options={"values": {"base": 7}})
    await guest.tap("rules")
    link = guest.see("rules-score")
    await expect(link).to_have_attribute("href", f"/score?room={code}")
    async with guest.context.expect_page() as opened:
        await link.click()
    page = await opened.value
    await expect(page.get_by_test_id("score-rules")).to_have_value("room")
    for tile in ("1m", "1m", "1m", "1m"):
        await page.get_by_test_id(f"key-{tile}").click()
    await expect(page.get_by_test_id("key-1m")).to_have_attribute("aria-disabled", "true")
    await page.goto(f"{guest.url}/score?room={code}&hand=[111p](2222m)567m44789p&tile=9p")
    await expect(page.get_by_test_id("score-ke")).to_have_text("10颗")
