"""Restore a backup into an empty database, in one transaction."""

from base64 import b64decode
from collections.abc import Awaitable, Callable, Iterator
from typing import BinaryIO, Final

from alembic import command
from sqlalchemy import Connection, Table, inspect, select

from app.db.backup.contents import BackupUnusable, Header, Row, TableBegin, TableEnd, read_lines
from app.db.backup.tables import revision_of, tables_of
from app.db.backup.verify import Verified, verify_backup
from app.db.engine.errors import translated
from app.db.engine.migrate import apply_step, known_revisions, migration_transaction, require_no_dangling
from app.db.engine.urls import parse_url, place_of

_ROWS_AT_ONCE: Final = 500


async def _nothing() -> None:
    """Default for ``before_commit``."""


def require_known(header: Header) -> None:
    """Raise BackupUnusable if a newer version of the server made the backup."""
    if header.revision not in known_revisions():
        raise BackupUnusable(
            f"The backup was made by a newer version of the server ({header.server}, tables of revision "
            f"{header.revision}): this version cannot restore it."
        )


async def ensure_empty(url: str) -> None:
    """Raises BackupUnusable if the database has rows or other tables than ours, DatabaseUnavailable."""
    async with migration_transaction(url) as transaction:
        await transaction.run_sync(_require_empty, place_of(parse_url(url)))


async def restore_backup(
    url: str, file: BinaryIO, before_commit: Callable[[], Awaitable[None]] = _nothing
) -> Verified:
    """Restore a backup into an empty database, and migrate to the newest revision. Returns its contents.

    ``file`` must be seekable; it is read completely before anything is written. ``before_commit`` runs last
    before the commit; if it raises, nothing is restored. Raises BackupUnusable, DatabaseUnavailable,
    DatabaseError for dangling references, OSError.
    """
    start = file.tell()
    verified = verify_backup(file)
    require_known(verified.header)
    file.seek(start)
    place = place_of(parse_url(url))
    try:
        async with migration_transaction(url) as transaction:
            await transaction.run_sync(_require_empty, place)
            await transaction.run_sync(_make_tables, verified.header.revision)
            await transaction.run_sync(_fill, file)
            await transaction.run_sync(apply_step, lambda config: command.upgrade(config, "head"))
            await require_no_dangling(transaction)
            await before_commit()
    except Exception as error:
        known = translated(error, place)
        if known is None:
            raise
        raise known from error
    return verified


def _require_empty(connection: Connection, place: str) -> None:
    tables = tables_of(connection)
    revision = revision_of(connection)
    if tables and revision is None:
        raise BackupUnusable(f"{place} has tables of another program: restore into a new one.")
    if revision is not None and revision not in known_revisions():
        raise BackupUnusable(f"{place} has tables of a newer version: restore into a new one.")
    for table in tables:
        if connection.execute(select(*table.columns).limit(1)).first() is not None:
            raise BackupUnusable(f"{place} is not empty: restore into a new one.")


def _make_tables(connection: Connection, revision: str) -> None:
    """Create the tables of the backup's revision."""
    if inspect(connection).has_table("alembic_version"):
        apply_step(connection, lambda config: command.downgrade(config, "base"))
    apply_step(connection, lambda config: command.upgrade(config, revision))


def _fill(connection: Connection, file: BinaryIO) -> None:
    tables = {table.name: table for table in tables_of(connection)}
    lines = read_lines(file)
    for line in lines:
        if isinstance(line, TableBegin):
            _fill_table(connection, tables.get(line.name), line, lines)


def _fill_table(
    connection: Connection, table: Table | None, begin: TableBegin, lines: Iterator[object]
) -> None:
    names = [column.name for column in begin.columns]
    if table is None or set(names) != set(table.columns.keys()):
        raise BackupUnusable(
            f"The backup has a table {begin.name} that does not belong to its revision: use another copy."
        )
    coded = [index for index, column in enumerate(begin.columns) if column.kind == "bytes"]
    batch: list[dict[str, object]] = []
    for line in lines:
        if isinstance(line, list):
            batch.append(dict(zip(names, _decoded(line, coded), strict=True)))
        if batch and (len(batch) == _ROWS_AT_ONCE or isinstance(line, TableEnd)):
            connection.execute(table.insert(), batch)
            batch = []
        if isinstance(line, TableEnd):
            return


def _decoded(row: Row, coded: list[int]) -> Row:
    """The row with base64 decoded in the columns ``coded``."""
    for index in coded:
        value = row[index]
        if isinstance(value, str):
            row[index] = b64decode(value)
    return row
