"""Players and their sessions."""

from dataclasses import replace

import pytest
from sqlalchemy import text

from app.db import ConstraintViolated, Database
from app.db.hands.records import PlayerRecord, SessionKind, SessionRecord
from app.db.people import players, sessions
from tests.support.db.samples import NOW, add_people

pytestmark = pytest.mark.database

YONG = PlayerRecord("p-yong", "阿勇", NOW, NOW)
TOKEN = "token-of-a-yong"
DAY = 86_400_000


async def get(db: Database, player_id: str = "p-yong") -> PlayerRecord | None:
    async with db.read() as tx:
        return await players.get(tx, player_id)


async def find(db: Database, token: str = TOKEN, now: int = NOW) -> SessionRecord | None:
    async with db.read() as tx:
        return await sessions.find(tx, token, now)


@pytest.fixture
async def people(db: Database) -> Database:
    """A database with four players, one of them with a session."""
    await add_people(db)
    async with db.write() as tx:
        await sessions.create(tx, TOKEN, "p-yong", "cookie", NOW, NOW + DAY)
    return db


async def test_a_guest_is_kept(db: Database) -> None:
    async with db.write() as tx:
        assert await players.create_guest(tx, "p-yong", "阿勇", NOW) == YONG
    assert await get(db) == YONG
    assert await get(db, "p-nobody") is None


async def test_names_of_any_script_come_back_as_they_went_in(db: Database) -> None:
    name = "勇 👨‍👩‍👧‍👦'\"\\;--𠮷é"
    async with db.write() as tx:
        await players.create_guest(tx, "p", name, NOW)
    found = await get(db, "p")
    assert found is not None
    assert found.name == name


async def test_rename(people: Database) -> None:
    async with people.write() as tx:
        await players.rename(tx, "p-yong", "勇哥")
    assert await get(people) == replace(YONG, name="勇哥")
    assert await get(people, "p-mei") == PlayerRecord("p-mei", "小梅", NOW, NOW)


async def test_last_seen_only_grows(people: Database) -> None:
    for now in (NOW + 5, NOW + 9, NOW + 7):
        async with people.write() as tx:
            await players.touch(tx, "p-yong", now)
    assert await get(people) == replace(YONG, last_seen=NOW + 9)
    assert await get(people, "p-mei") == PlayerRecord("p-mei", "小梅", NOW, NOW)


@pytest.mark.parametrize("kind", ["cookie", "bearer"])
async def test_a_token_finds_its_player(people: Database, kind: SessionKind) -> None:
    async with people.write() as tx:
        await sessions.create(tx, "another", "p-mei", kind, NOW + 1, NOW + DAY)
    expected = SessionRecord(PlayerRecord("p-mei", "小梅", NOW, NOW), kind, NOW + 1, NOW + DAY)
    assert await find(people, "another") == expected
    assert await find(people, "unknown") is None


async def test_a_session_ends_by_itself(people: Database) -> None:
    assert await find(people, now=NOW + DAY - 1) is not None
    assert await find(people, now=NOW + DAY) is None


async def test_a_revoked_session_is_over_at_once(people: Database) -> None:
    async with people.write() as tx:
        await sessions.create(tx, "another", "p-yong", "bearer", NOW, NOW + DAY)
        assert await sessions.revoke(tx, TOKEN, NOW + 1)
        assert not await sessions.revoke(tx, TOKEN, NOW + 2)
        assert not await sessions.revoke(tx, "unknown", NOW + 2)
    assert await find(people) is None
    assert await find(people, "another") is not None


async def test_the_token_itself_is_nowhere(people: Database) -> None:
    async with people.read() as tx:
        rows = (await tx.execute(text("SELECT * FROM sessions"))).all()
    assert len(rows) == 1
    assert TOKEN not in repr(rows)
    assert sessions.token_hash(TOKEN) in repr(rows)


async def test_a_session_needs_a_player(people: Database) -> None:
    with pytest.raises(ConstraintViolated):
        async with people.write() as tx:
            await sessions.create(tx, "another", "p-nobody", "cookie", NOW, NOW + DAY)
