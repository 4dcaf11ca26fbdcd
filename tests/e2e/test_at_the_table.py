"""What goes on beside the game: two tabs, refusals, absence, 托管, votes."""

import pytest
from playwright.async_api import expect

from tests.support.e2e.floor import Floor, watched

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
CHOICES = {"exchange_three": "any", "void_suit": True, "hands": 4}
ANSWER_LATE = """() => {
  const send = WebSocket.prototype.send
  WebSocket.prototype.send = function (text) {
    const message = JSON.parse(text)
    if (window.late && message.decision) {
      message.decision -= 1
      window.late = false
    }
    return send.call(this, JSON.stringify(message))
  }
}"""


@watched(60)
async def test_a_second_tab_takes_over_and_the_first_can_take_back(floor: Floor) -> None:
    guest = await floor.guest("阿勇")
    await guest.has_room()
    second = await guest.new_tab()
    await expect(second.get_by_test_id("waiting-room")).to_be_visible()
    await expect(guest.see("replaced")).to_be_visible()
    ready = second.get_by_test_id("ready")
    for pressed in ("true", "false", "true"):
        await ready.click()
        await expect(ready).to_have_attribute("aria-pressed", pressed)
    assert guest.sockets == 1, "the first does not fight back"
    await expect(guest.see("replaced")).to_be_visible()

    await guest.tap("link-action")
    await expect(guest.see("ready")).to_have_attribute("aria-pressed", "true")
    await expect(second.get_by_test_id("replaced")).to_be_visible()


@watched(60)
async def test_a_refused_action_says_why_and_can_be_done_again(floor: Floor) -> None:
    guest = await floor.guest("阿勇")
    await guest.page.add_init_script(f"({ANSWER_LATE})()")
    await guest.has_room()
    await guest.tap("fill-bots")
    await guest.starts()
    offer = await guest.driver.play_to_own_turn(wall=66)
    put_down = await guest.river.count()
    await guest.page.evaluate("window.late = true")
    await guest.driver.discard(offer["may"][0], offer)
    await expect(guest.see("toast")).to_have_text("慢了一步，牌局已经往下走了")
    assert await guest.tiles() == [f"tile-{tile}" for tile in offer["tiles"]]
    again = await guest.driver.offer()
    await guest.driver.discard(again["may"][0], again)
    await expect(guest.river).to_have_count(put_down + 1)


@watched(100)
async def test_absent_players_are_shown_and_the_clock_goes_on(floor: Floor) -> None:
    host = await floor.guest("阿勇")
    code = await host.has_room(turn_seconds=15, options=CHOICES)
    friend = await floor.guest("二娃")
    await friend.comes_by(f"{friend.url}/r/{code}")
    await friend.tap("ready")
    await host.tap("fill-bots")
    await host.starts()
    kept = await floor.gone(friend)
    await expect(host.seat_of(friend)).to_contain_text("离线")

    # Nobody answers the exchange, nor which suit to be without: two silences in a row.
    await expect(host.page.locator('[data-testid^="void-"]').first).to_be_visible(timeout=20_000)
    await expect(host.see("auto-off")).to_be_visible(timeout=20_000)
    await expect(host.page.locator('[role="listitem"]').nth(3)).to_be_visible(timeout=20_000)
    await host.tap("auto-off")
    await expect(host.see("auto-off")).to_be_hidden()

    friend = await floor.back(friend, kept)
    await friend.at_table()
    await expect(host.seat_of(friend)).to_contain_text("托管")
    await friend.tap("auto-off")
    await expect(friend.see("auto-off")).to_be_hidden()
    await expect(host.seat_of(friend)).not_to_contain_text("托管")


@watched(60)
async def test_a_match_is_dissolved_when_both_agree(floor: Floor) -> None:
    host = await floor.guest("阿勇")
    code = await host.has_room()
    friend = await floor.guest("二娃")
    await friend.comes_by(f"{friend.url}/r/{code}")
    await friend.tap("ready")
    await host.tap("fill-bots")
    await host.starts()
    await host.tap("menu")
    await host.tap("dissolve")
    await host.tap("dissolve-yes")
    await expect(friend.see("vote")).to_contain_text("二娃")
    await friend.tap("vote-yes")
    for guest in (host, friend):
        await expect(guest.see("ranking")).to_be_visible()
        await expect(guest.page.get_by_role("dialog")).to_contain_text("牌局已解散")
    await friend.tap("back-lobby")
    await expect(friend.see("create")).to_be_visible()
