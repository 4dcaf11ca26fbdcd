"""Results are delivered until acknowledged, and a bad result does not stop the others."""

import asyncio

import pytest

from app.stores import Outbox, Stores
from app.stores.rooms.outbox import GROUP, Backlog
from app.stores.server import keys
from app.stores.server.link import as_bytes, as_list
from tests.support.stores.helpers import ROOM, commit, new_room


async def _results(stores: Stores, room_id: str, *data: bytes) -> None:
    await new_room(stores, room_id)
    for version, one in enumerate(data, start=1):
        await commit(stores, version, room_id, outbox=(one,))


async def test_entries_come_in_order_and_to_one_consumer(stores: Stores) -> None:
    await _results(stores, ROOM, b"1", b"2", b"3")
    first = await stores.outbox.take("a", 2)
    second = await stores.outbox.take("b", 5)
    assert [(e.room_id, e.data) for e in first] == [(ROOM, b"1"), (ROOM, b"2")]
    assert [e.data for e in second] == [b"3"]
    assert await stores.outbox.take("a", 5) == []


async def test_results_of_one_step_come_in_its_order(stores: Stores) -> None:
    await new_room(stores)
    await commit(stores, 1, outbox=(b"hand", b"close"))
    assert [entry.data for entry in await stores.outbox.take("a", 5)] == [b"hand", b"close"]


async def test_an_acknowledged_entry_is_gone(stores: Stores) -> None:
    await _results(stores, ROOM, b"1")
    eager = Outbox(stores.link, idle_ms=0)
    (entry,) = await eager.take("a", 5)
    assert await eager.ack(entry)
    waiting, *_ = as_list(await stores.link.call("XPENDING", keys.outbox(entry.shard), GROUP))
    assert waiting == 0
    assert not await eager.ack(entry)
    assert await eager.take("a", 5) == []
    assert await eager.backlog() == Backlog(0, 0, 0)


async def test_an_abandoned_entry_goes_to_the_next(stores: Stores) -> None:
    await _results(stores, ROOM, b"1", b"2", b"3")
    eager = Outbox(stores.link, idle_ms=0)
    lost = await eager.take("dies", 2)
    again = await eager.take("lives", 5)
    assert [entry.entry_id for entry in again[:2]] == [entry.entry_id for entry in lost]
    assert [e.data for e in again] == [b"1", b"2", b"3"]
    assert await stores.outbox.take("third", 5) == []  # not idle for long enough


async def test_a_poisoned_entry_is_put_aside_with_its_reason(stores: Stores) -> None:
    await _results(stores, ROOM, b"bad", b"good")
    eager = Outbox(stores.link, idle_ms=0)
    for failure in range(1, 7):
        bad = (await eager.take("w", 1))[0]
        assert bad.data == b"bad"
        assert await eager.failed(bad) == failure
    assert await eager.dead(bad, "does not add up")
    assert not await eager.dead(bad, "twice")
    assert await eager.failed(bad) == 0
    assert await stores.link.call("EXISTS", keys.failures(bad.shard)) == 0
    left = await eager.backlog()
    assert (left.waiting, left.dead) == (1, 1)
    (kept,) = as_list(await stores.link.call("XRANGE", keys.dead(bad.shard), "-", "+"))
    fields = [as_bytes(part) for part in as_list(as_list(kept)[1])]
    assert fields == [b"r", ROOM.encode(), b"d", b"bad", b"why", b"does not add up"]
    assert [e.data for e in await eager.take("w", 5)] == [b"good"]


async def test_a_dead_entry_comes_back_once_as_a_new_one(stores: Stores) -> None:
    await _results(stores, ROOM, b"bad", b"good")
    eager = Outbox(stores.link, idle_ms=0)
    bad = (await eager.take("w", 1))[0]
    await eager.dead(bad, "why")
    (dead,) = await eager.given_up({}, 5)
    assert (dead.shard, dead.room_id, dead.data, dead.reason) == (bad.shard, ROOM, b"bad", "why")
    assert await eager.revive(dead)
    assert not await eager.revive(dead)
    assert await eager.given_up({}, 5) == []
    left = await eager.backlog()
    assert (left.waiting, left.dead) == (2, 0)
    assert [entry.data for entry in await eager.take("w", 5)] == [b"good", b"bad"]


@pytest.mark.parametrize("shards_per_call", [1, 64])
async def test_dead_entries_are_read_part_by_part(stores: Stores, shards_per_call: int) -> None:
    outbox = Outbox(stores.link, shards_per_call=shards_per_call)
    for n in range(5):
        await _results(stores, f"r{n}", f"{n}a".encode(), f"{n}b".encode())
    for entry in await outbox.take("w", 10):
        await outbox.dead(entry, "why")
    after: dict[int, str] = {}
    read: list[bytes] = []
    while part := await outbox.given_up(after, 3):
        assert len(part) <= 3
        read += [entry.data for entry in part]
        after |= {entry.shard: entry.entry_id for entry in part}
    assert sorted(read) == sorted(f"{n}{step}".encode() for n in range(5) for step in "ab")


async def test_many_consumers_over_many_shards_get_everything_once(stores: Stores) -> None:
    for n in range(60):
        await _results(stores, f"r{n}", f"{n}a".encode(), f"{n}b".encode())
    found: list[bytes] = []

    async def work(name: str) -> None:
        while entries := await stores.outbox.take(name, 5):
            for entry in entries:
                found.append(entry.data)
                assert await stores.outbox.ack(entry)

    await asyncio.gather(*(work(f"w{n}") for n in range(4)))
    assert sorted(found) == sorted(f"{n}{x}".encode() for n in range(60) for x in "ab")
    assert (await stores.outbox.backlog()).waiting == 0


async def test_a_worker_gets_no_more_than_it_asks_for(stores: Stores) -> None:
    for n in range(20):
        await _results(stores, f"r{n}", str(n).encode())
    eager = Outbox(stores.link, idle_ms=0)
    assert [len(await eager.take("w", 7)) for _ in range(3)] == [7, 7, 7]


@pytest.mark.parametrize("per_call", [1, 16])
async def test_shards_in_groups_deliver_the_same(stores: Stores, per_call: int) -> None:
    for n in range(20):
        await _results(stores, f"r{n}", str(n).encode())
    grouped = Outbox(stores.link, shards_per_call=per_call)
    entries = await grouped.take("w", 7) + await grouped.take("w", 99)
    assert sorted(int(entry.data) for entry in entries) == list(range(20))
    assert all(entry.shard == keys.shard_of(entry.room_id) for entry in entries)
    backlog = await grouped.backlog()
    assert backlog.waiting == 20
    assert abs(backlog.oldest_ms - await stores.rooms.now_ms()) < 60_000


@pytest.mark.parametrize("per_call", [1, 64])
async def test_the_backlog_is_as_old_as_its_oldest_entry(stores: Stores, per_call: int) -> None:
    for shard, entry_id in ((3, "7000-0"), (5, "4000-0"), (5, "4500-0"), (9, "9000-0")):
        await stores.link.call("XADD", keys.outbox(shard), entry_id, "r", ROOM, "d", "x")
    assert await Outbox(stores.link, shards_per_call=per_call).backlog() == Backlog(4, 0, 4000)


async def test_results_outlive_their_room(stores: Stores) -> None:
    await _results(stores, ROOM, b"1")
    await stores.rooms.delete(ROOM)
    assert [entry.data for entry in await stores.outbox.take("w", 5)] == [b"1"]
