"""The audit finds no error in sound books, and finds every planted error."""

import pytest
from sqlalchemy import delete

from app.db import Database
from app.db.audit import audit
from app.db.tables.models import Hand, HandLog, HandSeat, HandTransfer, HandWin
from tests.support.db.booked import open_house
from tests.support.db.plants import PLANTS, sql, unguarded

pytestmark = pytest.mark.database


@pytest.fixture
async def books(url: str) -> str:
    """Sound books."""
    db = Database(url)
    await open_house(db)
    await db.close()
    return url


async def found_in(url: str, *, deep: bool = True) -> list[str]:
    """The findings of the audit as text."""
    db = Database(url)
    try:
        return [str(finding) for finding in (await audit(db, deep=deep)).findings]
    finally:
        await db.close()


async def test_sound_books(books: str) -> None:
    db = Database(books)
    whole, sample = await audit(db, deep=True), await audit(db, replayed=3)
    await db.close()
    assert (whole.findings, sample.findings) == ((), ())
    assert (whole.accounts, whole.transfers, whole.hands, whole.replayed) == (6, 17, 8, 8)
    assert (sample.hands, sample.replayed) == (8, 3)


@pytest.mark.parametrize("page", [1, 2, 4])
async def test_every_page_of_rooms_is_checked(books: str, page: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.db.audit._ROOMS_AT_ONCE", page)
    db = Database(books)
    whole = await audit(db, deep=True)
    await db.close()
    assert (whole.findings, whole.hands, whole.replayed) == ((), 8, 8)


@pytest.mark.parametrize("name", PLANTS)
async def test_what_is_planted_is_found(books: str, name: str) -> None:
    plants, check, where = PLANTS[name]
    async with unguarded(books) as connection:
        for plant in plants:
            if isinstance(plant, str):
                assert (await connection.exec_driver_sql(sql(plant))).rowcount > 0
            else:
                await plant(connection)
    found = await found_in(books)
    assert any(line.startswith(f"{check}: {where}: ") for line in found), found


EARLY_END = {
    "another match has begun": "UPDATE rooms SET match = 2 WHERE id = 'won'",
    "the room is closed": "UPDATE rooms SET status = 'closed', closed_at = 1 WHERE id = 'won'",
    "the match goes on": "UPDATE rooms SET match = 1 WHERE id = 'won'",
}


@pytest.mark.parametrize("end", EARLY_END)
async def test_a_winner_pays_for_a_match_that_ends_early(books: str, end: str) -> None:
    async with unguarded(books) as connection:
        for table in (HandLog, HandWin, HandTransfer, HandSeat, Hand):
            await connection.execute(delete(table).filter_by(room_id="won", hand=4))
        await connection.exec_driver_sql(EARLY_END[end])
    early = [] if end != "the match goes on" else ["card-match: match won.1: 4 cards paid, 0 due"]
    assert await found_in(books) == early


async def test_logs_that_are_not_in_the_sample_are_not_played(books: str) -> None:
    async with unguarded(books) as connection:
        await connection.exec_driver_sql(sql("UPDATE hands SET ended_at = 1 WHERE @hand"))
        await connection.exec_driver_sql(sql("UPDATE hands SET commitment = 'x' WHERE @hand"))
    db = Database(books)
    sample = await audit(db, replayed=7)
    whole = await audit(db, deep=True)
    await db.close()
    assert {finding.check for finding in sample.findings} == {"hand-hash"}
    assert {"log-deal", "log-header"} < {finding.check for finding in whole.findings}
