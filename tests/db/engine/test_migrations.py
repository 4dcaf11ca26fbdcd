"""The migrations create exactly the tables of the models, on both engines."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect
from sqlalchemy.engine.interfaces import ReflectedIndex

from app.db import Database, DatabaseError, migrate
from app.db.engine.migrate import migration_transaction
from app.db.tables.models import Base
from tests.support.db.revisions import run_alembic
from tests.support.db.samples import add_people
from tests.support.db.servers import SqliteServer
from tests.support.exact import exactly
from tests.support.processes import run_python

pytestmark = pytest.mark.database
T = TypeVar("T")


async def ask(url: str, question: Callable[[Connection], T]) -> T:
    """The result of ``question`` in a migration transaction."""
    async with migration_transaction(url) as transaction:
        return await transaction.run_sync(question)


def tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


def catalogue(connection: Connection) -> dict[str, object]:
    """Columns, keys, constraints and indexes of all tables, with their names."""
    inspector = inspect(connection)

    def in_order(items: object) -> list[str]:
        assert isinstance(items, list)
        return sorted(repr(sorted(item.items(), key=str)) for item in items)

    def index_of(index: ReflectedIndex) -> dict[str, str]:
        condition = {name: str(value) for name, value in index.get("dialect_options", {}).items()}
        return {key: str(value) for key, value in index.items()} | {"dialect_options": str(condition)}

    return {
        table: {
            "columns": in_order(
                [{**column, "type": str(column["type"])} for column in inspector.get_columns(table)]
            ),
            "key": repr(inspector.get_pk_constraint(table)),
            "foreign": in_order(inspector.get_foreign_keys(table)),
            "unique": in_order(inspector.get_unique_constraints(table)),
            "checks": in_order(inspector.get_check_constraints(table)),
            "indexes": in_order([index_of(index) for index in inspector.get_indexes(table)]),
        }
        for table in inspector.get_table_names()
        if table != "alembic_version"
    }


async def test_migrate_makes_every_table(empty_url: str) -> None:
    await migrate(empty_url)
    assert await ask(empty_url, tables) == {*Base.metadata.tables, "alembic_version"}


async def test_alembic_sees_no_difference_to_the_models(url: str) -> None:
    def compare(connection: Connection) -> object:
        return compare_metadata(MigrationContext.configure(connection), Base.metadata)

    assert await ask(url, compare) == []


async def test_the_catalogue_is_the_one_the_models_would_make(url: str, empty_url: str) -> None:
    await ask(empty_url, Base.metadata.create_all)
    made_by_models = await ask(empty_url, catalogue)
    assert len(made_by_models) == len(Base.metadata.tables)
    assert "ck_hands_balance" in repr(made_by_models["hands"])
    assert await ask(url, catalogue) == made_by_models


async def test_down_to_nothing_and_up_again(url: str) -> None:
    before = await ask(url, catalogue)
    await run_alembic(url, lambda config: command.downgrade(config, "base"))
    assert await ask(url, tables) == {"alembic_version"}
    await run_alembic(url, lambda config: command.upgrade(config, "head"))
    assert await ask(url, catalogue) == before


async def test_migrating_again_keeps_the_rows(db: Database, url: str) -> None:
    await add_people(db)
    await migrate(url)

    def count(connection: Connection) -> object:
        return connection.exec_driver_sql("SELECT count(*) FROM players").scalar()

    assert await ask(url, count) == 4


async def test_a_migration_that_fails_leaves_nothing(empty_url: str) -> None:
    def upgrade_and_fail(config: Config) -> None:
        command.upgrade(config, "head")
        raise RuntimeError("power cut")

    with pytest.raises(RuntimeError, match=exactly("power cut")):
        await run_alembic(empty_url, upgrade_and_fail)
    assert await ask(empty_url, tables) == set()


async def test_processes_that_start_together_migrate_once(empty_url: str) -> None:
    program = "import asyncio, sys; from app.db import migrate; asyncio.run(migrate(sys.argv[1]))"
    results = await asyncio.gather(*(run_python("-c", program, empty_url) for _ in range(4)))
    assert [code for code, _ in results] == [0] * 4, results
    assert await ask(empty_url, tables) == {*Base.metadata.tables, "alembic_version"}


async def test_the_command_line_does_the_same(empty_url: str) -> None:
    code, output = await run_python("-m", "alembic", "upgrade", "head", DATABASE_URL=empty_url)
    assert code == 0, output
    code, output = await run_python("-m", "alembic", "check", DATABASE_URL=empty_url)
    assert code == 0, output
    assert "No new upgrade operations detected" in output
    code, output = await run_python("-m", "alembic", "current", DATABASE_URL="")
    assert (code, output.strip()) == (1, "Set DATABASE_URL to the database, as for the server.")


async def test_the_command_line_prints_statements(empty_url: str) -> None:
    code, output = await run_python("-m", "alembic", "upgrade", "head", "--sql", DATABASE_URL=empty_url)
    assert code == 0, output
    assert "CREATE TABLE hand_transfers" in output
    assert await ask(empty_url, tables) == set()


async def test_a_migration_may_not_leave_dangling_references(sqlite_server: SqliteServer) -> None:
    def orphan(connection: Connection) -> None:
        connection.exec_driver_sql("INSERT INTO sessions VALUES ('h', 'nobody', 'cookie', 1, 2, NULL, NULL)")

    def count(connection: Connection) -> object:
        return connection.exec_driver_sql("SELECT count(*) FROM sessions").scalar()

    async with sqlite_server.migrated() as url:
        with pytest.raises(DatabaseError, match="dangling references in sessions"):
            await ask(url, orphan)
        assert await ask(url, count) == 0
