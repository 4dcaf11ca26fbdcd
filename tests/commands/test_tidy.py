"""``python -m app tidy`` as the operator types it."""

import time

import pytest
from sqlalchemy import update

from app.db import Database
from app.db.engine.urls import parse_url, place_of
from app.db.tables.models import HandTransfer, RoomRow
from tests.db.test_retention import rows, sound
from tests.support.db.booked import open_house
from tests.support.db.plants import unguarded
from tests.support.processes import run_python

pytestmark = pytest.mark.database


async def tidy(url: str, *arguments: str, **more: str) -> tuple[int, str]:
    """Exit code and output, but for the line that names the database."""
    code, output = await run_python("-m", "app", "tidy", *arguments, DATABASE_URL=url, **more)
    named = f"{place_of(parse_url(url))} is used.\n"
    assert output.startswith(named)
    return code, output.removeprefix(named)


@pytest.fixture
async def old_house(db: Database) -> Database:
    """Everything was over a hundred days ago."""
    await open_house(db)
    ago = time.time_ns() // 1_000_000 - 100 * 24 * 3_600_000
    async with db.write() as tx:
        await tx.execute(update(RoomRow).values(created_at=ago))
        over = update(RoomRow).where(RoomRow.id.in_(("room", "won", "over")))
        await tx.execute(over.values(status="closed", closed_at=ago))
    return db


async def test_it_says_what_would_go_and_then_what_went(old_house: Database, url: str) -> None:
    before = await rows(old_house)
    told = (
        "8 logs of hands, 0 payments and receipts of hands, 0 rooms without a hand, 0 sessions, 0 guests.\n"
    )
    assert await tidy(url, "--dry-run") == (0, f"Would delete: {told}")
    assert await rows(old_house) == before
    await sound(old_house, pruned=0)
    assert await tidy(url) == (0, f"Deleted: {told}")
    assert await tidy(url) == (0, f"Deleted: {told.replace('8 logs', '0 logs')}")
    await sound(old_house, pruned=8)


async def test_the_settings_count(old_house: Database, url: str) -> None:
    kept = {"RETENTION__LOGS_DAYS": "0", "RETENTION__ROOMS_DAYS": "101", "RETENTION__GUESTS_DAYS": "0"}
    _, output = await tidy(url, "--dry-run", **kept)
    assert "0 logs of hands, 0 payments and receipts of hands" in output
    _, output = await tidy(url, "--dry-run", **{**kept, "RETENTION__ROOMS_DAYS": "99"})
    assert "0 logs of hands, 8 payments and receipts of hands, 1 rooms without a hand" in output


async def test_doubt_is_told(old_house: Database, url: str) -> None:
    async with unguarded(url) as connection:
        more = update(HandTransfer).where(HandTransfer.room_id == "room", HandTransfer.hand == 1)
        await connection.execute(more.values(ke=HandTransfer.ke + 1))
    code, output = await tidy(url)
    assert code == 1
    assert "Deleted: 7 logs" in output
    assert "1 hands are doubtful and stay: run `python -m app verify-ledger`." in output


async def test_a_store_that_does_not_answer(old_house: Database, url: str) -> None:
    before = await rows(old_house)
    code, output = await tidy(url, REDIS_URL="unix:///nowhere/redis.sock")
    assert code == 2
    assert len(output.splitlines()) == 1
    assert await rows(old_house) == before
