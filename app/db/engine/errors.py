"""What can go wrong in the database, in words that the floors above understand."""

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


class DatabaseError(Exception):
    """Base of the errors of this package."""


class DatabaseUnavailable(DatabaseError):
    """The database does not answer now; the same call may be repeated with the same ids.

    After a lost connection it is unknown whether the transaction was committed. The text is one sentence
    for the operator and never holds a password.
    """


class ConstraintViolated(DatabaseError):
    """The database refused a row (unknown player or room, imbalance, …): repeating will not help."""


class CodeTaken(DatabaseError):
    """Another open room has this six-digit code: choose another."""


def translated(error: Exception, place: str) -> DatabaseError | None:
    """The error of this package that ``error`` amounts to, or None if it is a fault of the program.

    ``place`` names the database without its password.
    """
    match error:
        case IntegrityError():
            return ConstraintViolated(first_line(error.orig or error))
        case DBAPIError() if error.connection_invalidated or _is_unavailable(error.orig):
            return DatabaseUnavailable(f"{place} does not answer: {first_line(error.orig or error)}")
        case PoolTimeout():
            return DatabaseUnavailable(f"{place} is too busy: no connection became free in time.")
        case OSError():
            return DatabaseUnavailable(f"{place} does not answer: {first_line(error)}")
        case _:
            return None


def first_line(error: BaseException) -> str:
    """The first line of an error's message, or its name, closed with a full stop."""
    message = getattr(error, "strerror", None) or str(error)
    line = next((part.strip() for part in message.splitlines() if part.strip()), type(error).__name__)
    # drivers' adapters put the class in front of the text: "<class 'asyncpg…'>: text"
    if line.startswith("<class "):
        line = line.partition(">: ")[2] or line
    return line if line.endswith((".", "!", "?")) else f"{line}."


def _is_unavailable(error: BaseException | None) -> bool:
    if isinstance(error, sqlite3.Error):
        code: int | None = getattr(error, "sqlite_errorcode", None)
        return code is not None and code & 0xFF in _SQLITE_UNAVAILABLE
    state: str | None = getattr(error, "sqlstate", None)
    return state is not None and state.startswith(_POSTGRES_UNAVAILABLE)
