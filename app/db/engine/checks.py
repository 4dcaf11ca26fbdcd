"""Check at the start whether the database is usable; the error is one sentence for the operator."""

import asyncio
from pathlib import Path

from sqlalchemy import inspect
from sqlalchemy.engine import URL

from app.db.engine.engine import make_engine
from app.db.engine.errors import DatabaseUnavailable, reason_of, translated
from app.db.engine.urls import parse_url, place_of, sqlite_file


async def check_database(url: str) -> None:
    """Create the folder of an SQLite file if it is missing, connect, and begin a transaction that may write.

    Raises DatabaseUnavailable. The message names the place without the password.
    """
    parsed = parse_url(url)
    file = sqlite_file(parsed)
    if file is not None:
        await asyncio.to_thread(prepare_folder, file)
    await _try(parsed)


async def check_existing(url: str) -> None:
    """As ``check_database``, but an SQLite file must exist. Raises DatabaseUnavailable."""
    parsed = parse_url(url)
    file = sqlite_file(parsed)
    if file is not None and not await asyncio.to_thread(file.exists):
        raise DatabaseUnavailable(
            f"{place_of(parsed)} does not exist: set DATABASE_URL or DATA_DIR to another one, "
            "or create it with `python -m app migrate`."
        )
    await _try(parsed)


async def has_tables(url: str) -> bool:
    """Whether the database has any table."""
    engine = make_engine(parse_url(url), "read", pool_size=1)
    try:
        async with engine.connect() as connection:
            return bool(await connection.run_sync(lambda known: inspect(known).get_table_names()))
    finally:
        await engine.dispose()


def prepare_folder(file: Path) -> None:
    """Create the folder of an SQLite file if it is missing. Raises DatabaseUnavailable."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"The database folder {file.parent} cannot be created ({reason_of(error)}): set DATA_DIR."
        raise DatabaseUnavailable(message) from error


async def _try(url: URL) -> None:
    engine = make_engine(url, "write")
    try:
        async with engine.begin() as connection:
            await connection.exec_driver_sql("SELECT 1")
    except DatabaseUnavailable:
        raise
    except Exception as error:
        known = translated(error, place_of(url))
        if isinstance(known, DatabaseUnavailable):
            raise known from error
        # at the start every failure comes from the settings: password, database name, port
        reason = reason_of(getattr(error, "orig", None) or error)
        message = f"{place_of(url)} cannot be used ({reason}): check DATABASE_URL."
        raise DatabaseUnavailable(message) from error
    finally:
        await engine.dispose()
