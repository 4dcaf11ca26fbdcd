"""Deadlines, extra time after an outage, and leases that run out."""

import asyncio

import pytest

from app.play.loops.presence import PresenceLoop
from app.play.loops.timers import SILENCE_MS, TimerLoop
from app.rooms.state.room import Room
from app.rooms.steps.commands import AddBot, CloseRoom, Connected, Ready, Start
from app.stores.server import keys
from tests.support.live import eventually
from tests.support.play.bench import OWNER, Bench

pytestmark = [pytest.mark.store, pytest.mark.database]


async def test_a_due_room_is_moved_by_the_clock_alone(bench: Bench) -> None:
    room_id = await bench.started()
    async with asyncio.timeout(30):
        while (await bench.room(room_id)).phase == "playing":
            await bench.timers.poll()
            await asyncio.sleep(0.001)
    assert (await bench.room(room_id)).phase == "settling"


async def test_the_timer_of_a_missing_room_is_removed(bench: Bench) -> None:
    timers = keys.timers(keys.shard_of("nowhere"))
    await bench.stores.link.call("ZADD", timers, 1, "nowhere")
    async with asyncio.timeout(10):
        while await bench.stores.link.call("ZSCORE", timers, "nowhere") is not None:
            await bench.timers.poll()
            await asyncio.sleep(0.01)


def _deadline(room: Room) -> int:
    untils = [m.asked.until for m in room.present if m.asked is not None and m.asked.until is not None]
    return min(untils)


async def test_after_an_outage_no_player_times_out_at_once(bench: Bench) -> None:
    """A hand waits 60 s for its owner. No worker polls for more than 2 s; then the grace is longer."""
    grace_ms = 600_000
    room_id = await bench.lobby_of_one()
    owner = OWNER.player_id
    await bench.service.execute(room_id, Connected(owner, "1"))
    await bench.service.execute(room_id, AddBot(owner, all=True))
    await bench.service.execute(room_id, Ready(owner, client_seed=b"\1" * 16))
    await bench.service.execute(room_id, Start(owner))
    timers = TimerLoop(bench.service, bench.stores.timers, grace_ms)
    await timers.poll()
    now = await bench.stores.rooms.now_ms()
    assert _deadline(await bench.room(room_id)) < now + grace_ms, "no worker was silent"
    # As after an outage of all workers: the last poll is long ago.
    await bench.stores.link.call("HSET", keys.alive(0), "t", now - SILENCE_MS - 60_000)
    timers._last_poll = None
    await timers.poll()
    assert _deadline(await bench.room(room_id)) >= now + grace_ms


async def test_a_member_whose_lease_runs_out_is_offline(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    loop = PresenceLoop(bench.service, bench.stores.presence)
    await bench.stores.presence.renew(room_id, 0, 7, 30)
    await bench.service.execute(room_id, Connected(OWNER.player_id, "7"))
    await eventually(loop.sweep)
    member = (await bench.room(room_id)).by_player(OWNER.player_id)
    assert member is not None
    assert not member.online


async def test_an_old_lease_does_not_mark_the_new_connection_offline(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    loop = PresenceLoop(bench.service, bench.stores.presence)
    await bench.stores.presence.renew(room_id, 0, 7, 30)
    await bench.service.execute(room_id, Connected(OWNER.player_id, "8"))
    await eventually(loop.sweep)
    member = (await bench.room(room_id)).by_player(OWNER.player_id)
    assert member is not None
    assert member.online


async def test_a_closed_room_is_not_revived_by_its_timer(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    await bench.service.execute(room_id, CloseRoom("test"))
    assert await bench.timers.poll() == 0
