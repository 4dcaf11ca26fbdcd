"""/me as people use it: a name, another phone, a lost one, two accounts that become one, and the end."""

import json
import re

import pytest
from playwright.async_api import expect

from tests.support.e2e.floor import Floor, watched
from tests.support.e2e.guest import Guest
from tests.support.e2e.operator import grant

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def account_page(guest: Guest) -> None:
    """Open /me by the link in the lobby's foot, or by its address where the lobby leads elsewhere."""
    await guest.page.goto(f"{guest.url}/me")
    await expect(guest.see("cards")).to_be_visible()


async def arrives(floor: Floor, name: str) -> Guest:
    """A new guest who looks at his account."""
    guest = await floor.guest(name)
    await guest.page.goto(guest.url)
    await guest.sign_in()
    await expect(guest.see("create")).to_be_visible()
    await guest.tap("account-link")
    await expect(guest.see("cards")).to_be_visible()
    return guest


async def code_of(guest: Guest) -> str:
    """His recovery code, made now."""
    await guest.tap("show-code")
    code = await guest.see("code").inner_text()
    assert re.fullmatch(r"[0-9A-Z]{4}(-[0-9A-Z]{4})+", code)
    return code


@watched(60)
async def test_a_name_and_a_seat_move_to_another_phone_which_is_lost(floor: Floor) -> None:
    guest = await floor.guest("阿勇")
    room = await guest.has_room()
    await account_page(guest)
    await guest.see("nickname").fill("勇哥")
    await guest.tap("enter")
    await expect(guest.see("toast")).to_have_text("名字改好了")
    code = await code_of(guest)
    await guest.fits()

    phone = await floor.guest("", locale="zh-CN")
    await phone.page.goto(phone.url)
    await phone.tap("account-link")
    await phone.see("recovery-code").fill(code.lower().replace("-", " "))
    await phone.tap("recover")
    await expect(phone.see("nickname")).to_have_value("勇哥")
    await phone.page.goto(phone.url)
    await expect(phone.page).to_have_url(f"{phone.url}/r/{room}")
    await expect(phone.page.locator(".lobby-seat").filter(has=phone.see("you"))).to_contain_text("阿勇")

    await account_page(guest)
    others = guest.see("session").filter(has_not_text="这台设备")
    await expect(others).to_have_count(1)
    await others.locator("input").fill("二手手机")
    await others.locator("input").press("Enter")
    await expect(guest.see("toast")).to_have_text("已保存")
    await guest.page.reload()
    await expect(others.locator("input")).to_have_value("二手手机")
    await others.get_by_test_id("session-end").click()
    await expect(guest.see("session")).to_have_count(1)
    await expect(phone.see("link-end")).to_be_visible()
    await phone.page.goto(phone.url)
    await expect(phone.see("nickname")).to_be_visible()
    phone.problems[:] = [each for each in phone.problems if "/api/ws-ticket" not in each]


@watched(60)
async def test_two_become_one_takes_his_data_along_and_is_gone(floor: Floor) -> None:
    old, new = await arrives(floor, "老张"), await arrives(floor, "三妹")
    await grant(floor.server, old, 5, "merge")
    await new.see("merge-code").fill(await code_of(old))
    await new.tap("merge")
    await expect(new.see("toast")).to_have_text("老张 已经合并进来")
    await expect(new.see("cards")).to_contain_text("可用 5 张")
    await expect(new.see("cards").locator("li").first).to_contain_text("+5")
    await old.page.reload()
    await expect(old.see("recovery-code")).to_be_visible()

    async with new.page.expect_download() as download:
        await new.tap("export")
    file = await download.value
    assert file.suggested_filename.endswith(".json")
    own = json.loads((await file.path()).read_text("utf-8"))
    assert own["player"]["name"] == "三妹"
    assert own["cards"]["available"] == 5

    await new.tap("forget")
    await new.page.get_by_role("button", name="取消").click()
    await new.tap("forget")
    await new.tap("forget-sure")
    await expect(new.see("nickname")).to_have_value("")
    assert (await new.page.request.get(f"{new.url}/api/me")).status == 401
