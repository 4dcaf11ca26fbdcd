"""Four players on four sockets play one hand from the lobby into the database."""

import msgspec
import pytest

from app.db import Database
from app.db.hands import history
from app.db.hands.records import HandKey
from app.rooms.state.codec import decode_room
from app.stores import Stores
from app.wire.render.render import render_view
from tests.support.live import Live, Player, all_until, play_hand, seat_four, start

pytestmark = [pytest.mark.store, pytest.mark.database]


async def test_a_hand_is_played_and_booked(server: Live, four: list[Player], stores: Stores) -> None:
    await seat_four(four)
    await start(four)
    await play_hand(four)
    views = await all_until(four, "ended")

    room_id = four[0].room["id"]
    deltas = views[0]["results"][0]
    assert sum(deltas) == 0
    booked = await four[1].api.hand(f"{room_id}.1.1")
    assert booked["deltas"] == deltas
    assert booked["log"][0]["type"] == "hand"
    assert booked["log"][-1]["type"] == "settle"
    sums = [0, 0, 0, 0]
    for transfer in booked["transfers"]:
        sums[transfer["payer"]] -= transfer["ke"]
        sums[transfer["payee"]] += transfer["ke"]
    assert sums == deltas


async def test_what_a_client_folds_is_what_the_server_sees(
    server: Live, four: list[Player], stores: Stores
) -> None:
    await seat_four(four)
    await start(four)
    await play_hand(four)
    await all_until(four, "ended")
    loaded = await stores.rooms.load(four[0].room["id"])
    assert loaded is not None
    room = decode_room(loaded.blob)
    for player in four:
        member = next(m for m in room.present if m.name == player.name)
        stream = room.streams[member.slot]
        assert (player.table.seq, player.table.hash) == (stream.seq, stream.hash)
        assert player.view == msgspec.json.decode(msgspec.json.encode(render_view(room, member.slot)))


async def test_the_books_balance(server: Live, four: list[Player]) -> None:
    await seat_four(four)
    await start(four)
    await play_hand(four)
    await all_until(four, "ended")
    db = Database(server.settings.database)
    try:
        async with db.read() as tx:
            detail = await history.one_hand(tx, HandKey(four[0].room["id"], 1, 1))
    finally:
        await db.close()
    assert detail is not None
    assert sum(detail.summary.deltas) == 0
    assert {player.player_id for player in detail.summary.players} == {
        (await player.api.me())["player"]["id"] for player in four
    }
