"""Transactions: commit, rollback, waiting for each other, and errors."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import DBAPIError, OperationalError

from app.db import ConstraintViolated, Database, DatabaseError, DatabaseUnavailable, ReadTx, WriteTx
from app.db.engine import engine
from app.db.engine.urls import parse_url
from app.db.hands import rooms
from app.db.people import players
from app.db.tables.models import Player
from tests.support.db.samples import NOW, ROOM, add_room
from tests.support.db.servers import PostgresServer, SqliteServer
from tests.support.exact import exactly
from tests.support.processes import run_python

pytestmark = pytest.mark.database

BUMP = """
import asyncio, sys
from app.db import Database
from app.db.hands import rooms

async def main():
    db = Database(sys.argv[1])
    for _ in range(25):
        async with db.write() as tx:
            await rooms.bump_epoch(tx, "r-1")
    await db.close()

asyncio.run(main())
"""


@pytest.fixture
async def sqlite_url(sqlite_server: SqliteServer) -> AsyncIterator[str]:
    """A migrated SQLite file."""
    async with sqlite_server.migrated() as url:
        yield url


@pytest.fixture
async def sqlite_db(sqlite_url: str) -> AsyncIterator[Database]:
    """The same, open."""
    database = Database(sqlite_url)
    yield database
    await database.close()


@pytest.fixture
async def postgres_db(postgres_server: PostgresServer) -> AsyncIterator[Database]:
    """A migrated PostgreSQL database with a pool of three."""
    async with postgres_server.migrated() as url:
        database = Database(url, pool_size=3)
        yield database
        await database.close()


async def name_of(db: Database, player_id: str) -> str | None:
    async with db.read() as tx:
        player = await players.get(tx, player_id)
    return None if player is None else player.name


async def test_a_block_that_ends_is_kept(db: Database) -> None:
    async with db.write() as tx:
        await players.create_guest(tx, "p", "阿勇", NOW)
    assert await name_of(db, "p") == "阿勇"


async def test_a_block_that_fails_leaves_no_trace(db: Database) -> None:
    async def fail() -> None:
        async with db.write() as tx:
            await players.create_guest(tx, "p", "阿勇", NOW)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await name_of(db, "p") is None


async def test_readers_cannot_write(db: Database) -> None:
    with pytest.raises(DatabaseUnavailable, match=r" (read-only transaction|readonly database)\)"):
        async with db.read() as tx:
            await players.create_guest(WriteTx(tx), "p", "阿勇", NOW)
    assert await name_of(db, "p") is None
    async with db.write() as write:
        await players.create_guest(write, "p", "阿勇", NOW)
    assert await name_of(db, "p") == "阿勇"


async def test_readers_do_not_wait_for_a_writer(db: Database) -> None:
    async with db.write() as tx:
        await players.create_guest(tx, "p", "阿勇", NOW)
        assert await name_of(db, "p") is None
    assert await name_of(db, "p") == "阿勇"


async def test_a_reader_sees_one_state_of_the_database(db: Database) -> None:
    async with db.read() as tx:
        assert await players.get(tx, "p") is None
        async with db.write() as write:
            await players.create_guest(write, "p", "阿勇", NOW)
        assert await players.get(tx, "p") is None
    assert await name_of(db, "p") == "阿勇"


async def test_a_broken_rule_of_the_tables_is_named(db: Database) -> None:
    async def twice() -> None:
        async with db.write() as tx:
            await players.create_guest(tx, "p", "阿勇", NOW)
            await players.create_guest(tx, "p", "小梅", NOW)

    with pytest.raises(ConstraintViolated):
        await twice()
    assert await name_of(db, "p") is None


async def test_a_fault_of_the_program_is_not_dressed_up(db: Database) -> None:
    with pytest.raises(DBAPIError, match="SELECT \\* FROM nothing") as caught:
        async with db.read() as tx:
            await tx.execute(text("SELECT * FROM nothing"))
    assert not isinstance(caught.value, DatabaseError)


async def test_concurrent_writers_of_one_process_lose_nothing(db: Database) -> None:
    await add_room(db)

    async def bump() -> int:
        async with db.write() as tx:
            return await rooms.bump_epoch(tx, ROOM.id)

    epochs = await asyncio.gather(*(bump() for _ in range(40)))
    assert sorted(epochs) == list(range(2, 42))


async def test_concurrent_processes_lose_nothing(db: Database, url: str) -> None:
    await add_room(db)
    results = await asyncio.gather(*(run_python("-c", BUMP, url) for _ in range(4)))
    assert [code for code, _ in results] == [0] * 4, results
    async with db.read() as tx:
        room = await rooms.by_id(tx, ROOM.id)
    assert room is not None
    assert room.epoch == 101


async def test_cancelled_work_neither_leaks_nor_half_writes(db: Database) -> None:
    async def two_players(number: int) -> None:
        async with db.write() as tx:
            await players.create_guest(tx, f"a-{number}", "阿勇", NOW)
            await players.create_guest(tx, f"b-{number}", "小梅", NOW)

    for number in range(60):
        task = asyncio.create_task(two_players(number))
        for _ in range(number):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
    async with asyncio.timeout(20):
        await asyncio.gather(*(two_players(number) for number in range(100, 130)))
    async with db.read() as tx:
        rows = (await tx.execute(text("SELECT id FROM players"))).scalars().all()
    firsts = {row.removeprefix("a-") for row in rows if row.startswith("a-")}
    seconds = {row.removeprefix("b-") for row in rows if row.startswith("b-")}
    assert firsts == seconds
    assert {str(number) for number in range(100, 130)} <= firsts


async def pragmas(tx: ReadTx) -> dict[str, object]:
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "query_only")
    return {name: (await tx.execute(text(f"PRAGMA {name}"))).scalar() for name in names}


async def test_sqlite_keeps_what_it_was_told_even_in_a_power_cut(sqlite_db: Database) -> None:
    rules = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
    async with sqlite_db.write() as tx:
        assert await pragmas(tx) == rules | {"query_only": 0}
    async with sqlite_db.read() as tx:
        assert await pragmas(tx) == rules | {"query_only": 1}


async def test_a_writer_of_sqlite_holds_the_file_from_the_start(sqlite_db: Database, sqlite_url: str) -> None:
    other = sqlite3.connect(parse_url(sqlite_url).database or "", timeout=0, isolation_level=None)
    async with sqlite_db.write():
        with pytest.raises(sqlite3.OperationalError, match=exactly("database is locked")):
            other.execute("BEGIN IMMEDIATE")
    other.execute("BEGIN IMMEDIATE")
    other.close()


async def test_a_file_locked_for_too_long_is_unavailable(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "BUSY_MS", 30)
    db = Database(sqlite_url)
    other = sqlite3.connect(parse_url(sqlite_url).database or "", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(DatabaseUnavailable, match=r"does not answer \(database is locked\): check"):
        async with db.write():
            pass
    other.close()
    async with db.write() as tx:
        await players.create_guest(tx, "p", "阿勇", NOW)
    await db.close()


async def test_a_missing_table_of_sqlite_is_a_fault_of_the_program(tmp_path: Path) -> None:
    db = Database(f"sqlite:///{tmp_path}/new.db")
    with pytest.raises(OperationalError, match="no such table: players"):
        async with db.write() as tx:
            await tx.execute(insert(Player), {"id": "p", "name": "n", "created_at": 1, "last_seen": 1})
    await db.close()


async def test_a_lost_connection_in_a_block_is_unavailable_and_the_next_block_works(
    postgres_db: Database,
) -> None:
    async def lose_it() -> None:
        async with postgres_db.write() as tx:
            await players.create_guest(tx, "p", "阿勇", NOW)
            own = (await tx.execute(text("SELECT pg_backend_pid()"))).scalar_one()
            async with postgres_db.write() as other:
                await other.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": own})
            await players.create_guest(tx, "q", "小梅", NOW)

    with pytest.raises(DatabaseUnavailable, match="does not answer"):
        await lose_it()
    async with postgres_db.write() as tx:
        await players.create_guest(tx, "p", "阿勇", NOW)
    assert await name_of(postgres_db, "p") == "阿勇"


async def test_connections_lost_between_blocks_are_not_noticed(postgres_db: Database) -> None:
    own = text("SELECT pg_backend_pid()")
    async with postgres_db.write() as tx, postgres_db.write() as other:
        await tx.execute(own)
        pid = (await other.execute(own)).scalar_one()
    async with postgres_db.write() as killer:
        statement = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        )
        await killer.execute(text(f"{statement} AND pid <> pg_backend_pid()"))
    async with postgres_db.write() as tx, postgres_db.write() as other:
        assert pid not in {(await tx.execute(own)).scalar_one(), (await other.execute(own)).scalar_one()}


async def test_postgresql_ends_what_takes_too_long(postgres_db: Database) -> None:
    async def dawdle() -> None:
        async with postgres_db.write() as tx:
            await tx.execute(text("SET LOCAL statement_timeout = 20"))
            await tx.execute(text("SELECT pg_sleep(30)"))

    with pytest.raises(DatabaseUnavailable, match="statement timeout"):
        await dawdle()
    async with postgres_db.read() as tx:
        limits = (
            await tx.execute(
                text("SELECT current_setting('statement_timeout'), current_setting('lock_timeout')")
            )
        ).one()
    assert tuple(limits) == ("10s", "5s")
