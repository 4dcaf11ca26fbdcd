"""Metrics of a table in play, and the counts of the census."""

import asyncio
import itertools
import json
import logging
import time

import pytest

from app.db.cards import cards
from app.play.books.bookings import decode_booking
from app.play.loops.watch import Census, watch_lag
from app.rooms.state.codec import BadRoom, encode_room, phase_of
from app.rooms.steps.commands import CloseRoom, Connected, Tick
from app.rooms.steps.outbox import HandEnded
from app.stores import Loaded, Timers
from app.telemetry import trace
from tests.support.counted import counted
from tests.support.live import eventually
from tests.support.play.bench import OWNER, Bench

pytestmark = [pytest.mark.store, pytest.mark.database]


@pytest.fixture
def census(bench: Bench) -> Census:
    """A census of the bench."""
    stores = bench.stores
    return Census(stores.rooms, Timers(stores.link, stores.clock), stores.outbox, bench.db)


async def test_rooms_by_phase_and_results_that_wait(bench: Bench, census: Census) -> None:
    room_id = await bench.started()
    await census.count()
    assert counted("guangan_rooms", phase="playing") == 1
    assert counted("guangan_rooms", phase="lobby") == 0
    await bench.play_out(room_id)
    await census.count()
    assert counted("guangan_rooms", phase="settling") == 1
    assert counted("guangan_rooms", phase="playing") == 0
    assert counted("guangan_outbox_waiting") >= 1
    while await bench.relay.drain():
        continue
    await census.count()
    assert counted("guangan_outbox_waiting") == 0
    assert counted("guangan_outbox_oldest_seconds") == 0


async def test_a_room_that_cannot_be_read_is_passed_over(bench: Bench, census: Census) -> None:
    await bench.lobby_of_one()
    assert await bench.stores.rooms.create("0" * 32, 1, b"no room")
    await census.count()
    assert counted("guangan_rooms", phase="lobby") == 1


async def test_room_cards_of_all_players(bench: Bench, census: Census) -> None:
    await bench.lobby_of_one()
    async with bench.db.write() as tx:
        await cards.grant(tx, "test:1", OWNER.player_id, 12, 1)
        await cards.hold(tx, "test:2", OWNER.player_id, 5, 2, room="r", match=1, reason="owner")
        await cards.post(tx, "test:3", "test:2", 3, 2)
    await census.count()
    places = {place: counted("guangan_cards", where=place) for place in ("minted", "burned", "available")}
    assert places == {"minted": 12, "burned": 2, "available": 10}
    assert counted("guangan_cards", where="held") == 0


async def test_the_ke_of_all_booked_hands(bench: Bench, census: Census) -> None:
    await census.count_ke()
    assert (counted("guangan_ke", side="won"), counted("guangan_ke", side="lost")) == (0, 0)
    _, entry, item = await bench.unbooked_hand()
    await bench.relay.deliver(entry)
    await census.count_ke()
    won = sum(delta for delta in item.record.deltas if delta > 0)
    assert (counted("guangan_ke", side="won"), counted("guangan_ke", side="lost")) == (won, won)


async def test_a_booked_hand_and_its_ke(bench: Bench) -> None:
    hands, ke = counted("guangan_hands_booked_total"), counted("guangan_ke_booked_total")
    waits = counted("guangan_booking_seconds_count")
    _, entry, item = await bench.unbooked_hand()
    await bench.relay.deliver(entry)
    await bench.relay.deliver(entry)
    won = sum(delta for delta in item.record.deltas if delta > 0)
    assert counted("guangan_hands_booked_total") == hands + 1, "the second delivery books nothing"
    assert counted("guangan_ke_booked_total") == ke + won
    assert counted("guangan_booking_seconds_count") == waits + 1


async def test_a_step_counts_its_commit_and_how_late_it_was(bench: Bench) -> None:
    room_id = await bench.started()
    commits = counted("guangan_commits_total", result="ok")
    fired = counted("guangan_timer_lateness_seconds_count")
    await bench.service.execute(room_id, Tick())
    assert counted("guangan_commits_total", result="ok") == commits + 1
    assert counted("guangan_timer_lateness_seconds_count") == fired + 1


async def test_a_lost_race_counts_a_conflict(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    room_id = await bench.started()
    conflicts = counted("guangan_commits_total", result="conflict")
    load, both, loads = bench.stores.rooms.load, asyncio.Barrier(2), itertools.count()

    async def load_together(room_id: str) -> Loaded | None:
        loaded = await load(room_id)
        if next(loads) < 2:
            await both.wait()
        return loaded

    monkeypatch.setattr(bench.stores.rooms, "load", load_together)
    twice = [Connected(OWNER.player_id, generation) for generation in ("2", "3")]
    await asyncio.gather(*(bench.service.execute(room_id, command) for command in twice))
    assert counted("guangan_commits_total", result="conflict") == conflicts + 1


async def test_a_rebuilt_room_is_counted(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    rebuilt = counted("guangan_rebuilds_total")
    await bench.stores.link.call("FLUSHALL")
    await bench.service.load(room_id)
    assert counted("guangan_rebuilds_total") == rebuilt + 1


class Names(logging.Handler):
    """Keeps each log message with its trace id."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[str, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.heard.append((record.getMessage(), trace.current()))


async def test_the_outbox_carries_the_name_of_the_request(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    names = Names()
    with trace.within("the-last-move"):
        room_id, entry, item = await bench.unbooked_hand()
    assert isinstance(decode_booking(entry.data).item, HandEnded)
    assert decode_booking(entry.data).request == "the-last-move"
    log = logging.getLogger("app.play.loops.relay")
    log.addHandler(names)
    try:
        with caplog.at_level(logging.INFO, log.name):
            await bench.relay.deliver(entry)
    finally:
        log.removeHandler(names)
    assert ("hand booked", "the-last-move") in names.heard
    assert item.room_id == room_id


async def test_an_entry_of_an_older_version_has_no_name(bench: Bench) -> None:
    _, entry, item = await bench.unbooked_hand()
    old = json.loads(entry.data)
    del old["request"]
    read = decode_booking(json.dumps(old).encode())
    assert (read.request, read.item) == ("", item)


async def test_a_blocked_event_loop_is_measured() -> None:
    before = counted("guangan_loop_lag_seconds_sum")
    watching = asyncio.create_task(watch_lag())
    await asyncio.sleep(0)
    held_up_until = time.monotonic() + 0.3
    while time.monotonic() < held_up_until:
        continue

    async def noticed() -> bool:
        return counted("guangan_loop_lag_seconds_sum") > before + 0.15

    await eventually(noticed)
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)


async def test_the_phase_is_read_alone(bench: Bench) -> None:
    room_id = await bench.started()
    room = await bench.room(room_id)
    assert phase_of(encode_room(room)) == "playing"
    await bench.service.execute(room_id, CloseRoom("test"))
    assert phase_of(encode_room(await bench.room(room_id))) == "dissolved"
    with pytest.raises(BadRoom):
        phase_of(b"\xc1")
