"""What one version cannot book waits for another one: entries of a newer program, and dead entries."""

import msgspec
import pytest

from app.play.books import bookings
from app.play.books.bookings import Booking
from app.play.loops import relay
from app.play.loops.relay import Relay
from app.rooms.state.codec import SCHEMA
from app.rooms.steps.outbox import MatchEnded, RoomClosed, Roster
from app.stores import DeadEntry, OutboxEntry
from app.stores.server import keys
from tests.support.live import eventually
from tests.support.play.bench import Bench
from tests.support.play.faults import running

pytestmark = [pytest.mark.store, pytest.mark.database]


class OlderBooking(msgspec.Struct):
    """An entry as a program reads it that knows no hands."""

    order: int
    item: Roster | MatchEnded | RoomClosed


def worker(bench: Bench) -> Relay:
    """The relay of a process that starts now."""
    return Relay(bench.service, bench.stores.outbox, bench.stores.codes, bench.db, "another", bench.nudge)


async def dead(bench: Bench) -> list[DeadEntry]:
    """All dead entries."""
    return await bench.stores.outbox.given_up({}, 100)


async def waiting(bench: Bench) -> int:
    """How many entries wait."""
    return (await bench.stores.outbox.backlog()).waiting


async def given_up_by_an_older_program(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> str:
    """A room in settling. A worker that cannot read the hand has given it up. Returns the room id."""
    room_id, entry, _ = await bench.unbooked_hand()
    with monkeypatch.context() as older:
        older.setattr(bookings, "_decoder", msgspec.json.Decoder(OlderBooking))
        await bench.relay.deliver(entry)
        assert [found.reason for found in await dead(bench)] == ["ValidationError"]
        assert await worker(bench).revive() == 0, "it still cannot read it"
    return room_id


async def test_a_newer_program_books_what_an_older_one_gave_up(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    room_id = await given_up_by_an_older_program(bench, monkeypatch)
    assert (await bench.room(room_id)).phase == "settling"
    newer = worker(bench)
    assert await newer.revive() == 1
    assert await dead(bench) == []
    while await newer.drain():
        continue
    assert (await bench.room(room_id)).phase == "between"
    assert await waiting(bench) == 0


async def test_workers_of_both_versions_run_side_by_side(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newer worker runs already when the older one gives the entry up."""
    monkeypatch.setattr(relay, "LOOK_AT_DEAD_S", 0.0)
    newer = worker(bench)
    assert await newer.revive() == 0
    room_id = await given_up_by_an_older_program(bench, monkeypatch)

    async def booked() -> bool:
        return (await bench.room(room_id)).phase == "between"

    async with running(newer.run):
        await eventually(booked)


async def test_what_failed_for_another_reason_is_tried_again_by_a_process_that_starts(bench: Bench) -> None:
    room_id, entry, _ = await bench.unbooked_hand()
    assert await bench.stores.outbox.dead(entry, "KeyError")
    newer = worker(bench)
    assert await newer.revive() == 1
    (again,) = await bench.stores.outbox.take("another", 5)
    assert again.data == entry.data
    assert await bench.stores.outbox.dead(again, "KeyError")
    assert await newer.revive() == 0, "it would fail again"
    assert await worker(bench).revive() == 1
    (last,) = await bench.stores.outbox.take("another", 5)
    await bench.relay.deliver(last)
    assert (await bench.room(room_id)).phase == "between"


async def test_what_nobody_can_read_stays_dead(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    while await bench.relay.drain():
        continue
    for data in (b"nonsense", b"{}", b'{"schema":"x"}'):
        await bench.stores.link.call("XADD", keys.outbox(0), "*", "r", room_id, "d", data)
    assert await bench.relay.drain() == 3
    for _ in range(2):
        assert await bench.relay.revive() == 0
    assert [(found.data, found.reason) for found in await dead(bench)] == [
        (b"nonsense", "DecodeError"),
        (b"{}", "ValidationError"),
        (b'{"schema":"x"}', "ValidationError"),
    ]


async def test_an_entry_of_a_newer_program_waits_for_it(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    room_id, entry, item = await bench.unbooked_hand()
    newer = msgspec.json.encode(Booking(1, item, schema=bookings.SCHEMA + 1))
    again = OutboxEntry(entry.shard, entry.entry_id, room_id, newer)
    await bench.relay.deliver(again)
    assert (await bench.room(room_id)).phase == "settling"
    assert (await dead(bench), await waiting(bench)) == ([], 1)
    monkeypatch.setattr(bookings, "SCHEMA", bookings.SCHEMA + 1)
    await worker(bench).deliver(again)
    assert (await bench.room(room_id)).phase == "between"
    assert await waiting(bench) == 0


async def test_a_hand_of_a_room_of_a_newer_program_waits_for_it(bench: Bench) -> None:
    """The hand is booked. Only the newer program can tell its room."""
    room_id, entry, _ = await bench.unbooked_hand()
    loaded = await bench.stores.rooms.load(room_id)
    assert loaded is not None
    fields = msgspec.msgpack.decode(loaded.blob)
    blob = msgspec.msgpack.encode([SCHEMA + 1, *fields[1:]])
    await bench.stores.link.call("HSET", keys.room(room_id), "s", blob)
    late = OutboxEntry(entry.shard, entry.entry_id, room_id, entry.data)
    await bench.relay.deliver(late)
    assert (await dead(bench), await waiting(bench)) == ([], 1)
    await bench.stores.link.call("HSET", keys.room(room_id), "s", loaded.blob)
    await bench.relay.deliver(late)
    assert (await bench.room(room_id)).phase == "between"
    assert await waiting(bench) == 0
