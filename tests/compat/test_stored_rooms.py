"""Rooms that releases have stored: this program reads them, loses nothing of them and plays on."""

from pathlib import Path

import msgspec
import pytest

from app.rooms.handlers.clocks import next_deadline
from app.rooms.reduce import reduce
from app.rooms.state.codec import (
    OLDEST,
    SCHEMA,
    BadRoom,
    NewerRoom,
    OlderRoom,
    decode_room,
    encode_room,
    phase_of,
)
from app.rooms.state.room import Room
from app.rooms.steps.commands import Connected, Tick
from app.rooms.steps.outcome import Ambient
from app.rules.options.options import options_diff
from tests.compat.files import RoomFacts, releases, room_facts
from tests.compat.record import facts_of
from tests.compat.record import main as record
from tests.support.exact import exactly
from tests.support.rooms.phases import SETUPS, STAGES, Setup, recorded
from tests.support.rooms.players import random_answer
from tests.support.rooms.table import Table

ROOMS = [(release, facts) for release in releases() for facts in room_facts(release)]
every_room = pytest.mark.parametrize(
    ("release", "facts"), ROOMS, ids=[f"{release.name}-{facts.file}" for release, facts in ROOMS]
)


def stored(release: Path, facts: RoomFacts) -> bytes:
    return (release / "rooms" / facts.file).read_bytes()


def table_of(room: Room, now: int) -> Table:
    """The room at a table, whose players all take a snapshot."""
    table = Table(room.settings)
    table.room, table.now = room, now
    table.clients.clear()
    for member in room.humans:
        table.snapshot(member.slot)
    return table


def keeps(new: object, old: object) -> bool:
    """Whether ``new`` has all of ``old``. Fields may be added to a map, or at the end of an array."""
    match new, old:
        case bytes(), bytes():
            before = unpacked(old)
            return new == old or (before is not None and keeps(unpacked(new), before))
        case list(), list():
            return len(new) >= len(old) and all(map(keeps, new, old))
        case dict(), dict():
            return all(key in new and keeps(new[key], value) for key, value in old.items())
        case _:
            return new == old


def unpacked(data: bytes) -> object:
    """The content of MessagePack; None for other bytes and for a single value."""
    try:
        content: object = msgspec.msgpack.decode(data)
    except msgspec.DecodeError:
        return None
    return content if isinstance(content, list | dict) else None


@pytest.mark.parametrize(
    ("new", "old", "kept"),
    [
        ([1, {"a": 1, "b": 2}, 3], [1, {"a": 1}], True),
        ([1], [1, 2], False),
        ([2, 1], [1, 2], False),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        (msgspec.msgpack.encode([1, 2]), msgspec.msgpack.encode([1]), True),
        (msgspec.msgpack.encode([1]), msgspec.msgpack.encode([1, 2]), False),
        (b"one", b"two", False),
        (b"\1", b"\2", False),
    ],
)
def test_what_is_kept(new: object, old: object, kept: bool) -> None:
    assert keeps(new, old) == kept


def test_there_is_a_release_and_it_has_every_stage() -> None:
    assert releases()
    for release in releases():
        facts = room_facts(release)
        assert {each.stage for each in facts} >= set(STAGES)
        assert {each.players for each in facts} == {2, 3, 4}
        assert {each.preset for each in facts} == {"classic", "listed", "mobile", "folk"}
        assert {each.file for each in facts} == {path.name for path in (release / "rooms").glob("*.bin")}


@every_room
def test_a_stored_room_is_read_and_written_alike(release: Path, facts: RoomFacts) -> None:
    data = stored(release, facts)
    room = decode_room(data)
    if facts.schema == SCHEMA:
        assert keeps(encode_room(room), data)
    assert decode_room(encode_room(room)) == room
    assert phase_of(data) == room.phase == facts.phase
    options = room.settings.options
    assert (room.settings.preset, options.players) == (facts.preset, facts.players)
    assert facts.options.items() <= options_diff(facts.preset, options).items()
    assert (room.match, room.hand_number) == (facts.match, facts.hand_number)
    assert list(room.totals()) == facts.totals
    assert sum(facts.totals) == 0
    assert [None if member is None else member.name for member in room.members] == facts.names
    assert room.owner == facts.owner
    assert [member.slot for member in room.present if member.asked is not None] == facts.asked
    assert (room.vote is not None) == facts.vote
    state = None if room.play is None else room.play.state
    assert (None if state is None else type(state.phase).__name__.lower()) == facts.hand_phase
    assert_rings(room, facts.deadline)


def assert_rings(room: Room, deadline: int | None) -> None:
    """A program may add alarms to those of the release, but leaves none out."""
    due = next_deadline(room)
    assert deadline is None or (due is not None and due <= deadline)


@every_room
def test_a_stored_room_goes_on(release: Path, facts: RoomFacts) -> None:
    room = decode_room(stored(release, facts))
    table = table_of(room, facts.now)
    for slot in facts.asked:
        if not table.member(slot).bot:
            assert random_answer(table, slot), "a legal action is taken"
            assert table.room is not room
            break
    if facts.deadline is not None:
        ticked = reduce(room, Tick(), Ambient(facts.deadline, bytes(32))).room
        assert ticked is not room
    for member in list(table.room.humans):
        table.do(Connected(member.player_id or "", "after the update"))
    if facts.phase in {"playing", "settling", "between"}:
        hands = len(room.results)
        while len(table.room.results) == hands:
            if table.phase() == "settling":
                table.settle()
            elif not table.tick():
                asked = next(member.slot for member in table.room.humans if member.asked is not None)
                assert random_answer(table, asked)
        assert sum(table.room.results[-1]) == 0


@every_room
def test_the_number_of_another_schema_is_named(release: Path, facts: RoomFacts) -> None:
    fields = msgspec.msgpack.decode(stored(release, facts))
    for schema, error in ((SCHEMA + 1, NewerRoom), (OLDEST - 1, OlderRoom)):
        for rest in (fields[1:], [], ["a room of another shape"]):
            data = msgspec.msgpack.encode([schema, *rest])
            for read in (decode_room, phase_of):
                with pytest.raises(
                    error, match=exactly(f"schema {schema}; this program reads {OLDEST} to {SCHEMA}")
                ):
                    read(data)


@every_room
def test_a_cut_room_is_bad(release: Path, facts: RoomFacts) -> None:
    data = stored(release, facts)
    for length in (0, 1, len(data) // 2, len(data) - 1):
        with pytest.raises(BadRoom):
            decode_room(data[:length])


@pytest.mark.parametrize("setup", SETUPS, ids=[f"{setup.preset}-{setup.players}" for setup in SETUPS])
def test_this_program_reaches_every_stage_alike(setup: Setup) -> None:
    first, second = list(recorded(setup)), list(recorded(setup))
    assert [each.stage for each in first] == list(STAGES)
    assert [each.data for each in first] == [each.data for each in second]
    for each in first:
        facts = facts_of(setup, each)
        assert (facts.players, facts.hand_phase) == (setup.players, expected_hand_phase(each.stage))


def expected_hand_phase(stage: str) -> str | None:
    if stage in {"lobby", "lobby-ready", "rematch-lobby"}:
        return None
    if stage in {"settling", "between", "dissolved", "ended"}:
        return "over"
    return "turn" if stage == "vote" else stage


def test_recorded_bytes_are_never_written_again() -> None:
    (release, *_) = releases()
    before = {path: path.read_bytes() for path in release.rglob("*") if path.is_file()}
    with pytest.raises(FileExistsError):
        record(release.name)
    assert {path: path.read_bytes() for path in release.rglob("*") if path.is_file()} == before
