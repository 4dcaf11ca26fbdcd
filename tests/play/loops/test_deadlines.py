"""The timer in the store always is the deadline of the room, after every kind of commit and claim."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from app.play.loops import lost_holds
from app.play.loops.timers import TimerLoop
from app.rooms.handlers.clocks import next_deadline
from app.rooms.steps.commands import Connected, Disconnected, Grace, Tick
from app.stores.rooms import timers as timers_module
from app.stores.server import keys
from tests.support.live import eventually
from tests.support.play.bench import Bench, settings
from tests.support.play.card_tables import COST, OWNER, SECOND, THIRD, arrive, begin, priced, sound
from tests.support.play.faults import kill, launch, running, stop_before, timer_of

pytestmark = [pytest.mark.store, pytest.mark.database]


async def own_timer(bench: Bench, room_id: str) -> int | None:
    """Check that the timer in the store is the deadline of the room. Returns it."""
    expected = next_deadline(await bench.room(room_id))
    assert await timer_of(bench.stores, room_id) == expected
    return expected


async def thinking(bench: Bench) -> str:
    """A hand that waits 60 s for the owner of the room. Returns the room id."""
    held, _ = await bench.lobby.create(OWNER, secrets.token_hex(8), settings())
    room_id = held.room.id
    await begin(bench, room_id)
    while (due := next_deadline(await bench.room(room_id))) is not None:
        if due > await bench.stores.rooms.now_ms():
            break
        await bench.service.execute(room_id, Tick())
    return room_id


async def waiting_for_its_owner(bench: Bench, owner_ms: int = 120_000) -> str:
    """A lobby whose owner is offline and loses the room to another player after ``owner_ms``."""
    priced_room = priced("winner")
    slow = replace(priced_room, pace=replace(priced_room.pace, owner_ms=owner_ms))
    held, _ = await bench.lobby.create(OWNER, secrets.token_hex(8), slow)
    room_id = held.room.id
    await bench.lobby.join(held.room.code, SECOND)
    await bench.service.execute(room_id, Connected(SECOND.player_id, "1"))
    await bench.service.execute(room_id, Connected(OWNER.player_id, "1"))
    await bench.service.execute(room_id, Disconnected(0, "1"))
    return room_id


async def make_due(bench: Bench, room_id: str) -> None:
    """Set the timer to the past."""
    await bench.stores.link.call("ZADD", keys.timers(keys.shard_of(room_id)), 1, room_id)


async def test_every_step_writes_the_room_s_deadline(bench: Bench) -> None:
    await arrive(bench.db)
    room_id = await thinking(bench)
    assert await own_timer(bench, room_id) is not None
    until = await bench.stores.rooms.now_ms() + 300_000
    await bench.service.execute(room_id, Grace(until))
    assert await own_timer(bench, room_id) == until
    await bench.service.execute(room_id, Disconnected(0, "1"))
    assert await own_timer(bench, room_id) == until


async def test_a_timer_goes_with_its_reason(bench: Bench) -> None:
    await arrive(bench.db, a=COST, b=COST)
    room_id = await waiting_for_its_owner(bench)
    assert await own_timer(bench, room_id) is not None
    await bench.service.execute(room_id, Connected(OWNER.player_id, "2"))
    assert await own_timer(bench, room_id) is None


@pytest.mark.parametrize("table", [thinking, waiting_for_its_owner])
async def test_a_claim_that_changes_nothing_puts_the_deadline_back(
    bench: Bench, table: Callable[[Bench], Awaitable[str]]
) -> None:
    await arrive(bench.db, a=COST, b=COST)
    room_id = await table(bench)
    version = (await bench.service.load(room_id)).version
    before = await own_timer(bench, room_id)
    assert before is not None
    await make_due(bench, room_id)
    assert await bench.timers.poll() == 1
    assert await own_timer(bench, room_id) == before
    assert (await bench.service.load(room_id)).version == version
    assert await bench.timers.poll() == 0


async def test_a_claim_of_a_room_without_a_clock_leaves_none(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    assert await own_timer(bench, room_id) is None
    await make_due(bench, room_id)
    assert await bench.timers.poll() == 1
    assert await own_timer(bench, room_id) is None


async def test_a_sweep_of_lost_holds_stops_no_clock(either: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """A join dies after its cards are held. The sweep writes the room again, and its timer still fires."""
    await arrive(either.db, a=COST, b=COST, c=COST)
    room_id = await waiting_for_its_owner(either, owner_ms=0)
    code = (await either.room(room_id)).code
    with monkeypatch.context() as patch:
        gate = stop_before(patch, either.stores.rooms, "commit")
        join = launch(lambda: either.lobby.join(code, THIRD))
        await gate.reached()
        await kill(join)
    before = await own_timer(either, room_id)
    assert before is not None
    monkeypatch.setattr(lost_holds, "STALE_MS", -60_000)
    assert await lost_holds.LostHolds(either.service, either.db).sweep() == 1
    assert await own_timer(either, room_id) == before

    async def owned_by_the_other() -> bool:
        return (await either.room(room_id)).owner == 1

    async with running(either.timers.run):
        await eventually(owned_by_the_other)
    await sound(either.db)


async def test_a_worker_that_dies_with_a_claimed_room_stops_no_clock(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timers_module, "LEASE_MS", 50)
    room_id = await bench.started()
    version = (await bench.service.load(room_id)).version
    with monkeypatch.context() as patch:
        gate = stop_before(patch, bench.stores.rooms, "commit")
        dying = launch(bench.timers.run)
        await gate.reached()
        await kill(dying)
    assert (await bench.service.load(room_id)).version == version
    assert await timer_of(bench.stores, room_id) is not None

    async def settling() -> bool:
        return (await bench.room(room_id)).phase == "settling"

    async with running(bench.timers.run):
        await eventually(settling)


async def test_two_workers_move_one_table_to_its_end(bench: Bench) -> None:
    room_id = await bench.started()
    other = TimerLoop(bench.service, bench.stores.timers, 5_000)

    async def settling() -> bool:
        return (await bench.room(room_id)).phase == "settling"

    async with running(bench.timers.run, other.run):
        await eventually(settling)
    await asyncio.gather(bench.timers.poll(), other.poll())
    assert await own_timer(bench, room_id) is None
