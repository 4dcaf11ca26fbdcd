"""Leases of connections: the newest generation holds the slot, and only it can end the lease."""

from app.stores import Lapse, Presence, Stores
from app.stores.server import keys
from app.stores.server.link import as_int
from tests.support.stores.helpers import ROOM

LONG_MS = 60_000


async def test_a_late_good_bye_of_an_old_connection_changes_nothing(stores: Stores) -> None:
    presence = stores.presence
    assert await presence.renew(ROOM, 2, 1, LONG_MS)
    assert await presence.renew(ROOM, 2, 2, LONG_MS)
    assert not await presence.drop(ROOM, 2, 1)
    end = await stores.rooms.now_ms() + 2 * LONG_MS
    assert await presence.expired(end) == [Lapse(ROOM, 2, 2)]


async def test_an_old_connection_cannot_take_the_slot_back(stores: Stores) -> None:
    assert await stores.presence.renew(ROOM, 0, 7, LONG_MS)
    assert not await stores.presence.renew(ROOM, 0, 6, LONG_MS)
    assert await stores.presence.renew(ROOM, 0, 7, LONG_MS)


async def test_generations_are_numbers_not_words(stores: Stores) -> None:
    assert await stores.presence.renew(ROOM, 0, 9, LONG_MS)
    assert await stores.presence.renew(ROOM, 0, 10, LONG_MS)
    assert not await stores.presence.renew(ROOM, 0, 9, LONG_MS)


async def test_a_good_bye_ends_the_lease(stores: Stores) -> None:
    await stores.presence.renew(ROOM, 0, 1, LONG_MS)
    assert await stores.presence.drop(ROOM, 0, 1)
    assert not await stores.presence.drop(ROOM, 0, 1)
    assert await stores.link.call("ZCARD", keys.presence(keys.shard_of(ROOM))) == 0
    assert await stores.presence.expired(await stores.rooms.now_ms() + 2 * LONG_MS) == []


async def test_a_lease_that_is_not_renewed_runs_out(stores: Stores) -> None:
    now = await stores.rooms.now_ms()
    await stores.presence.renew(ROOM, 0, 4, 1000)
    await stores.presence.renew(ROOM, 1, 5, LONG_MS)
    assert await stores.presence.expired(now + 900) == []
    assert await stores.presence.expired(now + 30_000) == [Lapse(ROOM, 0, 4)]


async def test_a_lapse_is_given_to_one_caller_and_comes_again_until_it_is_dropped(stores: Stores) -> None:
    end = await stores.rooms.now_ms() + 10_000
    await stores.presence.renew(ROOM, 0, 4, 1)
    assert len(await stores.presence.expired(end)) == 1
    assert await stores.presence.expired(end + 1999) == []
    assert len(await stores.presence.expired(end + 2000)) == 1
    await stores.presence.drop(ROOM, 0, 4)
    assert await stores.presence.expired(end + 9000) == []


async def test_a_lapse_does_not_put_out_a_connection_that_came_meanwhile(stores: Stores) -> None:
    end = await stores.rooms.now_ms() + 10_000
    await stores.presence.renew(ROOM, 0, 4, 1)
    (lapse,) = await stores.presence.expired(end)
    await stores.presence.renew(ROOM, 0, 5, LONG_MS)
    assert not await stores.presence.drop(lapse.room_id, lapse.slot, lapse.generation)
    assert await stores.presence.renew(ROOM, 0, 5, LONG_MS)


async def test_a_lease_without_a_generation_is_removed(stores: Stores) -> None:
    name = keys.presence(keys.shard_of(ROOM))
    await stores.link.call("ZADD", name, 5, f"{ROOM}|0")
    assert await stores.presence.expired(10) == []
    assert await stores.link.call("ZCARD", name) == 0


async def test_a_lease_is_over_at_its_last_millisecond(stores: Stores) -> None:
    await stores.presence.renew(ROOM, 0, 4, LONG_MS)
    ends = as_int(await stores.link.call("ZSCORE", keys.presence(keys.shard_of(ROOM)), f"{ROOM}|0"))
    assert await stores.presence.expired(ends - 1) == []
    assert await stores.presence.expired(ends) == [Lapse(ROOM, 0, 4)]


async def test_limits_and_groups_find_every_lapse(stores: Stores) -> None:
    end = await stores.rooms.now_ms() + 10_000
    for n in range(40):
        await stores.presence.renew(f"room|{n}", n % 4, n + 1, 1)
    single = Presence(stores.link, stores.clock, shards_per_call=1)
    found = await stores.presence.expired(end, limit=15)
    assert len(found) == 15
    found += await single.expired(end, limit=15)
    found += await single.expired(end)
    assert sorted(found, key=lambda lapse: lapse.generation) == [
        Lapse(f"room|{n}", n % 4, n + 1) for n in range(40)
    ]
