"""Retention: one worker per hour deletes, keeps rooms that are in the store, and counts the deletions."""

import pytest
from sqlalchemy import update

from app.db.hands import rooms
from app.db.tables.models import RoomRow
from app.play.loops.tidy import KeepDays, Taken, Tidy, TidyLoop
from app.rooms.steps.commands import CloseRoom
from tests.support.counted import counted
from tests.support.play.bench import Bench

pytestmark = [pytest.mark.store, pytest.mark.database]
DAY = 24 * 3_600_000


def loop_of(bench: Bench, now: int) -> TidyLoop:
    """The retention loop of one worker."""
    keep = KeepDays(logs_days=1, rooms_days=1, sessions_days=1, guests_days=0)
    tidy = Tidy(bench.db, keep, bench.stores.timers.live_rooms)
    return TidyLoop(tidy, bench.stores.limits, lambda: now)


async def test_one_worker_tidies_in_an_hour_and_no_live_room(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    await bench.service.execute(room_id, CloseRoom("test"))
    while await bench.relay.drain():
        continue
    now = await bench.stores.rooms.now_ms()
    later = now + 2 * DAY
    assert await loop_of(bench, later).turn() == Taken(0, 0, 0, 0, 0, 0), "the store still has it"
    assert await loop_of(bench, later).turn() is None, "a worker has done it in this hour"
    await bench.stores.rooms.delete(room_id)
    await bench.stores.link.call("FLUSHALL")
    before = counted("guangan_tidied_total", what="rooms")
    assert await loop_of(bench, later).turn() == Taken(0, 0, 1, 0, 0, 0)
    assert counted("guangan_tidied_total", what="rooms") == before + 1
    async with bench.db.read() as tx:
        assert await rooms.by_id(tx, room_id) is None


async def test_an_open_room_stays_however_old(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    async with bench.db.write() as tx:
        await tx.execute(update(RoomRow).values(created_at=1))
    await bench.stores.link.call("FLUSHALL")
    assert await loop_of(bench, 2**45).turn() == Taken(0, 0, 0, 0, 0, 0)
    async with bench.db.read() as tx:
        assert await rooms.by_id(tx, room_id) is not None
