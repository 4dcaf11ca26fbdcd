"""Write a backup: one state of the database. The server may keep running."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import BinaryIO, Final

from sqlalchemy import Table
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.backup.contents import FORMAT, VERSION, BackupUnusable, Column, Header, TableBegin, Writer
from app.db.backup.tables import holds_bytes, revision_of, rows_in_order, tables_of
from app.db.engine.engine import make_engine
from app.db.engine.errors import translated
from app.db.engine.urls import parse_url, place_of, sqlite_file

_ROWS_AT_ONCE: Final = 500


async def write_backup(url: str, out: BinaryIO, server: str, now: int) -> Mapping[str, int]:
    """Write all tables of the database to ``out``. Returns the number of rows per table.

    ``server``: version of this server. ``now``: ms. Raises DatabaseUnavailable, BackupUnusable if the
    database has no tables of this server, OSError from ``out``.
    """
    writer = Writer(out)
    async with _one_moment(url) as connection:
        revision = await connection.run_sync(revision_of)
        if revision is None:
            raise BackupUnusable(
                f"{place_of(parse_url(url))} has no tables of this server: check DATABASE_URL."
            )
        writer.begin(Header(FORMAT, VERSION, server, revision, now))
        for table in await connection.run_sync(tables_of):
            await _write_table(connection, table, writer)
    writer.close()
    return writer.counts


async def _write_table(connection: AsyncConnection, table: Table, writer: Writer) -> None:
    columns = tuple(
        Column(str(column.name), "bytes" if holds_bytes(table, column.name) else "plain")
        for column in table.columns
    )
    writer.begin_table(TableBegin(str(table.name), columns))
    rows = await connection.stream(rows_in_order(table), execution_options={"yield_per": _ROWS_AT_ONCE})
    async for row in rows:
        writer.row(list(row))
    writer.end_table()


@asynccontextmanager
async def _one_moment(url: str) -> AsyncIterator[AsyncConnection]:
    """A read transaction without time limit that sees one state of the database."""
    parsed = parse_url(url)
    if sqlite_file(parsed) is not None:
        engine = make_engine(parsed, "read", pool_size=1)
    else:
        engine = make_engine(parsed, "migrate", pool_size=1)
        engine = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    try:
        async with engine.begin() as connection:
            yield connection
    except Exception as error:
        known = translated(error, place_of(parsed))
        if known is None:
            raise
        raise known from error
    finally:
        await engine.dispose()
