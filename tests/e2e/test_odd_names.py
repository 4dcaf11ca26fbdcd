"""Names that are wide, long or read from right to left, on a small phone: nothing breaks or turns."""

from typing import Final

import pytest
from playwright.async_api import Page, expect

from tests.support.e2e.floor import PHONE, Floor, watched
from tests.support.nasties import FAMILY

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
NAMES: Final = ("محمد (12) عب", FAMILY * 5 + "ＷＷＷ", "龘" * 12, "龘" * 12)
SHOWN: Final = ("محمد (12) عب", FAMILY * 5 + "WWW", "龘" * 12, "龘" * 4 + " 2")
OUTSIDE: Final = """(name) => [...document.querySelectorAll('body *')]
  .filter((each) => each.children.length === 0 && each.textContent.trim() === name)
  .filter((each) => each.checkVisibility())
  .filter((each) => {
    const { left, right } = each.getBoundingClientRect()
    const apart = getComputedStyle(each).unicodeBidi
    return left < 0 || right > innerWidth || !['isolate', 'plaintext', 'isolate-override'].includes(apart)
  }).map((each) => each.outerHTML)"""
"""Where a name stands alone and is not kept apart, or leaves the window."""


async def _kept_apart(page: Page) -> None:
    assert await page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    for name in SHOWN:
        assert await page.evaluate(OUTSIDE, name) == []


@watched(90)
async def test_odd_names_at_a_table(floor: Floor) -> None:
    host = await floor.guest(NAMES[0], PHONE)
    code = await host.has_room()
    friends = [await floor.guest(name, PHONE) for name in NAMES[1:]]
    for friend in friends:
        await friend.comes_by(f"{friend.url}/r/{code}")
        await friend.tap("ready")
    await expect(host.see("waiting-room").locator(".lobby-name")).to_have_count(4)
    await _kept_apart(host.page)
    await host.starts()
    assert sorted(await host.names()) == sorted(SHOWN)
    await _kept_apart(host.page)


@watched(60)
async def test_a_name_in_a_sentence_does_not_turn_it(floor: Floor) -> None:
    guest = await floor.guest(NAMES[0], PHONE)
    await guest.page.goto(guest.url)
    await guest.sign_in()
    hello = guest.page.locator(".home-hello")
    await expect(hello).to_contain_text(f"\u2068{NAMES[0]}\u2069")
    await guest.fits()


@watched(60)
async def test_the_page_has_no_inline_style(floor: Floor) -> None:
    """The policy forbids it. A violation is an error in the console, which every test here reports."""
    guest = await floor.guest("阿勇", PHONE)
    answer = await guest.page.goto(guest.url)
    assert answer is not None
    assert " style=" not in await answer.text()
    assert "unsafe-inline" not in answer.headers["content-security-policy"]
    async with guest.page.expect_console_message(lambda said: "style" in said.text):
        await guest.page.evaluate(
            "document.body.insertAdjacentHTML('beforeend', '<p style=\"color:red\">x</p>')"
        )
    guest.problems.clear()
