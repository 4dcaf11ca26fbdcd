"""Due rooms are claimed by one worker, come again if nothing is committed, and silence is measured."""

import asyncio

from app.stores import Stores, Timers
from app.stores.server import keys
from app.stores.server.link import as_int
from tests.support.stores.helpers import ROOM, commit, new_room

NOW = 1_000_000


async def test_only_due_rooms_are_claimed(stores: Stores) -> None:
    await new_room(stores, "due", deadline_ms=NOW)
    await new_room(stores, "later", deadline_ms=NOW + 1)
    await new_room(stores, "never")
    assert await stores.timers.claim_due(NOW, 10) == ["due"]


async def test_several_pollers_share_the_due_rooms_without_doubles(stores: Stores) -> None:
    rooms = {f"r{n}" for n in range(300)}
    for room_id in rooms:
        await new_room(stores, room_id, deadline_ms=NOW - 5)
    found: list[str] = []

    async def poll() -> None:
        timers = Timers(stores.link, stores.clock)
        while claimed := await timers.claim_due(NOW, 7):
            assert len(claimed) <= 7
            found.extend(claimed)

    await asyncio.gather(*(poll() for _ in range(5)))
    assert len(found) == 300
    assert set(found) == rooms


async def test_a_claim_that_leads_to_nothing_comes_back(stores: Stores) -> None:
    await new_room(stores, deadline_ms=NOW)
    assert await stores.timers.claim_due(NOW, 10) == [ROOM]
    assert await stores.timers.claim_due(NOW + 999, 10) == []
    assert await stores.timers.claim_due(NOW + 1000, 10) == [ROOM]


async def test_a_commit_moves_the_timer(stores: Stores) -> None:
    await new_room(stores, deadline_ms=NOW)
    await stores.timers.claim_due(NOW, 10)
    await commit(stores, 1, deadline_ms=NOW + 1500)
    assert await stores.timers.claim_due(NOW + 1000, 10) == []
    assert await stores.timers.claim_due(NOW + 1500, 10) == [ROOM]
    await commit(stores, 2, deadline_ms=None)
    assert await stores.timers.claim_due(NOW + 3000, 10) == []


async def test_a_poll_after_a_pause_claims_at_once(stores: Stores) -> None:
    await new_room(stores, deadline_ms=NOW + 1)
    assert await stores.timers.claim_due(NOW, 10) == []
    assert await stores.timers.claim_due(NOW + 3_600_000, 10) == [ROOM]


async def test_polls_without_timers_are_no_silence(stores: Stores) -> None:
    await new_room(stores, "earlier", deadline_ms=NOW + 5)
    assert await stores.timers.claim_due(NOW, 10) == []
    assert await stores.timers.silence_ms() > 0
    await stores.rooms.delete("earlier")
    assert await stores.timers.claim_due(NOW + 10, 10) == []
    assert await stores.timers.silence_ms() == 0
    await new_room(stores, deadline_ms=NOW)
    assert await stores.timers.silence_ms() == 0


async def test_silence_is_measured_while_timers_are_set(stores: Stores) -> None:
    now = await stores.rooms.now_ms()
    assert await stores.timers.silence_ms() == 0
    await new_room(stores, deadline_ms=now + 60_000)
    await stores.timers.claim_due(now - 7000, 10)
    assert 7000 <= await stores.timers.silence_ms() < 60_000
    await stores.timers.claim_due(await stores.rooms.now_ms(), 10)
    assert await stores.timers.silence_ms() < 2000


async def test_polling_without_work_writes_nothing(stores: Stores) -> None:
    await new_room(stores, deadline_ms=NOW + 60_000)
    await stores.timers.claim_due(NOW, 10)
    before = as_int(await stores.link.call("HGET", keys.alive(0), "t"))
    await stores.timers.claim_due(NOW + 999, 10)
    assert as_int(await stores.link.call("HGET", keys.alive(0), "t")) == before == NOW
    await stores.timers.claim_due(NOW + 1000, 10)
    assert as_int(await stores.link.call("HGET", keys.alive(0), "t")) == NOW + 1000


async def test_a_clock_that_was_set_back_does_not_hide_a_silence(stores: Stores) -> None:
    await new_room(stores, deadline_ms=NOW + 3_600_000)
    await stores.timers.claim_due(NOW + 60_001, 10)
    await stores.timers.claim_due(NOW + 1, 10)
    assert as_int(await stores.link.call("HGET", keys.alive(0), "t")) == NOW + 60_001
    await stores.timers.claim_due(NOW, 10)
    assert as_int(await stores.link.call("HGET", keys.alive(0), "t")) == NOW


async def test_shard_by_shard_finds_the_same(stores: Stores) -> None:
    for n in range(100):
        await new_room(stores, f"r{n}", deadline_ms=NOW)
    single = Timers(stores.link, stores.clock, shards_per_call=1)
    first = await single.claim_due(NOW, 30)
    rest = await single.claim_due(NOW, 100)
    assert len(first) == 30
    assert sorted(first + rest) == sorted(f"r{n}" for n in range(100))


async def test_restore_follows_the_newest_state_only(stores: Stores) -> None:
    await new_room(stores, deadline_ms=NOW)
    await commit(stores, 1, deadline_ms=NOW + 5)
    assert not await stores.timers.restore(ROOM, 1, NOW + 90)
    assert await stores.timers.restore(ROOM, 2, NOW + 7)
    assert await stores.timers.claim_due(NOW + 6, 10) == []
    assert await stores.timers.claim_due(NOW + 7, 10) == [ROOM]
    assert await stores.timers.restore(ROOM, 2, None)
    assert await stores.timers.claim_due(NOW + 2000, 10) == []


async def test_restore_forgets_a_room_that_is_not_there(stores: Stores) -> None:
    await new_room(stores, deadline_ms=NOW)
    assert not await stores.timers.restore(ROOM, None, None)
    await stores.link.call("DEL", keys.room(ROOM))
    assert await stores.timers.restore(ROOM, None, None)
    assert await stores.timers.all_rooms() == []
    assert await stores.timers.claim_due(NOW, 10) == []


async def test_all_rooms_tells_when_each_was_touched(stores: Stores) -> None:
    for n in range(50):
        await new_room(stores, f"r{n}")
    now = await stores.rooms.now_ms()
    found = await stores.timers.all_rooms()
    assert sorted(room.room_id for room in found) == sorted(f"r{n}" for n in range(50))
    assert all(now - 60_000 < room.last_ms <= now + 1 for room in found)
