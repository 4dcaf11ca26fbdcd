"""Wins worth 0 颗, from the rules to the books: they count as wins, and nobody pays (R65)."""

from dataclasses import replace

import pytest

from app.db import Database
from app.db.hands.hands import record_hand
from app.db.hands.history import one_hand
from app.db.hands.records import HandKey, Recorded
from app.play.books.bookings import hand_record
from app.rooms.steps.outbox import HandEnded
from tests.support.db.booked import open_house
from tests.support.rooms.players import play_out
from tests.support.rooms.table import Table, settings
from tests.support.rules.worthless import WORTHLESS

pytestmark = pytest.mark.database


def worthless() -> HandEnded:
    """A hand that is won, and in which nothing has a value."""
    for seed in range(1, 60):
        room = Table.started(replace(settings(hands=1), options=WORTHLESS), humans=2, seed=seed)
        play_out(room)
        (ended,) = room.ended_hands()
        if ended.record.wins:
            return ended
    raise AssertionError("no such hand among the seeds")


async def test_a_win_worth_nothing_is_booked_without_a_transfer(db: Database) -> None:
    ended = worthless()
    assert {win.ke for win in ended.record.wins} == {0}
    record = hand_record(ended)
    assert (record.transfers, set(record.deltas)) == ((), {0})
    await open_house(db)
    async with db.write() as tx:
        assert isinstance(await record_hand(tx, replace(record, match=2)), Recorded)
    async with db.read() as tx:
        detail = await one_hand(tx, HandKey(record.room_id, 2, record.hand))
    assert detail is not None
    assert (detail.transfers, len(detail.wins)) == ((), len(ended.record.wins))
    assert [win["ke"] for win in detail.wins] == [0] * len(detail.wins)
