"""Breaking the glass: the hands of a hand in play, which the operator sees only after everybody was told."""

import asyncio
import logging
import re
from typing import Any

import pytest

from app.rooms.state.codec import decode_room
from app.rules.tiles.tiles import format_tiles
from app.stores import Stores
from app.stores.server import keys
from tests.support.api.console import Console, console
from tests.support.api.declared import operations
from tests.support.client import View
from tests.support.live import Live, Player, all_until, play_hand, seat_four, start

pytestmark = [pytest.mark.store, pytest.mark.database]
ASKED = {"reason": " 二娃说牌\n没了 ", "key": "inspect-0001"}
TILES = re.compile(r"(?<![0-9a-z])(?:[1-9]+[mps]|[567]+z)")


def path_of(players: list[Player]) -> str:
    """The route for their room."""
    return f"/rooms/{players[0].room['id']}/inspect"


async def refused(boss: Console, path: str, **other: str) -> tuple[int, str]:
    """Status and code of a refusal."""
    answer = await boss.call("POST", path, {**ASKED, **other})
    return answer.status_code, answer.json()["error"]["code"]


async def audited(boss: Console) -> list[dict[str, Any]]:
    """The looks in the audit log, newest first."""
    return [act for act in (await boss.get("/audit"))["acts"] if act["act"] == "inspect"]


async def some_turns(players: list[Player]) -> None:
    """Play a while, and stop when somebody is to discard."""

    def going(view: View) -> bool:
        hand = view["hand"]
        return int(hand["wall"]) > 58 or hand["phase"] != "turn"

    await asyncio.gather(*(player.play_while(going) for player in players))


def own(player: Player) -> tuple[object, ...]:
    """What a player sees of himself."""
    hand, seat = player.view["hand"], player.view["seat"]
    side = hand["players"][seat]
    return seat, player.name, hand["hand"], hand["drawn"], side["melds"], side["river"]


async def test_the_table_is_told_first_and_the_hands_are_the_real_ones(
    server: Live, four: list[Player], stores: Stores
) -> None:
    await seat_four(four)
    await start(four)
    await some_turns(four)
    await four[3].leave_line()
    async with console(server) as boss:
        answer = await boss.call("POST", path_of(four), ASKED)
        shown = answer.json()["hand"]
        (line,) = await audited(boss)
    for player in four[:3]:
        assert (await player.until(lambda view: view["inspected_at"]))["inspected_at"] == shown["at"]
    await four[3].connect()
    assert four[3].view["inspected_at"] == shown["at"], "who comes back later sees it"
    seats = [
        (each["seat"], each["name"], each["hand"], each["drawn"], each["melds"], each["river"])
        for each in shown["seats"]
    ]
    assert seats == sorted(own(player) for player in four)
    assert (shown["match"], shown["hand"], shown["wall"]) == (1, 1, four[0].view["hand"]["wall"])
    assert set(shown) == {"match", "hand", "at", "phase", "turn", "wall", "seats"}
    assert (line["target"], line["detail"]) == (
        four[0].room["id"],
        {"code": four[0].room["code"], "match": 1, "hand": 1, "reason": "二娃说牌 没了"},
    )
    loaded = await stores.rooms.load(four[0].room["id"])
    assert loaded is not None
    play = decode_room(loaded.blob).play
    assert play is not None
    for secret in (play.sealed.seed.hex(), format_tiles(play.state.wall)):
        assert secret not in answer.text


async def test_one_act_is_one_line_and_another_hand_another_act(server: Live, four: list[Player]) -> None:
    await seat_four(four, options={"hands": 4, "seating": "keep"})
    await start(four)
    async with console(server) as boss:
        path = path_of(four)
        for _ in range(2):
            again = await boss.call("POST", path, ASKED)
            assert again.status_code == 200
        assert (
            again.json()["hand"]["at"]
            == (await four[0].until(lambda view: view["inspected_at"] == again.json()["hand"]["at"]))[
                "inspected_at"
            ]
        )
        assert await refused(boss, path, reason="anders") == (409, "key_reused")
        assert (await boss.call("POST", path, {**ASKED, "key": "inspect-0002"})).status_code == 200
        assert len(await audited(boss)) == 2
        await play_hand(four)
        await all_until(four, "between")
        assert await refused(boss, path) == (409, "no_hand")
        for player in four:
            await player.ready()
        for player in four:
            await player.until(lambda view: view["phase"] == "playing")
            assert player.view["inspected_at"] is None
        assert await refused(boss, path) == (409, "key_reused"), "it was a look at the first hand"
        assert len(await audited(boss)) == 2
        assert four[0].view["inspected_at"] is None


async def test_what_is_refused_leaves_no_line(server: Live, four: list[Player]) -> None:
    await seat_four(four)
    async with console(server) as boss:
        path = path_of(four)
        assert await refused(boss, path) == (409, "no_hand"), "a lobby"
        assert await refused(boss, f"/rooms/{'0' * 32}/inspect") == (404, "not_found")
        await start(four)
        assert await refused(boss, path, reason=" \n") == (422, "bad_request")
        assert await refused(boss, path, key="short") == (422, "bad_request")
        boss.csrf = "0" * 64
        assert await refused(boss, path) == (403, "bad_csrf")
        assert await audited(boss) == []
    assert four[0].view["inspected_at"] is None


async def test_nothing_is_shown_if_the_table_cannot_be_told(
    server: Live, four: list[Player], stores: Stores
) -> None:
    await seat_four(four)
    await start(four)
    room_id = four[0].room["id"]
    # the script of the step refuses what it cannot write whole: here the timers, which are no sorted set
    timers = keys.timers(keys.shard_of(room_id))
    await stores.link.call("DEL", timers)
    await stores.link.call("SET", timers, "broken")
    async with console(server) as boss:
        answer = await boss.call("POST", path_of(four), ASKED)
        assert answer.status_code >= 500
        assert TILES.findall(answer.text) == []
        assert len(await audited(boss)) == 1, "it was tried"
    await stores.link.call("DEL", timers)


async def test_no_other_route_shows_a_tile_of_a_hand_in_play(
    server: Live, four: list[Player], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "app")
    await seat_four(four)
    await start(four)
    await some_turns(four)
    room_id, player_id = four[0].room["id"], four[0].account.id
    async with console(server) as boss:
        asked = 0
        for route in operations():
            method, _, path = route.partition(" ")
            if path.startswith("/api/admin/") and method == "GET":
                real = path.removeprefix("/api/admin").format(room_id=room_id, player_id=player_id)
                answer = await boss.call("GET", real)
                assert answer.status_code == 200, path
                assert TILES.findall(answer.text) == [], path
                asked += 1
        assert asked >= 6
        for path in ("/verify-ledger", path_of(four)):
            answer = await boss.call("POST", path, ASKED if path == path_of(four) else {})
            assert (TILES.findall(answer.text) != []) == (path == path_of(four)), path
    assert any("inspected" in line.message for line in caplog.records)
    for line in caplog.records:
        said = f"{line.getMessage()} {getattr(line, 'fields', {})}"
        assert TILES.findall(said) == []
