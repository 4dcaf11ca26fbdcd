"""The table where it is narrowest: English words and long names on a phone, upright and lying."""

import asyncio

import pytest
from playwright.async_api import FloatRect, Locator, expect

from tests.support.e2e.floor import LYING_PHONE, PHONE, Floor, watched
from tests.support.e2e.guest import Guest

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
FINGER = 44
CATCH_UP_MS = 600
"""What comes sooner after a connection is no news to the page."""
HIT_HEIGHT = """(target) => {
  target.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = target.getBoundingClientRect()
  const hit = (y) => target.contains(document.elementFromPoint(left + width / 2, y))
  let [above, below] = [top + height / 2, top + height / 2]
  while (hit(above - 1)) above -= 1
  while (hit(below + 1)) below += 1
  return below - above + 1
}"""


async def _box(part: Locator) -> FloatRect:
    found = await part.bounding_box()
    assert found is not None
    return found


async def _boxes(parts: Locator) -> list[FloatRect]:
    return [await _box(part) for part in await parts.all()]


def _bottom(box: FloatRect) -> float:
    return box["y"] + box["height"]


def _crosses(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < _bottom(other)
        and other["y"] < _bottom(one)
    )


async def _turned(guest: Guest, size: tuple[int, int]) -> None:
    await guest.page.set_viewport_size({"width": size[0], "height": size[1]})
    await guest.page.wait_for_timeout(150)


@watched(60)
async def test_a_deal_between_long_names_is_told_within_the_window(floor: Floor) -> None:
    host = await floor.guest("一二三四五六七八九十甲乙")
    code = await host.has_room(options={"players": 2})
    friend = await floor.guest("甲乙丙丁戊己庚辛壬癸子丑")
    await friend.comes_by(f"{friend.url}/r/{code}")
    await friend.tap("ready")
    await friend.page.wait_for_timeout(CATCH_UP_MS)
    await host.tap("start")
    for box in await asyncio.gather(*(_box(guest.page.locator(".deal")) for guest in (host, friend))):
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE[0]


async def _before_play(guest: Guest) -> None:
    """The exchange and the void suit, upright; then the bar of the lying table."""
    await expect(guest.page.locator(".deal")).to_contain_text("deals")
    await guest.driver.answer(await guest.driver.offer())
    buttons = guest.page.locator('[data-testid^="void-"]')
    await expect(buttons).to_have_count(3)
    asked = await _box(guest.page.locator(".actions-hint"))
    assert not any(_crosses(asked, box) for box in await _boxes(buttons))
    row = await _box(guest.see("actions"))
    assert row["y"] <= asked["y"]
    assert _bottom(asked) <= _bottom(row)
    await expect(guest.see("ting").locator(".tile")).to_have_count(3)

    await guest.see("hand").locator('[data-index="0"]').click()
    await guest.page.wait_for_timeout(150)
    lifted = await _box(guest.page.locator(".tile-selected"))
    assert lifted["y"] >= _bottom(await _box(guest.see("seat-me")))

    await _turned(guest, LYING_PHONE)
    number, bar = await _box(guest.see("hand-number")), await _box(guest.page.locator(".bar"))
    assert number["x"] + number["width"] <= bar["x"] + bar["width"]
    await _turned(guest, PHONE)


async def _after_play(guest: Guest) -> None:
    """Settlement, the table behind it, and the ranking of the lying table."""
    assert await guest.page.locator(".fair summary").evaluate(HIT_HEIGHT) >= FINGER
    await guest.tap("show-table")
    result = await _box(guest.see("show-result"))
    for tile in await _boxes(guest.page.locator(".tile")):
        assert not _crosses(result, tile)
    await guest.tap("show-result")
    await guest.tap("to-ranking")
    await _turned(guest, LYING_PHONE)
    last = await _box(guest.see("ranking").locator(".rank").last)
    assert _bottom(last) <= _bottom(await _box(guest.page.locator(".sheet-body")))


@watched(100)
async def test_an_english_match_can_be_read_on_a_phone(floor: Floor) -> None:
    guest = await floor.guest("Yong", locale="en-US")
    await guest.has_room(options={"exchange_three": "any", "void_suit": True})
    await guest.tap("fill-bots")
    await guest.page.wait_for_timeout(CATCH_UP_MS)
    await guest.starts()
    await _before_play(guest)
    assert sorted((await guest.names())[1:]) == sorted(["Tong", "Tiao", "Zhong"])
    await asyncio.wait_for(guest.driver.play(), 80)
    await expect(guest.see("settlement")).to_be_visible()
    await _after_play(guest)
