"""Random databases and retention rules: exactly the old data goes, and the audit finds nothing.

``HOUSES=500`` sets the number of databases per engine.
"""

import asyncio
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from app.db import Database
from app.db.audit import audit
from app.db.cards import cards, charges
from app.db.hands import hands, history, rooms
from app.db.hands.records import HandKey, Kept
from app.db.people import players, sessions
from app.db.tables.models import HandSeat, Player, RoomRow, Session
from app.play.loops.tidy import KeepDays, Taken, Tidy
from app.rooms.state.cards import Dues
from tests.support.db.card_machine import hand_of, new_room
from tests.support.db.samples import NOW
from tests.support.db.servers import Server
from tests.witness.card_model import RoomModel

pytestmark = [pytest.mark.database, pytest.mark.timeout(0)]
DAY = 24 * 3_600_000
HOUSES = int(os.environ.get("HOUSES", "12"))
_AGES = st.integers(0, 40)
_DAYS = st.integers(0, 30)


@dataclass(frozen=True)
class PastRoom:
    """A room: days since it closed (None: open), number of hands, whether the store has it."""

    closed: int | None
    hands: int
    live: bool
    cost: int


@dataclass(frozen=True)
class PastGuest:
    """A player: days since last seen, whether they have a card, days since the session ended."""

    seen: int
    card: bool
    session: int | None


@dataclass(frozen=True)
class House:
    """Everything in the database before the cleaning."""

    rooms: list[PastRoom]
    guests: list[PastGuest]


ROOMS = st.builds(
    PastRoom, st.none() | _AGES, st.integers(0, 2), st.sampled_from([False, False, True]), st.integers(0, 2)
)
GUESTS = st.builds(PastGuest, _AGES, st.booleans(), st.none() | _AGES)
HOUSE = st.builds(House, st.lists(ROOMS, max_size=5), st.lists(GUESTS, max_size=5))
KEEPS = st.builds(KeepDays, _DAYS, _DAYS, _DAYS, _DAYS)


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    """One event loop for all databases."""
    with asyncio.Runner() as opened:
        yield opened


def test_what_is_over_goes_and_nothing_else(server: Server, runner: asyncio.Runner) -> None:
    @hypothesis_settings(max_examples=HOUSES, deadline=None, suppress_health_check=list(HealthCheck))
    @given(house=HOUSE, keep=KEEPS)
    def try_house(house: House, keep: KeepDays) -> None:
        runner.run(_tidied(server, house, keep))

    run: Callable[[], None] = try_house
    run()


async def _tidied(server: Server, house: House, keep: KeepDays) -> None:
    async with server.migrated() as url:
        db = Database(url)
        try:
            await _build(db, house)

            async def live() -> frozenset[str]:
                return frozenset(f"r{number}" for number, room in enumerate(house.rooms) if room.live)

            taken = await Tidy(db, keep, live).once(NOW)
            assert taken == _expected(house, keep)
            await _check(db, house, keep)
            again = await Tidy(db, keep, live).once(NOW)
            assert again == Taken(0, 0, 0, 0, 0, 0)
            found = await audit(db, replayed=0)
            assert found.findings == ()
        finally:
            await db.close()


async def _build(db: Database, house: House) -> None:
    async with db.write() as tx:
        await players.create_guest(tx, "host", "host", NOW)
        await cards.grant(tx, "welcome", "host", 100, NOW)
    for number, past in enumerate(house.rooms):
        await _build_room(db, RoomModel(f"r{number}", "owner", past.cost, ["host", None, None, None]), past)
    async with db.write() as tx:
        for number, guest in enumerate(house.guests):
            name = f"g{number}"
            await players.create_guest(tx, name, name, NOW - guest.seen * DAY)
            if guest.card:
                await cards.grant(tx, name, name, 1, NOW)
            over = NOW + DAY if guest.session is None else NOW - guest.session * DAY
            await sessions.create(tx, name, name, "cookie", over - DAY, over)


async def _build_room(db: Database, room: RoomModel, past: PastRoom) -> None:
    async with db.write() as tx:
        await rooms.create_room(tx, new_room(room, "host"))
        if past.cost:
            await charges.hold_dues(tx, room.id, "owner", Dues(1, {"host": past.cost}, exact=True), NOW)
        for hand in range(1, past.hands + 1):
            room.match, room.hands = 1, hand
            record = hand_of(replace(room, totals={"host": 0}), (3, -1, -1, -1), 0, 1)
            await hands.record_hand(tx, record)
            await charges.settle_hand(tx, room.id, 1, ["host"], last=False, now=NOW)
        if past.closed is not None:
            await charges.close_room(tx, room.id, "over", NOW - past.closed * DAY)


def _over(age: int | None, days: int) -> bool:
    """Whether it is older than the limit; on the last day it is still there."""
    return age is not None and 0 < days < age


def _kept(room: PastRoom, keep: KeepDays) -> Kept:
    if room.live or room.closed is None:
        return "whole"
    if _over(room.closed, keep.rooms_days):
        return "sums"
    return "no_log" if _over(room.closed, keep.logs_days) else "whole"


def _gone(room: PastRoom, keep: KeepDays) -> bool:
    return room.hands == 0 and not room.live and _over(room.closed, keep.rooms_days)


def _expected(house: House, keep: KeepDays) -> Taken:
    logs = sum(room.hands for room in house.rooms if not room.live and _over(room.closed, keep.logs_days))
    return Taken(
        logs=logs,
        details=sum(room.hands for room in house.rooms if _kept(room, keep) == "sums"),
        rooms=sum(_gone(room, keep) for room in house.rooms),
        sessions=sum(_over(guest.session, keep.sessions_days) for guest in house.guests),
        guests=sum(_over(guest.seen, keep.guests_days) and not guest.card for guest in house.guests),
        doubtful=0,
    )


async def _check(db: Database, house: House, keep: KeepDays) -> None:
    async with db.read() as tx:
        left = set((await tx.execute(select(RoomRow.id))).scalars())
        assert left == {f"r{n}" for n, room in enumerate(house.rooms) if not _gone(room, keep)}
        for number, room in enumerate(house.rooms):
            for hand in range(1, room.hands + 1):
                found = await history.one_hand(tx, HandKey(f"r{number}", 1, hand))
                assert found is not None
                assert found.kept == _kept(room, keep)
                assert found.summary.deltas == (3, -1, -1, -1)
                assert len(found.transfers) == (0 if found.kept == "sums" else 3)
        people = set((await tx.execute(select(Player.id))).scalars())
        assert people - {"host"} == {
            f"g{n}"
            for n, guest in enumerate(house.guests)
            if guest.card or not _over(guest.seen, keep.guests_days)
        }
        sums = select(func.coalesce(func.sum(HandSeat.delta), 0)).where(HandSeat.player_id == "host")
        assert (await tx.execute(sums)).scalar_one() == 3 * sum(room.hands for room in house.rooms)
        known = set((await tx.execute(select(Session.player_id))).scalars())
        assert known == {
            f"g{n}"
            for n, guest in enumerate(house.guests)
            if f"g{n}" in people and not _over(guest.session, keep.sessions_days)
        }
