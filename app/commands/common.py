"""What all commands share: exit codes, the exception ``Refused``, and access to the database."""

import sys
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeVar

from app.commands.settings import read_settings

if TYPE_CHECKING:
    from app.db import Database

Result = TypeVar("Result")

WRONG: Final = 1
"""Exit code of a check that found something wrong."""
UNUSABLE: Final = 2
"""Exit code for arguments, settings or surroundings that the program cannot use."""


class Refused(Exception):
    """The command cannot run. The message is one sentence for the operator."""


def now_ms() -> int:
    """The time of this machine, in ms since 1970."""
    return time.time_ns() // 1_000_000


def with_database(work: "Callable[[Database], Awaitable[Result]]") -> Result:
    """Run ``work`` on the database of the settings and return its result. Names the database on stderr.

    The database must exist: the commands that call this never create an SQLite file. Raises Refused if the
    database or a setting cannot be used.
    """
    import asyncio

    from app.config.settings import SettingsInvalid
    from app.db import Database, DatabaseUnavailable
    from app.db.engine.checks import check_existing
    from app.db.engine.urls import parse_url, place_of

    async def run(url: str) -> Result:
        await check_existing(url)
        sys.stderr.write(f"{place_of(parse_url(url))} is used.\n")
        db = Database(url)
        try:
            return await _refusing(url, work(db))
        finally:
            await db.close()

    try:
        return asyncio.run(run(read_settings().database))
    except (SettingsInvalid, DatabaseUnavailable) as error:
        raise Refused(str(error)) from None


async def _refusing(url: str, work: "Awaitable[Result]") -> Result:
    """The result of ``work``. Raises Refused if the database has other tables than this program."""
    from sqlalchemy.exc import DBAPIError

    from app.db.engine.checks import has_tables
    from app.db.engine.urls import parse_url, place_of

    try:
        return await work
    except DBAPIError as error:
        have = (
            f"other tables ({str(error.orig).splitlines()[0]})" if await has_tables(url) else "no tables yet"
        )
        place = place_of(parse_url(url))
    raise Refused(f"{place} has {have}: run `python -m app migrate`.")
