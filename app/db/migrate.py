"""Alembic in process: bring a database to the newest tables before anything else uses it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.checks import check_database, prepare_folder
from app.db.engine import make_engine
from app.db.errors import DatabaseError
from app.db.urls import parse_url, sqlite_file

FOLDER: Final = Path(__file__).resolve().parents[2] / "migrations"
# any number will do, as long as it never changes
_POSTGRES_LOCK: Final = 7_165_203_911


async def migrate(url: str) -> None:
    """Upgrade to the newest revision, making the SQLite file if it is missing.

    All in one transaction; processes that start together wait for each other. Raises DatabaseUnavailable.
    """
    await check_database(url)
    await run_alembic(url, lambda config: command.upgrade(config, "head"))


async def run_alembic(url: str, step: Callable[[Config], None]) -> None:
    """Run an Alembic command in one transaction of its own, under the lock of all migrations."""

    def run(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
        config.attributes["connection"] = connection
        step(config)

    async with migration_transaction(url) as transaction:
        await transaction.run_sync(run)


@asynccontextmanager
async def migration_transaction(url: str) -> AsyncIterator[AsyncConnection]:
    """The transaction that migrations run in. Raises DatabaseError if it would leave a dangling reference."""
    parsed = parse_url(url)
    file = sqlite_file(parsed)
    if file is not None:
        await asyncio.to_thread(prepare_folder, file)
    engine = make_engine(parsed, "migrate", pool_size=1)
    try:
        async with engine.begin() as connection:
            if file is None:
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_POSTGRES_LOCK})")
            yield connection
            if file is not None:
                dangling = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).all()
                if dangling:
                    raise DatabaseError(f"The migration would leave dangling references in {dangling[0][0]}.")
    finally:
        await engine.dispose()
