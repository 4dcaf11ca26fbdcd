"""The reasons that the operator sees for a stuck room, and what the operator can do."""

import asyncio
import secrets
from dataclasses import replace

import pytest

from app.db.hands import rooms
from app.db.people import players
from app.play.lobby import Visitor
from app.play.operator.console import OVERDUE_MS, WAITING_MS, Operator, RoomReport
from app.play.step import make_step
from app.rooms.reduce import reduce
from app.rooms.state.settings import RoomSettings, TurnSeconds
from app.rooms.steps.commands import Connected, Ready, Start
from app.rooms.steps.outcome import Ambient
from app.rules.options.options import make_options
from app.stores import CommitResult
from app.stores.server import keys
from tests.support.live import eventually
from tests.support.play.bench import AT_ONCE, Bench

pytestmark = [pytest.mark.store, pytest.mark.database]
TURN_MS = 60_000
FOUR = [Visitor(f"{number:032x}", name) for number, name in enumerate("甲乙丙丁")]


async def begun(bench: Bench, ago_ms: int, turn_seconds: TurnSeconds = 60) -> str:
    """A match of four players that began ``ago_ms`` ago, without any act since. Returns the room id."""
    pace = replace(AT_ONCE, silent_ms=10 * WAITING_MS)
    chosen = RoomSettings("classic", make_options("classic", {"hands": 4}), turn_seconds, "fast", pace)
    async with bench.db.write() as tx:
        for each in FOUR:
            await players.create_guest(tx, each.player_id, each.name, 1)
    held, _ = await bench.lobby.create(FOUR[0], secrets.token_hex(8), chosen)
    for each in FOUR:
        await bench.lobby.join(held.room.code, each)
        await bench.service.execute(held.room.id, Connected(each.player_id, "1"))
        await bench.service.execute(held.room.id, Ready(each.player_id, client_seed=b"\1" * 16))
    held, now = await bench.service.load(held.room.id), await bench.stores.rooms.now_ms()
    outcome = reduce(held.room, Start(FOUR[0].player_id), Ambient(now - ago_ms, secrets.token_bytes(32)))
    step = make_step(held.room, outcome, held.epoch, held.version, now)
    assert await bench.stores.rooms.commit(step.commit) is CommitResult.OK
    return held.room.id


async def seen(bench: Bench, room_id: str) -> RoomReport:
    """The operator's report of the room; the same in the list and alone."""
    operator = Operator(bench.service, bench.db)
    (listed,) = [each for each in await operator.open_rooms() if each.record.id == room_id]
    alone = await operator.look(room_id)
    assert alone is not None
    assert (alone.stuck, alone.phase) == (listed.stuck, listed.phase)
    return listed


@pytest.mark.parametrize(("late_ms", "stuck"), [(OVERDUE_MS - 5_000, ()), (OVERDUE_MS + 500, ("overdue",))])
async def test_a_deadline_that_no_timer_loop_serves(
    bench: Bench, late_ms: int, stuck: tuple[str, ...]
) -> None:
    room_id = await begun(bench, TURN_MS + late_ms)
    found = await seen(bench, room_id)
    assert found.stuck == stuck
    assert found.deadline is not None
    assert [each.until for each in found.pending] == [found.deadline]


async def test_a_deadline_that_is_served_again(bench: Bench) -> None:
    room_id = await begun(bench, TURN_MS + OVERDUE_MS + 500)
    loop = asyncio.create_task(bench.timers.run())

    async def goes_on() -> bool:
        found = await Operator(bench.service, bench.db).look(room_id)
        return found is not None and not found.stuck

    await eventually(goes_on)
    loop.cancel()
    await asyncio.wait([loop])
    assert (await seen(bench, room_id)).phase == "playing"


@pytest.mark.parametrize(("ago_ms", "stuck"), [(WAITING_MS - 5_000, ()), (WAITING_MS + 500, ("waiting",))])
async def test_a_decision_that_stays_open(bench: Bench, ago_ms: int, stuck: tuple[str, ...]) -> None:
    room_id = await begun(bench, ago_ms, turn_seconds=None)
    found = await seen(bench, room_id)
    assert found.stuck == stuck
    (asked,) = found.pending
    assert (asked.until, asked.online) == (None, True)
    assert asked.name in {each.name for each in FOUR}


@pytest.mark.parametrize("blob", [b"", b"nonsense", b"\x92\x63\xa1x"])
async def test_a_room_that_cannot_be_read_can_be_closed(bench: Bench, blob: bytes) -> None:
    room_id = await begun(bench, 0)
    await bench.stores.link.call("HSET", keys.room(room_id), "s", blob)
    found = await seen(bench, room_id)
    assert (found.stuck, found.phase, found.seats, found.pending) == (("unreadable",), None, (), ())
    operator = Operator(bench.service, bench.db)
    assert await operator.company([room_id]) == {}
    relay = asyncio.create_task(bench.relay.run())
    assert await operator.dissolve(room_id)
    relay.cancel()
    await asyncio.wait([relay])
    async with bench.db.read() as tx:
        record = await rooms.by_id(tx, room_id)
    assert record is not None
    assert (record.open, record.close_reason) == (False, "operator")
