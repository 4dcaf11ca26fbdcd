"""Finished hands are for those who were there."""

import pytest

from app.stores import Stores
from tests.live import Live, Player, all_until, play_hand, seat_four, start

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
    hand = await four[3].api.hand(hand_id)
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


@pytest.mark.parametrize("hand_id", ["x", "x.1", "x.1.1", "x.01.1", "x.1.-1", "..", "x.1.1.1", "%00.1.1"])
async def test_ids_of_no_hand(server: Live, four: list[Player], hand_id: str) -> None:
    answer = await four[0].call("GET", f"/api/hands/{hand_id}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
