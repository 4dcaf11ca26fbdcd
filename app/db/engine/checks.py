"""Can the database be used at all? Asked once at the start, so that the answer is one sentence."""

import asyncio
from pathlib import Path

from sqlalchemy import inspect
from sqlalchemy.engine import URL

from app.db.engine.engine import make_engine
from app.db.engine.errors import DatabaseUnavailable, first_line, translated
from app.db.engine.urls import parse_url, place_of, sqlite_file


async def check_database(url: str) -> None:
    """Make the folder of an SQLite file if it is missing, connect, and begin a transaction that may write.

    Raises DatabaseUnavailable with one sentence that names the place and not the password.
    """
    parsed = parse_url(url)
    file = sqlite_file(parsed)
    if file is not None:
        await asyncio.to_thread(prepare_folder, file)
    await _try(parsed)


async def check_existing(url: str) -> None:
    """As ``check_database``, but an SQLite file has to be there already. Raises DatabaseUnavailable."""
    parsed = parse_url(url)
    file = sqlite_file(parsed)
    if file is not None and not await asyncio.to_thread(file.exists):
        raise DatabaseUnavailable(
            f"{place_of(parsed)} does not exist: name another with DATABASE_URL or DATA_DIR, "
            "or make it with `python -m app migrate`."
        )
    await _try(parsed)


async def has_tables(url: str) -> bool:
    """Whether the database has any table at all."""
    engine = make_engine(parse_url(url), "read", pool_size=1)
    try:
        async with engine.connect() as connection:
            return bool(await connection.run_sync(lambda known: inspect(known).get_table_names()))
    finally:
        await engine.dispose()


def prepare_folder(file: Path) -> None:
    """The folder of an SQLite file, made if it is missing. Raises DatabaseUnavailable."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"The database folder {file.parent} cannot be made: {first_line(error)}"
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
        # at the door every failure is the operator's: a wrong password, a missing database, a wrong port
        message = f"{place_of(url)} cannot be used: {first_line(getattr(error, 'orig', None) or error)}"
        raise DatabaseUnavailable(message) from error
    finally:
        await engine.dispose()
