"""When abandoned rooms are closed and removed from the store, and what keeps a room open."""

import secrets
from dataclasses import replace

import pytest
from sqlalchemy import update

from app.db.hands import rooms
from app.db.hands.records import RoomRecord
from app.db.people import players
from app.db.tables.models import Hand, RoomRow
from app.play.errors import RoomMissing, RoomOver
from app.play.loops.reaper import Patience, Reaper
from app.rooms.state.room import Phase
from app.rooms.steps.commands import AddBot, Connected, Disconnected
from app.stores.server import keys
from tests.support.play.bench import OWNER, Bench, settings
from tests.support.play.card_tables import COST, arrive, balances, make, sound
from tests.support.play.card_tables import OWNER as PAYER

pytestmark = [pytest.mark.store, pytest.mark.database]
MINUTE = 60_000
USUAL = Patience()
QUICK = Patience(lobby_minutes=3, game_minutes=4, ended_minutes=2, forgotten_hours=1)


async def sweep(bench: Bench, patience: Patience = USUAL) -> None:
    """Sweep once, and book the outbox."""
    await Reaper(bench.service, bench.stores.timers, bench.stores.codes, bench.db, patience).sweep()
    while await bench.relay.drain():
        continue


async def aged(bench: Bench, room_id: str, minutes: float) -> None:
    """Set the last change of the room to so many minutes ago."""
    changed = await bench.stores.rooms.now_ms() - round(minutes * MINUTE)
    await bench.stores.link.call("ZADD", keys.rooms(keys.shard_of(room_id)), changed, room_id)


async def record_of(bench: Bench, room_id: str) -> RoomRecord:
    """The database record of the room."""
    async with bench.db.read() as tx:
        record = await rooms.by_id(tx, room_id)
    assert record is not None
    return record


async def table(bench: Bench, phase: Phase) -> str:
    """A room in that phase with its owner and three bots; the owner is offline."""
    if phase == "lobby":
        return await bench.lobby_of_one()
    room_id = await bench.started(hands=1 if phase == "ended" else 4)
    await bench.service.execute(room_id, Disconnected(0, "1"))
    if phase != "playing":
        await bench.play_out(room_id)
    if phase in {"between", "ended"}:
        while await bench.relay.drain():
            continue
    assert (await bench.room(room_id)).phase == phase
    return room_id


@pytest.mark.parametrize("patience", [USUAL, QUICK], ids=["usual", "set"])
@pytest.mark.parametrize("phase", ["lobby", "playing", "between", "ended"])
async def test_a_room_that_was_left_alone_is_closed_in_its_time(
    bench: Bench, phase: Phase, patience: Patience
) -> None:
    minutes = {"lobby": patience.lobby_minutes, "ended": patience.ended_minutes}.get(
        phase, patience.game_minutes
    )
    room_id = await table(bench, phase)
    await aged(bench, room_id, minutes - 0.5)
    await sweep(bench, patience)
    assert (await bench.room(room_id)).phase == phase
    await aged(bench, room_id, minutes + 0.01)
    await sweep(bench, patience)
    assert (await bench.room(room_id)).phase == "dissolved"
    record = await record_of(bench, room_id)
    assert (record.open, record.close_reason) == (False, "abandoned")


@pytest.mark.parametrize("phase", ["lobby", "playing", "between", "ended"])
async def test_a_room_with_somebody_in_it_stays(bench: Bench, phase: Phase) -> None:
    room_id = await table(bench, phase)
    await bench.service.execute(room_id, Connected(OWNER.player_id, "2"))
    await aged(bench, room_id, 100_000)
    await sweep(bench)
    assert (await bench.room(room_id)).phase == phase
    assert (await record_of(bench, room_id)).open


async def test_bots_keep_no_room_open(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    await bench.service.execute(room_id, AddBot(OWNER.player_id, all=True))
    await aged(bench, room_id, USUAL.lobby_minutes + 1)
    await sweep(bench)
    assert (await bench.room(room_id)).phase == "dissolved"


async def test_an_absent_table_plays_its_hand_to_the_end_and_then_waits_for_somebody(bench: Bench) -> None:
    """Auto-play finishes the hand, and the hand is booked before the room is closed."""
    room_id = await table(bench, "playing")
    await bench.play_out(room_id)
    while await bench.relay.drain():
        continue
    room = await bench.room(room_id)
    assert (room.phase, room.next_at, len(room.results)) == ("between", None, 1)
    await aged(bench, room_id, USUAL.game_minutes + 1)
    await sweep(bench)
    async with bench.db.read() as tx:
        data = (await tx.execute(Hand.__table__.select().where(Hand.room_id == room_id))).all()
    assert len(data) == 1


async def test_a_closed_room_leaves_the_store_and_its_code_rests(bench: Bench) -> None:
    room_id = await table(bench, "lobby")
    code = (await bench.room(room_id)).code
    await aged(bench, room_id, USUAL.lobby_minutes + 1)
    await sweep(bench)
    await aged(bench, room_id, USUAL.ended_minutes - 1)
    await sweep(bench)
    assert await bench.stores.rooms.load(room_id) is not None, "players who come late can still read the end"
    await aged(bench, room_id, USUAL.ended_minutes + 1)
    await sweep(bench)
    assert await bench.stores.rooms.load(room_id) is None
    assert not await bench.stores.codes.reserve(code, "another")
    with pytest.raises((RoomMissing, RoomOver)):
        await bench.lobby.find(code)


async def test_cards_that_were_held_for_it_come_back(bench: Bench) -> None:
    await arrive(bench.db, a=COST)
    room_id, _ = await make(bench, "owner")
    assert await balances(bench.db) == {"a": (0, COST)}
    await aged(bench, room_id, USUAL.lobby_minutes + 1)
    await sweep(bench)
    assert await balances(bench.db) == {"a": (COST, 0)}
    assert await bench.lobby.seat_of(PAYER.player_id) is None
    await sound(bench.db)


async def _forget(bench: Bench, room_id: str, hours: float) -> None:
    """The store has lost the room, which was created so many hours ago."""
    made = await bench.stores.rooms.now_ms() - round(hours * 60 * MINUTE)
    async with bench.db.write() as tx:
        await tx.execute(update(RoomRow).where(RoomRow.id == room_id).values(created_at=made))
        await tx.execute(update(Hand).where(Hand.room_id == room_id).values(ended_at=made))
    await bench.stores.link.call("FLUSHALL")


@pytest.mark.parametrize("patience", [USUAL, QUICK], ids=["usual", "set"])
@pytest.mark.parametrize("phase", ["lobby", "playing", "ended"])
async def test_a_room_that_only_the_database_knows_is_closed_in_the_end(
    bench: Bench, patience: Patience, phase: Phase
) -> None:
    """A match may go on for a long time, a lobby and a match that is over only as long as in the store."""
    room_id = await table(bench, phase)
    while await bench.relay.drain():
        continue
    hours = patience.forgotten_hours if phase == "playing" else patience.idle_ms(phase) / 60 / MINUTE
    await _forget(bench, room_id, hours - 0.01)
    await sweep(bench, patience)
    assert (await record_of(bench, room_id)).open, "its players may still come back"
    await _forget(bench, room_id, hours + 0.01)
    await sweep(bench, patience)
    record = await record_of(bench, room_id)
    assert (record.open, record.close_reason) == (False, "abandoned")


async def test_an_old_room_with_a_young_hand_is_not_forgotten(bench: Bench) -> None:
    """The store lost the room during a long match; its players may still come back."""
    room_id = await table(bench, "between")
    now = await bench.stores.rooms.now_ms()
    await _forget(bench, room_id, 100)
    async with bench.db.write() as tx:
        await tx.execute(update(Hand).where(Hand.room_id == room_id).values(ended_at=now))
    await sweep(bench)
    assert (await record_of(bench, room_id)).open
    async with bench.db.write() as tx:
        await tx.execute(update(Hand).where(Hand.room_id == room_id).values(ended_at=1))
    await sweep(bench)
    assert not (await record_of(bench, room_id)).open


async def test_each_room_is_closed_by_its_own_limit(bench: Bench) -> None:
    """One sweep over rooms of all ages closes exactly the overdue ones."""
    made: dict[str, bool] = {}
    for number, minutes in enumerate((1, 29, 31, 59, 61)):
        owner = replace(OWNER, player_id=f"{number}" * 32)
        async with bench.db.write() as tx:
            await players.create_guest(tx, owner.player_id, owner.name, 1)
        held, _ = await bench.lobby.create(owner, secrets.token_hex(8), settings())
        await aged(bench, held.room.id, minutes)
        made[held.room.id] = minutes > USUAL.lobby_minutes
    await sweep(bench)
    phases = {room_id: (await bench.room(room_id)).phase == "dissolved" for room_id in made}
    assert phases == made
