"""``DATABASE_URL``: accepted forms, their drivers, and a name of the database for people."""

from pathlib import Path
from typing import Final

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from app.db.engine.errors import DatabaseUnavailable

_DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
_PARAMETERS: Final = frozenset({"host", "port", "ssl"})
_HELP: Final = "use sqlite:///path/to/file or postgresql://user:password@host:5432/name."


def parse_url(text: str) -> URL:
    """``sqlite:///path`` or ``postgresql://…`` as a URL for the async driver. Accepts libpq's ``sslmode``.

    Raises DatabaseUnavailable for any other URL, without the URL, which may hold a password.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise DatabaseUnavailable(f"The database URL cannot be read: {_HELP}") from None
    driver = _DRIVERS.get(url.drivername)
    if driver is None:
        raise DatabaseUnavailable(f"{url.drivername} is not a database this server knows: {_HELP}")
    url = url.set(drivername=driver)
    if driver.startswith("sqlite"):
        if url.database in (None, "", ":memory:") or url.query:
            raise DatabaseUnavailable("SQLite needs a plain file: use sqlite:///path/to/file.")
        return url
    return _postgres(url)


def _postgres(url: URL) -> URL:
    if not url.database:
        raise DatabaseUnavailable(f"The database URL names no database: {_HELP}")
    query = dict(url.query)
    if "sslmode" in query:
        query["ssl"] = query.pop("sslmode")
    unknown = sorted(set(query) - _PARAMETERS)
    if unknown:
        raise DatabaseUnavailable(
            f"The database URL has a parameter this server does not know: {unknown[0]}. Remove it."
        )
    return url.set(query=query)


def sqlite_file(url: URL) -> Path | None:
    """The file of an SQLite URL, or None for PostgreSQL."""
    if url.get_backend_name() != "sqlite":
        return None
    return Path(url.database or "").absolute()


def place_of(url: URL) -> str:
    """Name of the database for people: the file, or server and database, without user and password."""
    file = sqlite_file(url)
    if file is not None:
        return f"The database file {file}"
    host = url.host or url.query.get("host") or "localhost"
    where = host if isinstance(host, str) else ",".join(host)
    return f"PostgreSQL at {where}:{url.port or 5432} (database {url.database})"
