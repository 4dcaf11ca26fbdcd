"""The store has lost a room: it is rebuilt as of its last booked hand, and the open hand is void."""

import asyncio

import msgspec
import pytest

from app.client.table import Rejected
from app.db.hands import rooms
from app.play.errors import Busy, RoomMissing, RoomOver
from app.rooms.state.codec import OLDEST, SCHEMA
from app.rooms.steps.commands import CloseRoom, Connected, Ready, Tick
from app.stores import Stores
from app.stores.server import keys
from tests.support.exact import exactly
from tests.support.live import Live, Player, all_until, eventually, play_hand, seat_four, start
from tests.support.play.bench import OWNER, Bench
from tests.support.play.faults import kill, launch, stop_before

pytestmark = [pytest.mark.store, pytest.mark.database]


async def _all_booked(stores: Stores) -> bool:
    return (await stores.outbox.backlog()).waiting == 0


async def test_an_empty_store_in_the_middle_of_a_hand(
    server: Live, four: list[Player], stores: Stores
) -> None:
    code = await seat_four(four, options={"hands": 4, "seating": "keep"})
    await start(four)
    await play_hand(four)
    first = (await all_until(four, "between"))[0]["results"][0]
    for player in four:
        await player.ready()
    for player in four:
        await player.until(lambda view: view["phase"] == "playing" and view["hand_number"] == 2)
    epoch = four[0].table.epoch

    await stores.link.call("FLUSHALL")
    for player in four:
        await player.table.drop()
    for player in four:
        view = await player.until_rebuilt(epoch + 1, "between")
        assert view["results"] == [first], "the booked hand stands, the open one is void"
        assert view["hand"] is None
    assert {player.table.epoch for player in four} == {epoch + 1}
    assert (await four[0].api.room(code))["phase"] == "between", "the code finds the room again"

    for player in four:
        await player.ready()
    for player in four:
        await player.until(lambda view: view["phase"] == "playing" and view["hand_number"] == 2)
    await play_hand(four)
    views = await all_until(four, "between")
    assert [len(view["results"]) for view in views] == [2, 2, 2, 2]
    hands = await four[0].api.hands(four[0].room["id"])
    assert [hand["deltas"] for hand in hands] == views[0]["results"]


async def test_open_connections_notice_an_empty_store(
    server: Live, four: list[Player], stores: Stores
) -> None:
    """No client disconnects. The next act finds the room lost, and all clients get the rebuilt one."""
    await seat_four(four)
    await start(four)
    await eventually(lambda: _all_booked(stores))  # also the start of the match
    await stores.link.call("FLUSHALL")
    with pytest.raises(Rejected, match=exactly("wrong_phase", "stale_decision")):
        await four[0].table.act({"type": "discard", "tile": "1m"}, 1)
    for player in four:
        await player.until_rebuilt(2, "between")


async def test_a_room_is_rebuilt_once_by_many(bench: Bench) -> None:
    room_id = await bench.started()
    while await bench.relay.drain():
        continue
    await bench.stores.link.call("FLUSHALL")
    held = await asyncio.gather(*(bench.service.load(room_id) for _ in range(8)))
    assert {one.epoch for one in held} == {held[0].epoch}
    assert {one.room.phase for one in held} == {"between"}
    assert held[0].epoch > 1


async def test_a_worker_that_dies_in_a_rebuild_leaves_it_to_the_next(bench: Bench) -> None:
    """The epoch has grown in the database, and the room is not in the store yet."""
    room_id = await bench.started()
    while await bench.relay.drain():
        continue
    await bench.stores.link.call("FLUSHALL")
    with pytest.MonkeyPatch.context() as patch:
        gate = stop_before(patch, bench.stores.rooms, "create")
        dying = launch(lambda: bench.service.load(room_id))
        await gate.reached()
        await kill(dying)
    assert await bench.stores.rooms.load(room_id) is None
    held = await bench.service.load(room_id)
    assert (held.epoch, held.room.phase) == (3, "between")
    assert await bench.stores.codes.lookup(held.room.code) == room_id


async def test_an_old_state_cannot_be_written_over_the_new_room(bench: Bench) -> None:
    room_id = await bench.started()
    while await bench.relay.drain():
        continue
    loaded = await bench.stores.rooms.load(room_id)
    assert loaded is not None
    await bench.stores.link.call("FLUSHALL")
    await bench.service.load(room_id)
    assert not await bench.stores.rooms.create(room_id, loaded.epoch, loaded.blob)
    again = await bench.stores.rooms.load(room_id)
    assert again is not None
    assert again.epoch > loaded.epoch


async def test_a_closed_or_unknown_room_stays_away(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    await bench.service.execute(room_id, CloseRoom("test"))
    while await bench.relay.drain():
        continue
    await bench.stores.link.call("FLUSHALL")
    with pytest.raises(RoomOver, match=exactly("test")):
        await bench.service.load(room_id)
    with pytest.raises(RoomMissing):
        await bench.service.load("f" * 32)


async def test_a_lobby_comes_back_with_its_people(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    await bench.service.execute(room_id, Connected(OWNER.player_id, "7"))
    await bench.service.execute(room_id, Ready(OWNER.player_id, client_seed=b"\3" * 16))
    await bench.stores.link.call("FLUSHALL")
    room = (await bench.service.load(room_id)).room
    assert room.phase == "lobby"
    member = room.by_player(OWNER.player_id)
    assert member is not None
    assert (member.name, member.online, member.ready) == (OWNER.name, False, False)
    async with bench.db.read() as tx:
        record = await rooms.by_id(tx, room_id)
    assert record is not None
    assert record.epoch == 2


async def _rewrite(bench: Bench, room_id: str, schema: int) -> bytes:
    """Have the store hold the room under another schema number; the bytes."""
    loaded = await bench.stores.rooms.load(room_id)
    assert loaded is not None
    blob = msgspec.msgpack.encode([schema, *msgspec.msgpack.decode(loaded.blob)[1:]])
    await bench.stores.link.call("HSET", keys.room(room_id), "s", blob)
    return blob


async def test_a_room_too_old_to_read_goes_on_from_its_last_booked_hand(bench: Bench) -> None:
    room_id = await bench.started()
    while await bench.relay.drain():
        continue
    before = await bench.service.load(room_id)
    await _rewrite(bench, room_id, OLDEST - 1)
    held = await bench.service.load(room_id)
    assert (held.epoch, held.room.phase) == (before.epoch + 1, "between")
    assert (await bench.room(room_id)) == held.room


async def test_a_room_of_a_newer_program_is_left_as_it_is(bench: Bench) -> None:
    room_id = await bench.started()
    blob = await _rewrite(bench, room_id, SCHEMA + 1)
    with pytest.raises(Busy):
        await bench.service.execute(room_id, Tick())
    loaded = await bench.stores.rooms.load(room_id)
    assert loaded is not None
    assert loaded.blob == blob
