"""Errors of the database, with messages for the operator."""

import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

_SQLITE_UNAVAILABLE: Final = frozenset(
    {
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_NOTADB,
    }
)
# PostgreSQL, by SQLSTATE: connection, standby, idle too long, rolled back, resources, lock, operator, system
_POSTGRES_UNAVAILABLE: Final = ("08", "25006", "25P0", "40", "53", "55", "57", "58")
_CHECK_FILE: Final = "check the file, its folder, the free disk space, and whether another program uses it"
_CHECK_SERVER: Final = "check that the server runs and that DATABASE_URL is right"


class DatabaseError(Exception):
    """Base of the errors of this package."""


class DatabaseUnavailable(DatabaseError):
    """The database does not answer now. Callers may repeat the call with the same ids.

    After a lost connection it is unknown whether the transaction was committed. The message is one sentence
    for the operator and contains no password.
    """


class ConstraintViolated(DatabaseError):
    """The database refuses a row (unknown player or room, wrong sum, …). A repeat does not help."""


class CodeTaken(DatabaseError):
    """Another open room has this six-digit code. Choose another code."""


def translated(error: Exception, place: str) -> DatabaseError | None:
    """The error of this package for ``error``, or None if it is a bug of the program.

    ``place`` names the database without the password.
    """
    match error:
        case IntegrityError():
            return ConstraintViolated(f"{reason_of(error.orig or error)}.")
        case DBAPIError() if error.connection_invalidated or _is_unavailable(error.orig):
            return _unavailable(place, error.orig or error)
        case PoolTimeout():
            return DatabaseUnavailable(f"{place} is too busy, no connection is free: try again later.")
        case OSError():
            return _unavailable(place, error)
        case _:
            return None


def reason_of(error: BaseException) -> str:
    """First line of an error's message without the full stop; the error's class name if it is empty."""
    message = getattr(error, "strerror", None) or str(error)
    line = next((part.strip() for part in message.splitlines() if part.strip()), type(error).__name__)
    # the adapters of the drivers put the class before the text: "<class 'asyncpg…'>: text"
    if line.startswith("<class "):
        line = line.partition(">: ")[2] or line
    return line.removesuffix(".")


def _unavailable(place: str, error: BaseException) -> DatabaseUnavailable:
    advice = _CHECK_FILE if isinstance(error, sqlite3.Error) else _CHECK_SERVER
    return DatabaseUnavailable(f"{place} does not answer ({reason_of(error)}): {advice}.")


def _is_unavailable(error: BaseException | None) -> bool:
    if isinstance(error, sqlite3.Error):
        code: int | None = getattr(error, "sqlite_errorcode", None)
        return code is not None and code & 0xFF in _SQLITE_UNAVAILABLE
    state: str | None = getattr(error, "sqlstate", None)
    return state is not None and state.startswith(_POSTGRES_UNAVAILABLE)
