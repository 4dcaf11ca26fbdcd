"""Coming in: language, links, names that are no secure context, and what a phone can see at once."""

import pytest
from playwright.async_api import FloatRect, Locator, Response, expect

from app.kit.addresses import is_this_machine, split_host
from tests.support.e2e.chromium import LAN_NAME
from tests.support.e2e.floor import LYING_PHONE, Floor, watched
from tests.support.e2e.guest import Guest

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SMALL_PHONE = (360, 640)
WORTH_PACKING = 1_000
TOUCH_PX = 40
FINGER_PX = 44


@pytest.mark.parametrize(
    ("browser_language", "shown", "word", "other"),
    [
        ("en-US", "en", "Nickname", "zh-CN"),
        ("zh-TW", "zh-CN", "昵称", "en"),
        ("zh-CN", "zh-CN", "昵称", "en"),
    ],
)
@watched(40)
async def test_language_follows_the_browser_and_a_switch_is_kept(
    floor: Floor, browser_language: str, shown: str, word: str, other: str
) -> None:
    guest = await floor.guest("阿勇", locale=browser_language)
    await guest.page.goto(guest.url)
    await expect(guest.page.locator("html")).to_have_attribute("lang", shown)
    await expect(guest.see("nickname")).to_have_attribute("placeholder", word)
    await guest.page.locator("button.language").click()
    await expect(guest.page.locator("html")).to_have_attribute("lang", other)
    await guest.page.reload()
    await expect(guest.see("nickname")).to_be_visible()
    await expect(guest.page.locator("html")).to_have_attribute("lang", other)


@watched(40)
async def test_a_shared_link_can_be_opened_elsewhere(floor: Floor) -> None:
    guest = await floor.guest("阿勇", url=f"http://localhost:{floor.server.port}")
    code = await guest.has_room()
    config = await (await guest.page.request.get(f"{guest.url}/api/config")).json()
    base = config["share_url"]
    if base is None:
        await expect(guest.page.locator(".share-local")).to_be_visible()
        base = guest.url
    else:
        assert not is_this_machine(split_host(base.removeprefix("http://"))[0])
    await expect(guest.see("share-link")).to_have_text(f"{base}/r/{code}")
    picture = guest.see("qr")
    await expect(picture).to_be_visible()
    assert await picture.evaluate("image => [image.tagName, image.naturalWidth > 0]") == ["IMG", True]


@watched(60)
async def test_a_table_on_plain_http(floor: Floor) -> None:
    guest = await floor.guest("阿勇", url=f"http://{LAN_NAME}:{floor.server.port}")
    await guest.page.goto(guest.url)
    assert await guest.page.evaluate("window.isSecureContext") is False
    await guest.sign_in()
    await guest.tap("create")
    await guest.tap("create-room")
    await guest.tap("copy-invite")
    await expect(guest.see("toast")).to_have_text("已复制")
    link = await guest.see("share-link").inner_text()
    assert link.startswith(guest.url)
    assert link in await _pasted(guest)
    await guest.tap("fill-bots")
    await guest.starts()
    assert len(await guest.tiles()) in {13, 14}


async def _pasted(guest: Guest) -> str:
    """What the clipboard holds, by the way a user would look."""
    page = await guest.context.new_page()
    await page.set_content("<textarea></textarea>")
    field = page.locator("textarea")
    await field.focus()
    await page.keyboard.press("Control+V")
    text = await field.input_value()
    await page.close()
    return text


@pytest.mark.parametrize("locale", ["zh-CN", "en-US"])
@watched(60)
async def test_a_small_phone_shows_what_matters(floor: Floor, locale: str) -> None:
    guest = await floor.guest("阿勇", SMALL_PHONE, locale=locale)
    await guest.has_room()
    await guest.fits()
    for name in ("leave", "rules", "room-code", "copy-invite", "fill-bots", "ready", "start"):
        await _in_sight(guest.see(name))
    for seat in await guest.page.locator(".lobby-seat").all():
        await _in_sight(seat)
    await guest.tap("fill-bots")
    await guest.starts()
    await guest.fits()
    for name in ("centre", "menu", "rules", "seat-me", "seat-left", "seat-right", "seat-top", "actions"):
        await _in_sight(guest.see(name))
    for tile in await guest.page.locator(".own-tile").all():
        await _in_sight(tile)
        assert (await _box(tile))["width"] >= TOUCH_PX


@watched(40)
async def test_a_phone_on_its_side_shows_the_code_to_scan(floor: Floor) -> None:
    guest = await floor.guest("阿勇")
    await guest.has_room()
    await expect(guest.see("qr")).to_be_visible()
    width, height = LYING_PHONE
    await guest.page.set_viewport_size({"width": width, "height": height})
    for name in ("leave", "rules", "room-code", "qr", "copy-invite", "fill-bots", "ready", "start"):
        await _in_sight(guest.see(name))


@watched(40)
async def test_a_finger_meets_what_is_offered(floor: Floor) -> None:
    guest = await floor.guest("阿勇")
    await guest.page.goto(guest.url)
    await guest.sign_in()
    await guest.tap("create")
    groups = guest.page.locator("summary")
    await expect(groups.first).to_be_visible()
    for group in await groups.all():
        await _wide_enough(group)
    blood = guest.see("option-blood_battle")
    await groups.nth(1).click()
    before = await blood.get_by_role("switch").is_checked()
    await blood.get_by_text("血战", exact=False).first.click()
    await expect(blood.get_by_role("switch")).to_be_checked(checked=not before)
    await guest.page.goto(f"{guest.url}/me")
    await _wide_enough(guest.page.get_by_role("link", name="回到大厅"))
    width, height = LYING_PHONE
    await guest.page.set_viewport_size({"width": width, "height": height})
    await guest.page.goto(f"{guest.url}/score?hand=123456789m12344p&tile=4p")
    for tile in await guest.see("score-hand").get_by_role("button").all():
        await _wide_enough(tile)
        await _in_sight(tile)
    await guest.page.goto(f"{guest.url}/nowhere")
    await _wide_enough(guest.page.get_by_role("link", name="回到大厅"))
    await _wide_enough(guest.page.locator("button.language"))


@watched(40)
async def test_a_sheet_holds_the_keyboard(floor: Floor) -> None:
    guest = await floor.guest("阿勇")
    await guest.has_room()
    await guest.see("rules").focus()
    await guest.page.keyboard.press("Enter")
    sheet = guest.page.get_by_role("dialog")
    await expect(guest.see("rules-score")).to_be_visible()
    for key in ("Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab"):
        await guest.page.keyboard.press(key)
        assert await sheet.evaluate("sheet => sheet.contains(document.activeElement)")
    await guest.page.evaluate("document.activeElement.blur()")
    await guest.page.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)
    await expect(guest.see("rules")).to_be_focused()


@watched(40)
async def test_without_a_network_a_link_says_so(floor: Floor) -> None:
    guest = await floor.guest("阿勇")
    await guest.page.goto(guest.url)
    await guest.sign_in()
    await expect(guest.see("create")).to_be_visible()
    await guest.context.set_offline(True)
    await guest.tap("create")
    await expect(guest.see("toast")).to_have_text("网络不通，请检查后再试")
    await guest.context.set_offline(False)
    assert guest.problems != []
    guest.problems.clear()
    await guest.tap("create")
    await expect(guest.see("create-room")).to_be_enabled()
    await expect(guest.page.locator(".new-foot")).to_have_css("position", "fixed")


async def _wide_enough(part: Locator) -> None:
    box = await _box(part)
    assert min(box["width"], box["height"]) >= FINGER_PX, await part.inner_text()


async def _box(part: Locator) -> FloatRect:
    box = await part.bounding_box()
    assert box is not None
    return box


async def _in_sight(part: Locator) -> None:
    """Wholly inside the window, and nothing lies over its middle."""
    box = await _box(part)
    name = await part.evaluate("element => element.dataset.testid ?? element.className")
    assert min(box["x"], box["y"]) >= 0, name
    width, height = await part.evaluate("() => [window.innerWidth, window.innerHeight]")
    assert box["x"] + box["width"] <= width + 1, name
    assert box["y"] + box["height"] <= height + 1, name
    assert await part.evaluate(
        """element => {
          const box = element.getBoundingClientRect()
          const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
          return element.contains(top) || top?.contains(element)
        }"""
    ), f"{name} is covered"


@watched(40)
async def test_assets_come_packed_and_are_kept(floor: Floor) -> None:
    guest = await floor.guest("阿勇")
    answers: list[Response] = []

    def answered(answer: Response) -> None:
        answers.append(answer)

    guest.page.on("response", answered)
    await guest.has_room()
    await guest.tap("fill-bots")
    await guest.starts()
    assets = [answer for answer in answers if "/assets/" in answer.url]
    assert {answer.url.rsplit(".", 1)[-1] for answer in assets} >= {"js", "css", "svg"}
    for answer in assets:
        assert answer.status == 200
        assert "immutable" in answer.headers["cache-control"]
        if len(await answer.body()) > WORTH_PACKING:
            assert answer.headers.get("content-encoding") in {"br", "gzip"}, answer.url
    (page,) = [answer for answer in answers if answer.request.resource_type == "document"]
    assert page.headers["cache-control"] == "no-store"
    old = await guest.page.request.get(assets[0].url, headers={"Accept-Encoding": "gzip"})
    assert old.headers["content-encoding"] == "gzip"
