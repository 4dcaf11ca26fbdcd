"""A hand counts once it is booked, and the next hand waits for that."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from app.db.hands import hands, history, rooms
from app.db.hands.records import HandKey, TransferRecord
from app.play.books.bookings import decode_booking, hand_record
from app.play.loops import relay
from app.play.loops.relay import MOST_FAILURES
from app.rooms.steps.commands import CloseRoom, Leave
from app.rooms.steps.outbox import RoomClosed
from app.stores import Outbox, OutboxEntry
from tests.support.live import Live, Player, all_until, eventually, seat_four, start
from tests.support.play.bench import OWNER, Bench
from tests.support.play.faults import database_locked, running, stop_after, stop_before

pytestmark = [pytest.mark.store, pytest.mark.database]


async def _warned(caplog: pytest.LogCaptureFixture, logger: str) -> bool:
    return any(record.name == logger and record.levelname == "WARNING" for record in caplog.records)


async def test_the_table_waits_until_the_database_is_back(
    server: Live, four: list[Player], caplog: pytest.LogCaptureFixture
) -> None:
    await seat_four(four, options={"hands": 4, "seating": "keep"})
    await start(four)
    async with database_locked(server.settings.database):
        await asyncio.gather(*(player.play_while(lambda view: view["phase"] == "playing") for player in four))
        for player in four:
            assert player.view["phase"] == "settling"
            assert player.view["hand"]["result"] is not None, "the result is shown"
            assert player.view["results"] == [], "the result does not count yet"
        await eventually(lambda: _warned(caplog, relay.__name__))
        assert {player.view["phase"] for player in four} == {"settling"}
    views = await all_until(four, "between")
    assert len(views[0]["results"]) == 1
    assert sum(views[0]["results"][0]) == 0


async def test_an_entry_that_comes_again_is_booked_once(bench: Bench) -> None:
    room_id, entry, item = await bench.unbooked_hand()
    async with bench.db.write() as tx:
        await hands.record_hand(tx, hand_record(item))  # the other worker died right after its COMMIT
    assert (await bench.room(room_id)).phase == "settling"
    await bench.relay.deliver(entry)
    after = await bench.room(room_id)
    assert (after.phase, after.results) == ("between", (item.record.deltas,))
    await bench.relay.deliver(entry)
    assert await bench.room(room_id) == after
    assert (await bench.stores.outbox.backlog()).waiting == 0


async def test_an_entry_of_a_dead_worker_is_taken_over(bench: Bench) -> None:
    room_id, _, item = await bench.unbooked_hand()
    await eventually(bench.relay.drain)
    assert (await bench.room(room_id)).results == (item.record.deltas,)


async def test_the_booked_result_wins_over_another_one(bench: Bench) -> None:
    room_id, entry, item = await bench.unbooked_hand()
    booked = replace(
        hand_record(item),
        deltas=(3, -3, 0, 0),
        transfers=(TransferRecord(1, 0, 3, "discard"),),
        next_dealer=2,
    )
    async with bench.db.write() as tx:
        await hands.record_hand(tx, booked)
    await bench.relay.deliver(entry)
    after = await bench.room(room_id)
    assert (after.phase, after.results, after.dealer) == ("between", ((3, -3, 0, 0),), 2)
    async with bench.db.read() as tx:
        kept = await history.one_hand(tx, HandKey(room_id, 1, 1))
    assert kept is not None
    assert kept.summary.deltas == (3, -3, 0, 0)


async def test_an_entry_nobody_can_book_does_not_block_the_others(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    poison = OutboxEntry(0, "1-1", room_id, b"nonsense")
    await bench.relay.deliver(poison)
    assert await bench.relay.drain() == 0
    await bench.stores.link.call("XADD", "gm:{s00}:outbox", "*", "r", room_id, "d", b"nonsense")
    assert await bench.relay.drain() == 1
    backlog = await bench.stores.outbox.backlog()
    assert (backlog.waiting, backlog.dead) == (0, 1)


async def test_a_closed_room_is_closed_in_the_books_and_its_code_rests(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    code = (await bench.room(room_id)).code
    await bench.service.execute(room_id, Leave(OWNER.player_id))
    while await bench.relay.drain():
        continue
    async with bench.db.read() as tx:
        record = await rooms.by_id(tx, room_id)
        assert await rooms.open_by_code(tx, code) is None
    assert record is not None
    assert (record.open, record.close_reason) == (False, "empty")
    assert await bench.stores.codes.lookup(code) is None
    assert not await bench.stores.codes.reserve(code, "another room")


@pytest.mark.parametrize("during_a_take", [False, True])
async def test_an_entry_of_this_process_is_booked_at_once(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, *, during_a_take: bool
) -> None:
    """The relay looks for entries of other processes so rarely that only the nudge can wake it."""
    monkeypatch.setattr(relay, "LOOK_AGAIN_S", 600.0)
    room_id = await bench.lobby_of_one()
    idle = stop_before(monkeypatch, bench.nudge, "wait")
    idle.open()
    async with running(bench.relay.run):
        await idle.reached()
        with monkeypatch.context() as patch:
            take = stop_after(patch, bench.stores.outbox, "take")
            if during_a_take:
                bench.nudge.set()
                await take.reached()
            await bench.service.execute(room_id, Leave(OWNER.player_id))
        take.open()
        await eventually(lambda: _closed(bench, room_id))


async def _closed(bench: Bench, room_id: str) -> bool:
    """Whether the room is closed in the database."""
    async with bench.db.read() as tx:
        record = await rooms.by_id(tx, room_id)
    return record is not None and not record.open


async def test_deliveries_without_a_try_do_not_count(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that has gone from worker to worker while the database was away is tried five times."""
    room_id, entry, _ = await bench.unbooked_hand()
    for _ in range(10):
        await Outbox(bench.stores.link, idle_ms=0).take("another", 5)
    failing = stop_with(KeyError("a fault of the program"))
    monkeypatch.setattr(bench.relay, "_book_hand", failing)
    for _ in range(MOST_FAILURES - 1):
        await bench.relay.deliver(entry)
    backlog = await bench.stores.outbox.backlog()
    assert (backlog.waiting, backlog.dead) == (1, 0)
    await bench.relay.deliver(entry)
    backlog = await bench.stores.outbox.backlog()
    assert (backlog.waiting, backlog.dead) == (0, 1)
    assert (await bench.room(room_id)).phase == "settling"


def stop_with(error: Exception) -> Callable[[object], Awaitable[None]]:
    """A function that fails."""

    async def fails(_: object) -> None:
        raise error

    return fails


async def test_the_end_of_a_room_waits_for_its_hand_but_not_for_ever(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "WAITS_FOR_HANDS", 2)
    room_id, _, _ = await bench.unbooked_hand()
    await bench.service.execute(room_id, CloseRoom("operator"))
    (end,) = [
        entry
        for entry in await bench.stores.outbox.take("another", 10)
        if isinstance(decode_booking(entry.data).item, RoomClosed)
    ]
    for still_open in (True, True, False):
        await bench.relay.deliver(end)
        async with bench.db.read() as tx:
            record = await rooms.by_id(tx, room_id)
        assert record is not None
        assert record.open is still_open
