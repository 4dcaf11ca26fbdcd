"""A room that nobody can read harms nobody: not its own players, and not the rooms beside it."""

import secrets

import pytest
from sqlalchemy import text

from app.db.cards import cards
from app.play.books.refunds import refund
from app.play.errors import RoomUnreadable
from app.play.lobby import Visitor
from app.play.loops.lost_holds import LostHolds
from app.play.loops.presence import PresenceLoop
from app.play.loops.reaper import Patience, Reaper
from app.play.operator.console import Operator
from app.play.seats import ElsewhereSeated, OwnSeat
from app.rooms.state.codec import SCHEMA
from app.rooms.steps.commands import Connected, Disconnected
from app.stores.server import keys
from tests.support.play.bench import OWNER, Bench, settings
from tests.support.play.card_tables import COST, arrive, balances, priced, sound
from tests.support.play.card_tables import OWNER as PAYER

pytestmark = [pytest.mark.store, pytest.mark.database]
DAMAGED = {
    "no room at all": b"\xc1",
    "nothing of an array": b"\x80",
    "cut short": b"\xdc\x00\x12" + bytes([SCHEMA]),
    "an own schema with other fields": bytes([0x92, SCHEMA, 0xC0]),
}


async def damage(bench: Bench, room_id: str, blob: bytes) -> None:
    """Replace the bytes of the room in the store."""
    await bench.stores.link.call("HSET", keys.room(room_id), "s", blob)


async def aged(bench: Bench, room_id: str) -> None:
    """Make the room look abandoned for a day."""
    day = 24 * 3_600_000
    changed = await bench.stores.rooms.now_ms() - day
    await bench.stores.link.call("ZADD", keys.rooms(keys.shard_of(room_id)), changed, room_id)


@pytest.mark.parametrize("kind", DAMAGED)
async def test_its_players_are_free(bench: Bench, kind: str) -> None:
    room_id = await bench.lobby_of_one()
    await damage(bench, room_id, DAMAGED[kind])
    with pytest.raises(RoomUnreadable):
        await bench.service.load(room_id)
    assert await bench.lobby.seat_of(OWNER.player_id) is None
    held, made = await bench.lobby.create(OWNER, secrets.token_hex(8), settings())
    assert made
    assert await bench.lobby.seat_of(OWNER.player_id) == OwnSeat(held.room.id, held.room.code, "lobby")


async def test_they_can_join_another_room(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    guest = Visitor("9" * 32, "二娃")
    await bench.guests(guest.player_id)
    other, _ = await bench.lobby.create(guest, secrets.token_hex(8), settings())
    await damage(bench, room_id, DAMAGED["cut short"])
    joined = await bench.lobby.join(other.room.code, OWNER)
    assert joined.room.by_player(OWNER.player_id) is not None


async def test_a_room_of_a_newer_program_keeps_its_players(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    held = await bench.service.load(room_id)
    await damage(bench, room_id, bytes([0x92, SCHEMA + 1, 0xC0]))
    assert await bench.lobby.seat_of(OWNER.player_id) == OwnSeat(room_id, held.room.code, "lobby")
    with pytest.raises(ElsewhereSeated) as refused:
        await bench.lobby.create(OWNER, secrets.token_hex(8), settings())
    assert refused.value.code == held.room.code


@pytest.mark.parametrize("kind", DAMAGED)
async def test_every_sweep_goes_on_behind_it(bench: Bench, kind: str) -> None:
    """Ten rooms, the first of which in each order are broken."""
    rooms = []
    for number in range(10):
        visitor = Visitor(f"{number:032x}", f"{number}")
        await bench.guests(visitor.player_id)
        rooms.append((await bench.lobby.create(visitor, secrets.token_hex(8), settings()))[0].room)
    bad, good = rooms[:3], rooms[3:]
    presence = bench.stores.presence
    for room in rooms:
        owner = next(room.humans).player_id
        await bench.service.execute(room.id, Connected(owner or "", "7"))
        await presence.renew(room.id, 0, 7, 1)
    for room in bad:
        await damage(bench, room.id, DAMAGED[kind])
    sweeper = PresenceLoop(bench.service, presence)
    while await sweeper.sweep():
        continue
    for room in good:
        (member,) = (await bench.room(room.id)).humans
        assert not member.online
        await aged(bench, room.id)
    for room in bad:
        await aged(bench, room.id)
        await bench.stores.timers.restore(room.id, (await loaded(bench, room.id)), 1)
    await LostHolds(bench.service, bench.db).sweep()
    await Reaper(bench.service, bench.stores.timers, bench.stores.codes, bench.db, Patience()).sweep()
    assert [(await bench.room(room.id)).phase for room in good] == ["dissolved"] * len(good)
    assert await bench.timers.poll() >= len(bad), "the broken rooms are due once"
    assert await bench.timers.poll() == 0, "and then no more"
    listed = {each.record.id: each.stuck for each in await Operator(bench.service, bench.db).open_rooms()}
    assert [listed[room.id] for room in bad] == [("unreadable",)] * len(bad)


async def loaded(bench: Bench, room_id: str) -> int:
    """The version of the room in the store."""
    found = await bench.stores.rooms.load(room_id)
    assert found is not None
    return found.version


@pytest.mark.parametrize("kind", DAMAGED)
async def test_the_operator_dissolves_it_and_held_cards_come_back(bench: Bench, kind: str) -> None:
    await arrive(bench.db, a=COST)
    held, _ = await bench.lobby.create(PAYER, secrets.token_hex(8), priced("owner"))
    assert await balances(bench.db) == {"a": (0, COST)}
    await damage(bench, held.room.id, DAMAGED[kind])
    await dissolve(bench, held.room.id)
    assert await balances(bench.db) == {"a": (COST, 0)}
    await sound(bench.db)


async def dissolve(bench: Bench, room_id: str) -> None:
    """As the console does it. The relay books meanwhile."""
    operator = Operator(bench.service, bench.db)
    try:
        await operator._close(room_id)
    finally:
        while await bench.relay.drain():
            continue
    seen = await operator.look(room_id)
    assert seen is not None
    assert not seen.record.open


async def test_a_broken_row_leaves_the_list_whole_and_the_room_can_be_dissolved(bench: Bench) -> None:
    """The row of the room in the database is damaged, and the store has lost the room."""
    await arrive(bench.db, a=COST)
    held, _ = await bench.lobby.create(PAYER, secrets.token_hex(8), priced("owner"))
    whole = await bench.lobby_of_one()
    for damage_row in (
        "UPDATE rooms SET settings = '{}' WHERE id = :id",
        """UPDATE rooms SET options = '{"hands": "many"}' WHERE id = :id""",
        "UPDATE rooms SET settings = '{broken' WHERE id = :id",
    ):
        async with bench.db.write() as tx:
            await tx.execute(text(damage_row), {"id": held.room.id})
        listed = {each.record.id: each.stuck for each in await Operator(bench.service, bench.db).open_rooms()}
        assert listed == {held.room.id: (), whole: ()}
    await bench.stores.rooms.delete(held.room.id)
    listed = {each.record.id: each.stuck for each in await Operator(bench.service, bench.db).open_rooms()}
    assert listed == {held.room.id: ("not_in_store",), whole: ()}
    with pytest.raises(RoomUnreadable):
        await bench.service.load(held.room.id)
    assert await bench.lobby.seat_of(PAYER.player_id) is None
    await dissolve(bench, held.room.id)
    async with bench.db.write() as tx:
        assert await refund(tx, held.room.id, 1) == {}
        assert (await cards.balance(tx, PAYER.player_id)).available == COST


async def test_who_leaves_an_unreadable_room_is_still_marked_offline_elsewhere(bench: Bench) -> None:
    """A late end of a connection to a broken room is no fault."""
    room_id = await bench.lobby_of_one()
    await damage(bench, room_id, DAMAGED["cut short"])
    with pytest.raises(RoomUnreadable):
        await bench.service.execute(room_id, Disconnected(0, "1"))
