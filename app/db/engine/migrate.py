"""Alembic in process: bring a database to the newest tables before anything else uses it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, func, inspect, select, table
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.engine.checks import check_database, prepare_folder
from app.db.engine.engine import make_engine
from app.db.engine.errors import DatabaseError, DatabaseUnavailable, first_line
from app.db.engine.urls import parse_url, place_of, sqlite_file

FOLDER: Final = Path(__file__).resolve().parents[3] / "migrations"
# any number will do, as long as it never changes
_POSTGRES_LOCK: Final = 7_165_203_911


class WouldLose(DatabaseError):
    """Older tables have no place for some rows; the message is one sentence that counts them."""


@dataclass(frozen=True, slots=True)
class Moved:
    """From which revision to which, and how many rows went with their tables."""

    before: str | None
    after: str | None
    lost: Mapping[str, int]


async def migrate(url: str, revision: str = "head", *, may_lose: bool = True) -> Moved:
    """Upgrade to the newest revision, or go to another, making the SQLite file if it is missing.

    All in one transaction; processes that start together wait for each other. Raises DatabaseUnavailable,
    also for a revision that is unknown here, and WouldLose if rows would go that may not.
    """
    place, known = place_of(parse_url(url)), known_revisions()
    if revision not in {"head", *known}:
        message = f"there is no revision {revision!r} here, only {', '.join(reversed(known))}"
        raise DatabaseUnavailable(f"{place} cannot be migrated: {message}.")
    await check_database(url)
    try:
        async with migration_transaction(url) as transaction:
            moved = await transaction.run_sync(_move, revision)
            if moved.lost and not may_lose:
                raise WouldLose(
                    f"{place} would lose {told(moved.lost)} on the way to {moved.after}: "
                    "keep a backup, then add --yes."
                )
            return moved
    except CommandError as error:
        message = f"{place} cannot be migrated: {first_line(error)}"
        raise DatabaseUnavailable(message) from None


async def check_revision(url: str) -> str | None:
    """A sentence of warning if the tables are newer than this program.

    Raises DatabaseUnavailable if they are older.
    """
    script = ScriptDirectory(str(FOLDER))
    head = script.get_current_head()
    async with migration_transaction(url) as transaction:
        current = await transaction.run_sync(_current)
    place = place_of(parse_url(url))
    if current == head:
        return None
    if current is None or current in {known.revision for known in script.walk_revisions()}:
        have = f"tables of revision {current}" if current else "no tables"
        raise DatabaseUnavailable(f"{place} has {have}, and {head} is needed: run `python -m app migrate`.")
    return f"{place} was migrated by a newer version of the server (revision {current})."


def known_revisions() -> tuple[str, ...]:
    """Every revision of the tables that this program knows, the newest first."""
    return tuple(script.revision for script in ScriptDirectory(str(FOLDER)).walk_revisions())


def told(counts: Mapping[str, int]) -> str:
    """The counts in words."""
    return ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items())


def _move(connection: Connection, revision: str) -> Moved:
    """Up or down, wherever the revision lies."""
    known, before = known_revisions(), _current(connection)
    older = known[known.index(before) + 1 :] if before in known else ()
    if revision not in older:
        apply_step(connection, lambda config: command.upgrade(config, revision))
        return Moved(before, _current(connection), {})
    held = _rows_by_table(connection)
    apply_step(connection, lambda config: command.downgrade(config, revision))
    kept = inspect(connection).get_table_names()
    return Moved(before, revision, {name: rows for name, rows in held.items() if rows and name not in kept})


def _rows_by_table(connection: Connection) -> Mapping[str, int]:
    return {
        name: connection.execute(select(func.count()).select_from(table(name))).scalar_one()
        for name in sorted(inspect(connection).get_table_names())
    }


def _current(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def apply_step(connection: Connection, step: Callable[[Config], None]) -> None:
    """Run an Alembic command in the transaction that the connection is in."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    step(config)


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
            await require_no_dangling(connection)
    finally:
        await engine.dispose()


async def require_no_dangling(connection: AsyncConnection) -> None:
    """Raises DatabaseError if SQLite, which does not check while tables are rebuilt, has such a reference."""
    if connection.dialect.name != "sqlite":
        return
    dangling = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).all()
    if dangling:
        raise DatabaseError(f"The migration would leave dangling references in {dangling[0][0]}.")
