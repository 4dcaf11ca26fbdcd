"""Alembic in this process: move a database to a revision of the tables."""

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
from app.db.engine.errors import DatabaseError, DatabaseUnavailable, reason_of
from app.db.engine.urls import parse_url, place_of, sqlite_file

FOLDER: Final = Path(__file__).resolve().parents[3] / "migrations"
# any number, but always the same one: all processes wait for this lock
_POSTGRES_LOCK: Final = 7_165_203_911


_DERIVED: Final = ("player_rooms", "probes")
"""Tables whose rows follow from others: a downgrade that drops them loses nothing."""


class WouldLose(DatabaseError):
    """The older tables cannot hold some rows. The message counts them."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Revision before and after, and the number of lost rows per dropped table."""

    before: str | None
    after: str | None
    lost: Mapping[str, int]


async def migrate(url: str, revision: str = "head", *, may_lose: bool = True) -> Moved:
    """Move the tables to the newest revision or to another, and create a missing SQLite file.

    One transaction; processes that start together wait for each other. Raises DatabaseUnavailable, also for
    an unknown revision; WouldLose if rows would be lost and ``may_lose`` is False.
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
                    "make a backup, then add --yes."
                )
            return moved
    except CommandError as error:
        message = f"{place} cannot be migrated: {reason_of(error)}. Use the version that made its tables."
        raise DatabaseUnavailable(message) from None


async def check_revision(url: str) -> str | None:
    """None if the tables have the newest revision, or a warning if they are newer than this program.

    Raises DatabaseUnavailable if they are older or missing.
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
        raise DatabaseUnavailable(f"{place} has {have}, but {head} is needed: run `python -m app migrate`.")
    return f"{place} has tables of a newer version of the server (revision {current}): update the server."


def known_revisions() -> tuple[str, ...]:
    """All revisions that this program knows, newest first."""
    return tuple(script.revision for script in ScriptDirectory(str(FOLDER)).walk_revisions())


def told(counts: Mapping[str, int]) -> str:
    """The counts as text: "3 hands, 12 hand seats"."""
    return ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items())


def _move(connection: Connection, revision: str) -> Moved:
    """Upgrade or downgrade to the revision."""
    known, before = known_revisions(), _current(connection)
    older = known[known.index(before) + 1 :] if before in known else ()
    if revision not in older:
        apply_step(connection, lambda config: command.upgrade(config, revision))
        return Moved(before, _current(connection), {})
    held = _rows_by_table(connection)
    apply_step(connection, lambda config: command.downgrade(config, revision))
    kept = inspect(connection).get_table_names()
    lost = {name: rows for name, rows in held.items() if rows and name not in {*kept, *_DERIVED}}
    return Moved(before, revision, lost)


def _rows_by_table(connection: Connection) -> Mapping[str, int]:
    return {
        name: connection.execute(select(func.count()).select_from(table(name))).scalar_one()
        for name in sorted(inspect(connection).get_table_names())
    }


def _current(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def apply_step(connection: Connection, step: Callable[[Config], None]) -> None:
    """Run an Alembic command in the transaction of the connection."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    step(config)


@asynccontextmanager
async def migration_transaction(url: str) -> AsyncIterator[AsyncConnection]:
    """A transaction for migrations. Raises DatabaseError if it would leave a dangling reference."""
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
    """Raise DatabaseError for a dangling reference in SQLite, which does not check during migrations."""
    if connection.dialect.name != "sqlite":
        return
    dangling = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).all()
    if dangling:
        raise DatabaseError(
            f"The migration would leave dangling references in {dangling[0][0]}, so nothing was changed: "
            "use a backup from before the damage."
        )
