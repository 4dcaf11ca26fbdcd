"""Rooms as bytes, and rooms rebuilt from the database."""

from collections.abc import Callable

import msgspec
import pytest

from app.rooms.rebuild import SavedMember, SavedRoom, rebuild_room
from app.rooms.state.codec import (
    OLDEST,
    SCHEMA,
    BadRoom,
    NewerRoom,
    OlderRoom,
    decode_room,
    decode_settings,
    encode_room,
    encode_settings,
    phase_of,
)
from app.rooms.state.room import Room
from app.rooms.state.settings import RoomSettings
from app.rooms.steps.commands import Connected, Rematch, Start
from app.rooms.steps.outbox import HandEnded, Roster
from tests.support.exact import exactly
from tests.support.rooms.players import play_out
from tests.support.rooms.table import Table, settings


def saved(table: Table) -> SavedRoom:
    """What the database knows of the table."""
    roster = next(item for item in reversed(table.outbox) if isinstance(item, Roster))
    ended = [item for item in table.outbox if isinstance(item, HandEnded) and item.match == roster.match]
    booked = ended[: len(table.room.results)]
    return SavedRoom(
        id=table.room.id,
        code=table.room.code,
        owner_slot=roster.owner_slot,
        settings=table.room.settings,
        members=tuple(
            SavedMember(m.slot, m.seat, m.player_id, m.name, m.bot, m.left) for m in roster.members
        ),
        match=roster.match,
        results=tuple(item.record.deltas for item in booked),
        next_dealer=booked[-1].record.next_dealer if booked else None,
    )


def resumed(table: Table) -> Table:
    """The table after the store has lost the room."""
    table.room = rebuild_room(saved(table), table.ambient())
    for slot in table.clients:
        table.snapshot(slot)
    return table


def play_hands(table: Table, hands: int) -> None:
    """Play until so many hands are booked and the next one is in play."""
    while table.room.hand_number <= hands:
        if table.phase() == "settling":
            table.settle()
        else:
            assert table.tick()


def test_every_phase_survives_its_bytes() -> None:
    table = Table.seated(settings(hands=4, void_suit=True, exchange_three="any"), humans=3)
    rooms: list[Room] = [table.room]
    table = Table.started(settings("folk", turn_seconds=None, window="steady"), humans=2)
    rooms.append(table.room)
    for room in rooms:
        assert decode_room(encode_room(room)) == room


def test_a_room_keeps_its_rules_as_they_were_written() -> None:
    chosen = settings("mobile", cap=50, window="steady")
    assert decode_settings(encode_settings(chosen)) == chosen
    assert b"dragon_feiji" in encode_settings(chosen), "the values of the preset are in the bytes"


@pytest.mark.parametrize("data", [b"", b"{}", b"\x92\x01\x02"])
def test_other_bytes_are_no_room(data: bytes) -> None:
    with pytest.raises(BadRoom):
        decode_room(data)


@pytest.mark.parametrize(("schema", "error"), [(OLDEST - 1, OlderRoom), (SCHEMA + 76, NewerRoom)])
@pytest.mark.parametrize("read", [decode_room, phase_of])
def test_g4_another_schema_is_refused_whatever_follows_it(
    schema: int, error: type[BadRoom], read: Callable[[bytes], object]
) -> None:
    fields = msgspec.msgpack.decode(encode_room(Table(settings()).room))
    for rest in (fields[1:], [], ["another form"]):
        with pytest.raises(error, match=exactly(f"schema {schema}; this program reads {OLDEST} to {SCHEMA}")):
            read(msgspec.msgpack.encode([schema, *rest]))


def test_the_phase_is_read_alone() -> None:
    for table in (Table(settings()), Table.started(settings(), humans=2)):
        data = encode_room(table.room)
        assert phase_of(data) == table.phase()
        for damaged in (data[:5], msgspec.msgpack.encode([SCHEMA])):
            with pytest.raises(BadRoom):
                phase_of(damaged)


def test_a_hand_that_is_damaged_is_no_room() -> None:
    fields = msgspec.msgpack.decode(encode_room(Table.started(settings(), humans=2).room))
    play = next(
        field for field in fields if isinstance(field, list) and field and isinstance(field[0], bytes)
    )
    play[0] = b"no hand"
    with pytest.raises(BadRoom):
        decode_room(msgspec.msgpack.encode(fields))


def test_a16_a_lobby_comes_back_as_a_lobby() -> None:
    table = resumed(Table.seated(settings(), humans=3))
    assert table.phase() == "lobby"
    assert not any(member.online for member in table.room.humans)


def test_a16_a_lost_hand_is_void_and_the_match_goes_on_with_it() -> None:
    table = Table.started(settings(hands=4), humans=2)
    play_hands(table, 2)
    seats = [member.seat for member in table.room.present]
    totals, dealer, newest = table.room.totals(), table.room.dealer, table.room.hand_id
    table = resumed(table)
    assert table.room.hand_id == newest == "room.1.2"
    assert (table.phase(), table.room.hand_number, table.room.dealer) == ("between", 2, dealer)
    assert [member.seat for member in table.room.present] == seats
    assert table.room.totals() == totals
    assert not table.tick(), "no player is online to see a deal"
    table.do(Connected("p0", "back"))
    table.wait(20_000)
    assert table.room.hand_number == 3
    play_out(table)
    assert table.phase() == "ended"


def test_a_lost_first_hand_throws_for_the_seats_again() -> None:
    table = resumed(Table.started(settings(hands=4), humans=2))
    assert (table.phase(), table.room.match, table.room.hand_number) == ("between", 1, 0)
    table.do(Connected("p1", "back"))
    table.wait(20_000)
    assert (table.room.hand_number, table.room.dealer) == (1, 0)
    assert table.clients[1].view["seating_dice"]


def test_a_finished_match_comes_back_as_ended() -> None:
    table = Table.started(settings(), humans=2)
    play_out(table)
    table = resumed(table)
    assert table.phase() == "ended"
    table.do(Rematch("p0"))
    table.do(Rematch("p1"))
    assert (table.phase(), table.room.match) == ("playing", 2)


def test_the_rebuilt_lobby_can_be_started() -> None:
    table = resumed(Table.seated(settings(), humans=1))
    table.do(Start("p0"))
    assert table.phase() == "playing"


def test_settings_are_hashable_and_equal_by_value() -> None:
    assert len({settings(), settings(), RoomSettings("classic", settings().options, 30)}) == 2
