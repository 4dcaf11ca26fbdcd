"""If a relay dies during a booking, the entry stays in the outbox and the next relay books it once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from app.db.cards import cards, charges
from app.db.hands import hands, rooms
from app.play.loops.relay import Relay
from app.rooms.steps.commands import CloseRoom
from app.stores.rooms.outbox import Outbox
from tests.support.live import eventually
from tests.support.play.bench import Bench
from tests.support.play.card_tables import (
    COST,
    OWNER,
    arrive,
    balances,
    begin,
    book,
    make,
    movements,
    play_hand,
    sound,
)
from tests.support.play.faults import Gate, entries_of, kill, launch, running, stop_after, stop_before

pytestmark = [pytest.mark.store, pytest.mark.database]


def next_worker(bench: Bench) -> Relay:
    """A relay that takes over unacknowledged entries at once."""
    outbox = Outbox(bench.stores.link, idle_ms=1)
    return Relay(bench.service, outbox, bench.stores.codes, bench.db, "next", bench.nudge)


async def books_everything(bench: Bench, room_id: str) -> None:
    """Run another relay until the outbox of the room is empty."""

    async def empty() -> bool:
        return not await entries_of(bench.stores, room_id)

    async with running(next_worker(bench).run):
        await eventually(empty)


async def booked_hands(bench: Bench, room_id: str) -> int:
    """How many hands of the first match are booked."""
    async with bench.db.read() as tx:
        return await hands.hands_of_match(tx, room_id, 1)


async def is_open(bench: Bench, room_id: str) -> bool:
    """Whether the room is open in the database."""
    async with bench.db.read() as tx:
        record = await rooms.by_id(tx, room_id)
    assert record is not None
    return record.open


@dataclass(frozen=True, slots=True)
class Place:
    """The function where the relay dies: ``name`` of ``owner``. ``committed``: it follows the SQL commit."""

    owner: Callable[[Bench], object]
    name: str
    committed: bool
    stop: Callable[[pytest.MonkeyPatch, object, str], Gate] = stop_before


@contextmanager
def stopped(bench: Bench, place: Place) -> Iterator[Gate]:
    """Stop all calls at the place."""
    with pytest.MonkeyPatch.context() as patch:
        yield place.stop(patch, place.owner(bench), place.name)


async def die_at(bench: Bench, place: Place) -> None:
    """Run a relay until it reaches the place, and kill it there."""
    with stopped(bench, place) as gate:
        task = launch(bench.relay.run)
        await gate.reached()
        await kill(task)


IN_THE_TRANSACTION = Place(lambda _: hands, "record_hand", committed=False, stop=stop_after)
PLACES = {
    "in the transaction": IN_THE_TRANSACTION,
    "in the charge": Place(lambda _: charges, "settle_hand", committed=False, stop=stop_after),
    "before the room hears": Place(lambda bench: bench.service, "execute", committed=True),
    "before the ack": Place(lambda bench: bench.stores.outbox, "ack", committed=True),
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
async def test_a_hand_is_booked_and_paid_once(either: Bench, place: Place) -> None:
    await arrive(either.db, a=2 * COST)
    room_id, _ = await make(either, "owner", hands=4)
    await begin(either, room_id)
    await book(either)
    await play_hand(either, room_id)
    before = await entries_of(either.stores, room_id)
    assert before
    await die_at(either, place)
    assert await entries_of(either.stores, room_id) == before
    assert await booked_hands(either, room_id) == place.committed
    await books_everything(either, room_id)
    room = await either.room(room_id)
    assert (room.phase, len(room.results)) == ("between", 1)
    assert await booked_hands(either, room_id) == 1
    assert await movements(either.db, OWNER) == [
        ("grant", 2 * COST, ""),
        ("hold", COST, "owner"),
        ("post", COST, "first_hand"),
    ]
    await sound(either.db)


@pytest.mark.parametrize(
    ("name", "committed", "owner"),
    [
        ("close_room", False, lambda _: charges),
        ("release", True, lambda bench: bench.stores.codes),
        ("ack", True, lambda bench: bench.stores.outbox),
    ],
)
async def test_a_closed_room_is_closed_in_the_books(
    either: Bench, name: str, *, committed: bool, owner: Callable[[Bench], object]
) -> None:
    await arrive(either.db, a=COST)
    room_id, code = await make(either, "owner")
    await either.service.execute(room_id, CloseRoom("operator"))
    before = await entries_of(either.stores, room_id)
    await die_at(either, Place(owner, name, committed, stop=stop_before if committed else stop_after))
    assert await entries_of(either.stores, room_id) == before
    assert await is_open(either, room_id) is not committed
    await books_everything(either, room_id)
    assert not await is_open(either, room_id)
    assert await balances(either.db) == {"a": (COST, 0)}
    assert not await either.stores.codes.reserve(code, "another room"), "the code rests"
    await sound(either.db)


async def test_a_roster_is_known_in_the_end(either: Bench) -> None:
    await arrive(either.db, a=COST)
    room_id, _ = await make(either, "owner")
    await begin(either, room_id)
    before = await entries_of(either.stores, room_id)
    await die_at(either, Place(lambda _: charges, "take_roster", committed=False, stop=stop_after))
    assert await entries_of(either.stores, room_id) == before
    await books_everything(either, room_id)
    async with either.db.read() as tx:
        roster = await rooms.roster(tx, room_id)
        record = await rooms.by_id(tx, room_id)
    assert len(roster) == 4
    assert record is not None
    assert record.match == 1


async def test_an_end_that_has_to_wait_for_its_hand_stays_in_the_outbox(either: Bench) -> None:
    """A dead worker has taken the last hand. The end of the room waits until that hand is booked."""
    await arrive(either.db, a=COST)
    room_id, _ = await make(either, "owner", hands=4)
    await begin(either, room_id)
    await book(either)
    await play_hand(either, room_id)
    await either.stores.outbox.take("a dead worker", 100)
    hand = await entries_of(either.stores, room_id)
    await either.service.execute(room_id, CloseRoom("dissolved"))
    both = await entries_of(either.stores, room_id)
    assert await either.relay.drain() == len(both) - len(hand) == 1
    assert await entries_of(either.stores, room_id) == both
    assert await is_open(either, room_id)
    async with either.db.read() as tx:
        assert [hold.amount for hold in await cards.pending(tx, room_id)] == [COST]
    await books_everything(either, room_id)
    assert not await is_open(either, room_id)
    assert await booked_hands(either, room_id) == 1
    assert await movements(either.db, OWNER) == [
        ("grant", COST, ""),
        ("hold", COST, "owner"),
        ("post", COST, "first_hand"),
    ]
    await sound(either.db)


async def test_two_workers_with_the_same_entry_book_it_once(either: Bench) -> None:
    """Each relay takes over at once what the other one is booking."""
    await arrive(either.db, a=2 * COST)
    room_id, _ = await make(either, "owner", hands=4)
    await begin(either, room_id)
    await play_hand(either, room_id)

    async def empty() -> bool:
        return not await entries_of(either.stores, room_id)

    async with running(*(next_worker(either).run for _ in range(2))):
        await eventually(empty)
    assert (await either.room(room_id)).phase == "between"
    assert await booked_hands(either, room_id) == 1
    assert await balances(either.db) == {"a": (COST, 0)}
    await sound(either.db)
