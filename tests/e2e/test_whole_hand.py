"""People play a hand to its settlement by clicking, and the books agree with what they were shown."""

import asyncio

import pytest
from playwright.async_api import expect

from tests.support.e2e.books import BookedHand, booked_hands
from tests.support.e2e.driver import play
from tests.support.e2e.floor import LYING_PHONE, PHONE, Floor, watched
from tests.support.e2e.guest import Guest

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
FRAME_BYTES = 25_000
"""What a seat may hear in a hand, snapshot and all: events, for whole views would be many times that."""


async def _gather(floor: Floor, host: Guest, names: str, size: tuple[int, int]) -> list[Guest]:
    """The friends come by the link, land in the room and get ready."""
    link = await host.see("share-link").inner_text()
    friends = [await floor.guest(name, size) for name in names.split()]
    await asyncio.gather(*(friend.comes_by(link) for friend in friends))
    for friend in friends:
        assert friend.page.url == link
        await friend.tap("ready")
    return [host, *friends]


async def _start(guests: list[Guest]) -> None:
    await guests[0].starts()
    for guest in guests[1:]:
        await guest.at_table()


async def _still(guests: list[Guest]) -> None:
    """Nothing moves on the table any more: somebody is asked, and nobody answers."""
    offers = [asyncio.create_task(guest.driver.offer()) for guest in guests]
    await asyncio.wait(offers, return_when=asyncio.FIRST_COMPLETED)
    for offer in offers:
        offer.cancel()
    await asyncio.gather(*offers, return_exceptions=True)


async def _last_hand(guests: list[Guest], code: str, floor: Floor) -> BookedHand:
    """Everybody sees the same settlement, and it is the one in the books."""
    hand = booked_hands(floor.server.books, code)[-1]
    assert sum(hand.deltas.values()) == 0
    assert hand.paid == hand.deltas
    for guest in guests:
        await expect(guest.see("settlement").locator(".score-delta")).to_have_count(len(guests))
        assert await guest.scores() == hand.deltas
        await expect(guest.page.locator('[data-testid^="receipt-"]')).to_have_count(hand.wins)
        assert await guest.misses() == await guests[0].misses()
        await guest.fits()
    return hand


async def _ranked(guest: Guest) -> dict[str, int]:
    await guest.tap("to-ranking")
    await expect(guest.see("ranking")).to_be_visible()
    await guest.fits()
    totals = await guest.ranking()
    assert list(totals.values()) == sorted(totals.values(), reverse=True)
    return totals


@watched(100)
async def test_four_phones_play_a_hand(floor: Floor) -> None:
    host = await floor.guest("阿勇", PHONE)
    await host.page.goto(host.url)
    await host.sign_in()
    await host.tap("create")
    await host.see("option-hands").get_by_role("radio").first.click()
    await host.tap("create-room")
    code = await host.see("room-code").inner_text()
    guests = await _gather(floor, host, "二娃 三妹 老四", PHONE)
    await _start(guests)

    await play([guest.driver for guest in guests], wall=54, wins=False)
    await _still(guests)
    before = await asyncio.gather(*(guest.tiles() for guest in guests))
    await guests[1].page.reload()
    await guests[1].at_table()
    assert await guests[1].tiles() == before[1], "a reload lands back in the hand without a tap"

    kept = await floor.gone(guests[2])
    await expect(host.seat_of(guests[2])).to_contain_text("离线")
    guests[2] = await floor.back(guests[2], kept)
    await guests[2].at_table()
    assert await guests[2].tiles() == before[2], "so does a window that was closed"
    await expect(host.seat_of(guests[2])).not_to_contain_text("离线")

    await play([guest.driver for guest in guests])
    hand = await _last_hand(guests, code, floor)
    misses = await host.misses()
    await host.page.reload()
    await expect(host.see("settlement")).to_be_visible()
    assert await host.misses() == misses, "who comes back is told the same"
    assert await _ranked(host) == hand.deltas
    assert {guest.name for guest in guests} == set(hand.deltas)


@watched(100)
async def test_three_lying_phones_exchange_and_void(floor: Floor) -> None:
    host = await floor.guest("阿勇", LYING_PHONE)
    await host.page.goto(host.url)
    await host.sign_in()
    await host.tap("create")
    await host.fits()
    await host.see("option-players").get_by_role("radio").nth(1).click()
    await host.see("option-hands").get_by_role("radio").first.click()
    await host.page.locator("summary").nth(1).click()
    await host.see("option-exchange_three").get_by_role("radio").nth(1).click()
    await host.see("option-void_suit").get_by_role("switch").click()
    await host.tap("create-room")
    code = await host.see("room-code").inner_text()
    guests = await _gather(floor, host, "二娃 三妹", LYING_PHONE)
    await _start(guests)

    for guest in guests:
        await expect(guest.see("exchange")).to_be_visible()
    await play([guest.driver for guest in guests], wall=77, wins=False)
    for guest in guests:
        await expect(guest.page.locator(".void")).to_have_count(3)
    await play([guest.driver for guest in guests])
    await _last_hand(guests, code, floor)
    await host.tap("to-ranking")
    await host.tap("rematch")
    for guest in guests[1:]:
        await guest.tap("to-ranking")
        await guest.tap("rematch")
    for guest in guests:
        await expect(guest.see("exchange")).to_be_visible()


@watched(80)
async def test_one_person_and_bots_play_two_hands_and_stop(floor: Floor) -> None:
    guest = await floor.guest("阿勇")
    code = await guest.has_room(options={"hands": 4})
    await guest.tap("fill-bots")
    await guest.starts()
    sums = dict.fromkeys(await guest.names(), 0)
    for number in (1, 2):
        await guest.driver.play()
        hand = booked_hands(floor.server.books, code)[-1]
        assert (hand.match, hand.hand) == (1, number)
        assert hand.paid == hand.deltas == await guest.scores()
        assert guest.heard < number * FRAME_BYTES
        sums = {name: sums[name] + hand.deltas[name] for name in sums}
        if number == 1:
            await guest.tap("continue")
            await expect(guest.see("settlement")).to_be_hidden()
    await guest.tap("menu")
    await guest.tap("dissolve")
    await guest.tap("dissolve-yes")
    await expect(guest.see("ranking")).to_be_visible()
    assert await guest.ranking() == sums, "what was played counts"
