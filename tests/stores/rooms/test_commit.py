"""A step is written completely, once, and only against the newest version."""

import asyncio
from dataclasses import replace

import pytest

from app.stores import CommitResult, StoredFrame, StoreRejected, Stores
from app.stores.server import keys
from app.stores.server.link import as_int, as_list
from tests.support.stores.helpers import EPOCH, ROOM, Parts, commit, everything, frames, new_room, step

SHARD = keys.shard_of(ROOM)
DAY_S = 24 * 3600


async def test_a_step_writes_state_frames_timer_outbox_and_activity_together(stores: Stores) -> None:
    await new_room(stores)
    await stores.link.call("ZADD", keys.rooms(SHARD), 5, ROOM)
    now = await stores.rooms.now_ms()
    deadline = now + 9000
    assert await commit(stores, 1, deadline_ms=deadline, outbox=(b"result",)) is CommitResult.OK

    loaded = await stores.rooms.load(ROOM)
    assert loaded is not None
    assert (loaded.epoch, loaded.version, loaded.blob) == (EPOCH, 2, b"state 2")
    for slot in range(4):
        read = await stores.rooms.read_frames(ROOM, slot, 0, "", 10)
        assert read.frames == (frames(1)[slot],)
    assert as_int(await stores.link.call("ZSCORE", keys.timers(SHARD), ROOM)) == deadline
    assert [entry.data for entry in await stores.outbox.take("t", 5)] == [b"result"]
    (activity,) = await stores.timers.all_rooms()
    assert activity.room_id == ROOM
    assert activity.last_ms >= now


async def test_a_step_without_deadline_removes_the_timer(stores: Stores) -> None:
    await new_room(stores, deadline_ms=1)
    assert await commit(stores, 1) is CommitResult.OK
    assert await stores.link.call("ZSCORE", keys.timers(SHARD), ROOM) is None


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        ({"version": 2}, CommitResult.CONFLICT),
        ({"version": 0}, CommitResult.CONFLICT),
        ({"epoch": EPOCH - 1}, CommitResult.EPOCH),
        ({"epoch": EPOCH + 1}, CommitResult.EPOCH),
        ({"room_id": "nowhere"}, CommitResult.GONE),
        ({"room_id": "nowhere", "epoch": 9, "version": 9, "now_ms": 1}, CommitResult.GONE),
        ({"epoch": 9, "version": 9, "now_ms": 1}, CommitResult.EPOCH),
        ({"version": 9, "now_ms": 1}, CommitResult.CONFLICT),
    ],
)
async def test_a_refused_step_changes_nothing(stores: Stores, change: Parts, verdict: CommitResult) -> None:
    await new_room(stores, deadline_ms=77)
    before = await everything(stores.link)
    refused = replace(await step(stores, 1, deadline_ms=99, outbox=(b"x",)), **change)
    assert await stores.rooms.commit(refused) is verdict
    assert await everything(stores.link) == before


@pytest.mark.parametrize("skew", [-12_000, 2_000])
async def test_a_worker_with_a_wrong_clock_is_refused_and_asks_again(stores: Stores, skew: int) -> None:
    await new_room(stores)
    right = await stores.rooms.now_ms()
    asked = as_int(as_list(await stores.link.call("TIME"))[0])
    before = await everything(stores.link)
    assert await commit(stores, 1, now_ms=right + skew) is CommitResult.CLOCK
    assert await everything(stores.link) == before
    assert abs(await stores.rooms.now_ms() / 1000 - asked) < 60
    assert await commit(stores, 1) is CommitResult.OK


async def test_the_same_step_sent_twice_is_applied_once(stores: Stores) -> None:
    await new_room(stores)
    once = await step(stores, 1, outbox=(b"result",))
    verdicts = [await stores.rooms.commit(once) for _ in range(2)]
    assert verdicts == [CommitResult.OK, CommitResult.CONFLICT]
    assert (await stores.outbox.backlog()).waiting == 1


async def test_racing_writers_lose_nothing(stores: Stores) -> None:
    await stores.rooms.create(ROOM, EPOCH, b"0")

    async def add_one() -> int:
        conflicts = 0
        while True:
            loaded = await stores.rooms.load(ROOM)
            assert loaded is not None
            total = str(int(loaded.blob) + 1).encode()
            if await commit(stores, loaded.version, blob=total) is CommitResult.OK:
                return conflicts
            conflicts += 1

    conflicts = sum(await asyncio.gather(*(add_one() for _ in range(40))))
    loaded = await stores.rooms.load(ROOM)
    assert loaded is not None
    assert (loaded.blob, loaded.version) == (b"40", 41)
    assert conflicts > 0  # otherwise nothing raced
    read = await stores.rooms.read_frames(ROOM, 2, 0, "", 100)
    assert [frame.seq for frame in read.frames] == list(range(1, 41))


async def test_a_rebuilt_room_refuses_steps_of_the_old_epoch(stores: Stores) -> None:
    await new_room(stores)
    late = await step(stores, 1)
    await stores.link.call("FLUSHDB")
    assert await stores.rooms.create(ROOM, EPOCH + 1, b"rebuilt")
    assert await stores.rooms.commit(late) is CommitResult.EPOCH


async def test_create_is_for_absent_rooms_and_answers_a_repeat_alike(stores: Stores) -> None:
    await new_room(stores)
    await new_room(stores)
    assert not await stores.rooms.create(ROOM, EPOCH, b"another")
    assert not await stores.rooms.create(ROOM, EPOCH + 1, b"state 1")
    assert await commit(stores, 1, blob=b"state 1") is CommitResult.OK
    assert not await stores.rooms.create(ROOM, EPOCH, b"state 1")


async def test_a_new_room_starts_with_empty_streams(stores: Stores) -> None:
    await new_room(stores)
    await commit(stores, 1)
    await stores.link.call("DEL", keys.room(ROOM))
    assert await stores.rooms.create(ROOM, EPOCH + 1, b"rebuilt")
    assert await commit(stores, 1, epoch=EPOCH + 1, frames=frames(1)) is CommitResult.OK


async def test_a_new_room_has_no_timer_of_an_earlier_one(stores: Stores) -> None:
    await stores.link.call("ZADD", keys.timers(SHARD), 5, ROOM)
    await new_room(stores)
    assert await stores.link.call("ZSCORE", keys.timers(SHARD), ROOM) is None


async def test_a_deleted_room_stays_deleted(stores: Stores) -> None:
    await new_room(stores, deadline_ms=5)
    await commit(stores, 1, deadline_ms=5)
    for slot in range(4):
        await stores.presence.renew(ROOM, slot, 1, 1)
    late = await step(stores, 2)
    assert await stores.rooms.delete(ROOM)
    assert await stores.rooms.load(ROOM) is None
    assert await stores.rooms.commit(late) is CommitResult.GONE
    assert not await stores.rooms.create(ROOM, EPOCH, b"state 1")
    assert set(await everything(stores.link)) == {keys.tomb(ROOM).encode()}
    assert 6 * DAY_S < as_int(await stores.link.call("TTL", keys.tomb(ROOM))) <= 7 * DAY_S
    assert await stores.rooms.create(ROOM, EPOCH + 1, b"again")


async def test_delete_spares_a_room_that_has_moved_on(stores: Stores) -> None:
    await new_room(stores)
    await commit(stores, 1)
    assert not await stores.rooms.delete(ROOM, version=1)
    assert await stores.rooms.load(ROOM) is not None
    assert await stores.rooms.delete(ROOM, version=2)


async def test_a_tombstone_never_gets_younger(stores: Stores) -> None:
    await stores.rooms.delete(ROOM, epoch=9)
    await stores.rooms.delete(ROOM, epoch=2)
    assert not await stores.rooms.create(ROOM, 9, b"x")
    assert await stores.rooms.create(ROOM, 10, b"x")


async def test_everything_of_a_room_has_an_end(stores: Stores) -> None:
    await new_room(stores)
    assert 0.99 * DAY_S < as_int(await stores.link.call("TTL", keys.room(ROOM))) <= DAY_S
    await commit(stores, 1)
    names = [keys.room(ROOM), *(keys.frames(ROOM, slot) for slot in range(4))]
    for name in names:
        assert 0.99 * DAY_S < as_int(await stores.link.call("TTL", name)) <= DAY_S
        await stores.link.call("EXPIRE", name, int(0.94 * DAY_S))
    await commit(stores, 2)
    for name in names:
        assert as_int(await stores.link.call("TTL", name)) > 0.99 * DAY_S


async def test_a_young_room_is_not_renewed_but_its_replaced_stream_has_an_end(stores: Stores) -> None:
    await new_room(stores)
    await commit(stores, 1)
    for name in (keys.room(ROOM), keys.frames(ROOM, 0)):
        await stores.link.call("EXPIRE", name, int(0.96 * DAY_S))
    fresh = (*frames(2, "013"), StoredFrame(2, 50, "new", b"hello"))
    assert await commit(stores, 2, frames=fresh, drop_streams=(2,)) is CommitResult.OK
    for name in (keys.room(ROOM), keys.frames(ROOM, 0)):
        assert as_int(await stores.link.call("TTL", name)) <= 0.96 * DAY_S
    assert 0.99 * DAY_S < as_int(await stores.link.call("TTL", keys.frames(ROOM, 2))) <= DAY_S


async def test_a_blob_of_another_room_is_noticed(stores: Stores) -> None:
    await new_room(stores)
    await new_room(stores, "other")
    await stores.link.call("HSET", keys.room(ROOM), "r", "other")
    with pytest.raises(StoreRejected):
        await stores.rooms.load(ROOM)


async def test_state_without_frames_is_a_step_too(stores: Stores) -> None:
    await new_room(stores)
    assert await commit(stores, 1, frames=()) is CommitResult.OK
    assert await commit(stores, 2, frames=(StoredFrame(0, 1, "a", b""),)) is CommitResult.OK
    assert (await stores.rooms.read_frames(ROOM, 0, 0, "", 5)).frames == (StoredFrame(0, 1, "a", b""),)
