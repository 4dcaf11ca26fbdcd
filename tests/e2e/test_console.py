"""The operator at /admin and the players he deals with, each at a page of his own."""

import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from app.kit.secrecy import STEP_S, totp
from tests.support.e2e.floor import LYING_PHONE, PHONE, Floor, watched
from tests.support.e2e.guest import Guest
from tests.support.e2e.server import TableServer, served
from tests.support.processes import outcome, spawn

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
DESK: Final = (1280, 800)
PASSWORD: Final = "correct horse battery"
COST: Final = 4
FOLDED_MS: Final = 12_000


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server() -> AsyncIterator[TableServer]:
    """A server whose rooms cost cards."""
    async with served(FREE_ROOMS="false") as started:
        yield started


async def account(server: TableServer, name: str, *more: str) -> str:
    """Make an operator with the command; what it says."""
    process = await spawn("admin", "create", name, *more, DATABASE_URL=f"sqlite:///{server.books}")
    assert process.stdin is not None
    process.stdin.write(f"{PASSWORD}\n".encode())
    code, told = await outcome(process)
    assert code == 0, told
    return told


async def sign_in(boss: Guest, password: str = PASSWORD, code: str = "") -> None:
    """Fill in the door of the console."""
    await boss.see("admin-name").fill(boss.name)
    await boss.see("admin-password").fill(password)
    await boss.see("admin-code").fill(code)
    await boss.tap("admin-enter")


async def give(boss: Guest, player: Guest, cards: int) -> None:
    """Find a player, and give him cards."""
    await boss.tap("tab-players")
    await boss.see("find").fill(player.name)
    await boss.page.keyboard.press("Enter")
    card = boss.see("player-card").filter(has_text=player.name)
    await expect(card).to_have_count(1)
    await expect(card.locator(".player-id")).not_to_contain_text(":")  # a day, no hour
    await card.get_by_test_id("amount").fill(str(cards))
    await card.get_by_test_id("why").fill("新来的")
    await card.get_by_test_id("give").click()
    await expect(card.get_by_test_id("cards")).to_contain_text(str(cards))


async def arrives(floor: Floor, name: str) -> Guest:
    """A new player in the lobby."""
    player = await floor.guest(name)
    await player.page.goto(player.url)
    await player.sign_in()
    await expect(player.see("create")).to_be_visible()
    return player


def expected(guest: Guest, *reports: str) -> None:
    """The browser reports answers that are no success: these are asked for here, and no fault."""
    unknown = [each for each in guest.problems if not any(part in each for part in reports)]
    assert unknown == []
    guest.problems.clear()


async def within_reach(*parts: Locator) -> None:
    """The announcement is there, and a finger still meets these."""
    for part in parts:
        await part.click(trial=True)


async def hears_it_at_the_table(player: Guest) -> None:
    """The announcement covers nothing that can be tapped, folds by itself, and opens again."""
    said, mark = player.see("table-notice"), player.see("notice-mark")
    await expect(player.see("notice")).to_have_count(0)
    for width, height in (LYING_PHONE, PHONE):
        await player.page.set_viewport_size({"width": width, "height": height})
        await player.page.reload()
        await player.at_table()
        await expect(said).to_have_text("今晚十点维护")
        await within_reach(player.see("rules"), player.see("menu"), mark)
    await expect(said).to_have_count(0, timeout=FOLDED_MS)
    await mark.click()
    await expect(said).to_be_visible()


async def audit(boss: Guest) -> list[str]:
    """Names of the acts in the log, newest first."""
    await boss.tap("tab-acts")
    await expect(boss.page.locator(".act").first).to_be_visible()
    acts = await boss.page.locator(".act").all()
    return [await act.get_attribute("data-act") or "" for act in acts]


async def enters_with_a_code(floor: Floor) -> Guest:
    """An operator at his desk, after a wrong password; his code opens nothing a second time."""
    told = await account(floor.server, "老板", "--totp")
    found = re.search("secret=([A-Z2-7]+)", told)
    assert found is not None
    boss, again = [await floor.guest("老板", DESK) for _ in range(2)]
    for each in (boss, again):
        await each.page.goto(f"{boss.url}/admin")
    await sign_in(boss, "not this one")
    await expect(boss.see("toast")).to_be_visible()
    await expect(boss.see("tab-players")).to_have_count(0)
    code = totp(found.group(1), int(time.time()) // STEP_S)
    await sign_in(boss, code=f"{code[:3]} {code[3:]}")
    await expect(boss.see("tab-players")).to_be_visible()
    await sign_in(again, code=code)
    await expect(again.see("toast")).to_be_visible()
    for each in (boss, again):
        expected(each, "/api/admin/session", "/api/admin/login")
    return boss


async def still_banned(boss: Guest) -> Locator:
    """The player who may not rename himself either now: under a plain name, for what he was banned for."""
    card = boss.see("player-card").filter(has_text="捣乱")
    await expect(card.locator(".chip")).to_have_count(2)
    return card


async def hears_whose_cards(boss: Guest, card: Locator) -> None:
    """Move more cards than there are, and than can be."""
    for count, why in (("-100", "这位玩家有 6 张"), ("1000000000000", "最多 1000000000 张")):
        await card.get_by_test_id("amount").fill(count)
        await card.get_by_test_id("give").click()
        await expect(boss.see("toast").filter(has_text=why)).to_be_visible()
    expected(boss, "/cards")


async def maintenance(boss: Guest, player: Guest) -> None:
    """An announcement that covers nothing, and no new room while there are to be none."""
    await boss.tap("tab-server")
    await boss.page.locator("#announcement").fill("今晚十点维护")
    await boss.tap("publish")
    draining = boss.see("drain").get_by_role("switch")
    await draining.click()
    await expect(draining).to_be_checked()
    await player.page.reload()
    await expect(player.see("notice")).to_contain_text("今晚十点维护")
    await within_reach(player.page.locator("button.language"), player.see("rename"))
    await player.tap("create")
    await within_reach(player.page.get_by_role("link", name="返回"))
    await player.tap("create-room")
    await expect(player.page.get_by_text("服务器马上维护")).to_be_visible()
    expected(player, "/api/rooms")
    await draining.click()
    await expect(draining).not_to_be_checked()
    await player.tap("create-room")
    await expect(player.see("waiting-room")).to_be_visible()
    await within_reach(player.see("leave"), player.see("rules"))


@watched(90)
async def test_an_operator_minds_his_people(floor: Floor) -> None:
    boss = await enters_with_a_code(floor)
    player = await arrives(floor, "阿勇")
    await give(boss, player, 10)
    await maintenance(boss, player)
    await player.tap("fill-bots")
    await player.starts()
    await hears_it_at_the_table(player)

    await boss.tap("tab-players")
    card = boss.see("player-card").filter(has_text=player.name)
    await card.get_by_test_id("why").fill("捣乱")
    await card.get_by_test_id("ban").click()
    await card.get_by_test_id("ban-sure").click()
    await expect(player.see("link-end")).to_be_visible()
    await player.page.goto(player.url)
    await expect(player.page.get_by_role("alert")).to_contain_text("这个账号被管理员停用了")
    expected(player, "/api/ws-ticket", "/api/me")
    await expect(card.get_by_test_id("why")).to_have_value("捣乱")
    await card.get_by_test_id("mute").click()
    card = await still_banned(boss)
    await hears_whose_cards(boss, card)
    acts = ["rights", "rights", "drain", "drain", "announce", "grant", "login", "create"]
    assert await audit(boss) == acts


async def into_the_second_hand(player: Guest) -> None:
    """Play a hand with bots, and the next one until it is his turn."""
    await player.tap("create")
    await player.see("option-hands").get_by_role("radio").nth(2).click()
    await player.tap("create-room")
    await player.tap("fill-bots")
    await player.starts()
    await player.driver.play()
    await player.tap("continue")
    await expect(player.see("settlement")).to_have_count(0)
    await player.driver.play_to_own_turn(60)


async def takes_a_bundle(room: Locator, file: Path) -> None:
    """Download the bundle and replay its hand with the command."""
    async with room.page.expect_download() as download:
        await room.get_by_test_id("bundle").click()
    await (await download.value).save_as(file)
    code, told = await outcome(await spawn("replay", str(file)))
    assert code == 0
    assert "1 hands replayed, 0 of them with a difference" in told


async def breaks_the_glass(room: Locator, player: Guest) -> None:
    """See the hands: only with a reason, and the player is told, now and when he comes again."""
    await expect(room.locator(".tile")).to_have_count(0)
    await room.get_by_test_id("inspect").click()
    await expect(room.get_by_test_id("inspect-sure")).to_be_disabled()
    await room.get_by_test_id("inspect-reason").fill("二娃说牌没了")
    await expect(player.see("told")).to_have_count(0)
    await room.get_by_test_id("inspect-sure").click()
    await expect(player.see("told")).to_have_text("管理员查看了本局手牌")
    shown = room.locator(".hands-seat").filter(has_text=player.name).locator(".open-hand > .tile")
    await expect(shown.first).to_be_visible()
    assert await names_of(shown) == await names_of(player.see("hand").locator("[data-index]"))
    await player.page.reload()
    await expect(player.see("told")).to_have_text("管理员查看了本局手牌")


async def names_of(tiles: Locator) -> list[str]:
    """What the tiles are called, sorted."""
    labels = [await tile.get_attribute("aria-label") for tile in await tiles.all()]
    return sorted((label or "").split("，")[0] for label in labels)


@watched(110)
async def test_an_operator_minds_a_room(floor: Floor, tmp_path: Path) -> None:
    await account(floor.server, "夜班")
    boss, player = await floor.guest("夜班", DESK), await arrives(floor, "二娃")
    await boss.page.goto(f"{boss.url}/admin")
    await sign_in(boss)
    await give(boss, player, 10)
    await into_the_second_hand(player)
    await boss.tap("tab-rooms")
    room = boss.see("room-card").filter(has_text=player.name)
    await expect(room).to_contain_text("打牌")
    await expect(room).to_contain_text("等 二娃")
    await takes_a_bundle(room, tmp_path / "bundle.json")
    await breaks_the_glass(room, player)

    await room.get_by_test_id("dissolve").click()
    await room.get_by_test_id("dissolve-sure").click()
    await expect(boss.see("toast")).to_contain_text(f"退还 {COST} 张")
    await expect(room).to_have_count(0)
    await expect(player.see("ranking")).to_be_visible()
    await boss.tap("tab-players")
    card = boss.see("player-card").filter(has_text=player.name)
    await expect(card.get_by_test_id("cards")).to_contain_text("10")
    await boss.tap("tab-server")
    await boss.tap("verify")
    # the server checks its books in a process of its own, which takes long to start on a busy machine
    await expect(boss.page.get_by_text("0 处不对")).to_be_visible(timeout=60_000)
    expected(boss, "/api/admin/session")
    done = await audit(boss)
    assert done[:7] == ["verify_ledger", "refund", "dissolve", "inspect", "bundle", "grant", "login"]
    await expect(boss.page.locator("[data-act=inspect]")).to_contain_text("二娃说牌没了")
