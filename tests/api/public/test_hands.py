"""Finished hands are for those who were there."""

import pytest

from app.db import Database
from app.play.loops.tidy import KeepDays, Tidy
from app.stores import Stores
from tests.support.api.console import console
from tests.support.live import Live, Player, all_until, eventually, play_hand, seat_four, start

pytestmark = [pytest.mark.store, pytest.mark.database]


async def test_members_read_the_history_and_others_find_nothing(
    server: Live, four: list[Player], stores: Stores
) -> None:
    await seat_four(four)
    await start(four)
    room_id = four[0].room["id"]
    hand_id = f"{room_id}.1.1"
    running = await four[0].call("GET", f"/api/hands/{hand_id}")
    assert running.status_code == 404, "not while it is played"
    await play_hand(four)
    views = await all_until(four, "ended")
    assert views[0]["hand_id"] == hand_id

    listed = (await four[3].api.hands(room_id))[0]
    assert (listed["id"], listed["match"], listed["hand"]) == (hand_id, 1, 1)
    assert listed["deltas"] == views[0]["results"][0]
    assert [player["name"] for player in listed["players"]] == [seat["name"] for seat in views[0]["seats"]]
    hand = (await four[3].call("GET", f"/api/hands/{hand_id}")).json()
    assert hand["seed"] == views[0]["hand"]["result"]["seed"]
    assert len(hand["client_seeds"]) == 4
    assert hand["log"][0]["commitment"] == hand["commitment"]
    assert [win["ke"] for win in hand["wins"]] == [
        line["ke"] for line in hand["log"] if line["type"] == "win"
    ]

    async with Player(server.url, "路人") as stranger:
        for path in (f"/api/hands?room={room_id}", f"/api/hands/{hand_id}"):
            answer = await stranger.call("GET", path)
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


async def test_a_hand_whose_time_is_over_says_what_is_kept_of_it(server: Live, four: list[Player]) -> None:
    await seat_four(four)
    await start(four)
    await play_hand(four)
    await all_until(four, "ended")
    room_id = four[0].room["id"]
    whole = await four[0].api.hand(f"{room_id}.1.1")
    for player in four:
        await player.table.act({"type": "leave"})
    db = Database(server.settings.database)
    year_ms = 366 * 24 * 3_600_000

    async def none() -> frozenset[str]:
        return frozenset()

    async with console(server) as boss:
        for keep, kept in ((KeepDays(1, 0, 0, 0), "no_log"), (KeepDays(1, 1, 0, 0), "sums")):

            async def tidied(keep: KeepDays = keep) -> bool:
                taken = await Tidy(db, keep, none).once(server.app.state.deps.wall_ms() + year_ms)
                return taken.logs + taken.details == 1

            await eventually(tidied)
            hand = await four[0].api.hand(f"{room_id}.1.1")
            gone = {"log"} if kept == "no_log" else {"log", "wins", "transfers"}
            assert hand == {**whole, **{name: [] for name in gone}, "kept": kept}
            bundle = await boss.get(f"/rooms/{room_id}/bundle")
            assert bundle["hands"] == [], "it cannot be played again"
            verified = (await boss.call("POST", "/verify-ledger", {})).json()
            assert (verified["hands"], verified["replayed"], verified["wrong"]) == (1, 0, 0)
    await db.close()


@pytest.mark.parametrize("hand_id", ["x", "x.1", "x.1.1", "x.01.1", "x.1.-1", "..", "x.1.1.1", "%00.1.1"])
async def test_ids_of_no_hand(server: Live, four: list[Player], hand_id: str) -> None:
    answer = await four[0].call("GET", f"/api/hands/{hand_id}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


async def test_a_part_of_the_address_that_is_refused_is_named(server: Live, four: list[Player]) -> None:
    refused = await four[0].call("GET", f"/api/hands/{'x' * 101}")
    error = refused.json()["error"]
    assert (refused.status_code, error["code"], error["field"]) == (422, "bad_request", "hand_id")
