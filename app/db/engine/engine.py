"""Engines: how connections open, and how transactions begin."""

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import msgspec
from sqlalchemy import event
from sqlalchemy.engine import URL, Connection
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from app.db.engine.errors import DatabaseUnavailable
from app.db.engine.urls import place_of

Use: TypeAlias = Literal["read", "write", "migrate"]

BUSY_MS: Final = 5_000
_CONNECT_SECONDS: Final = 5
_POOL_SECONDS: Final = 10
_STATEMENT_MS: Final = 10_000
# asyncpg's own limit is for a server that stops answering, so it is longer than the server's limit
_COMMAND_SECONDS: Final = 15


def make_engine(url: URL, use: Use, pool_size: int = 10) -> AsyncEngine:
    """An engine for one use. Opens no connection.

    SQLite: writers share one connection and begin with ``BEGIN IMMEDIATE``, so they wait in the pool for each
    other; readers cannot write. PostgreSQL: readers and writers may share one engine.
    """
    if url.get_backend_name() == "sqlite":
        return _sqlite_engine(url, use)
    return _postgres_engine(url, use, pool_size)


def _encode(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _sqlite_engine(url: URL, use: Use) -> AsyncEngine:
    engine = create_async_engine(
        url,
        json_serializer=_encode,
        json_deserializer=msgspec.json.decode,
        # None: the driver begins no transaction; the listener below does
        connect_args={"isolation_level": None, "timeout": BUSY_MS / 1000},
        pool_size=4 if use == "read" else 1,
        max_overflow=0,
        pool_timeout=_POOL_SECONDS,
    )
    begin = "BEGIN" if use == "read" else "BEGIN IMMEDIATE"

    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine.sync_engine, "connect", _pragmas(url, use))
    event.listen(engine.sync_engine, "begin", on_begin)
    return engine


def _pragmas(url: URL, use: Use) -> Callable[[DBAPIConnection, ConnectionPoolEntry], None]:
    """A listener that prepares each new SQLite connection."""

    def prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        try:
            cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            cursor.execute("PRAGMA journal_mode = WAL")
            mode = cursor.fetchone()
            if mode is None or mode[0] != "wal":
                raise DatabaseUnavailable(
                    f"{place_of(url)} cannot use a write-ahead log: move it to a local disk."
                )
            # FULL: a booked hand must survive a power cut; NORMAL does not promise that in WAL mode
            cursor.execute("PRAGMA synchronous = FULL")
            # a migration that rebuilds a table drops the old one, which must not cascade
            cursor.execute(f"PRAGMA foreign_keys = {'OFF' if use == 'migrate' else 'ON'}")
            cursor.execute(f"PRAGMA query_only = {'ON' if use == 'read' else 'OFF'}")
        finally:
            cursor.close()

    return prepare


def _postgres_engine(url: URL, use: Use, pool_size: int) -> AsyncEngine:
    settings = {"application_name": f"guangan-mahjong {use}", "timezone": "UTC"}
    connect_args: dict[str, object] = {"timeout": _CONNECT_SECONDS, "server_settings": settings}
    if use != "migrate":
        settings["statement_timeout"] = str(_STATEMENT_MS)
        settings["lock_timeout"] = str(BUSY_MS)
        settings["idle_in_transaction_session_timeout"] = "30000"
        connect_args["command_timeout"] = _COMMAND_SECONDS
    return create_async_engine(
        url,
        json_serializer=_encode,
        json_deserializer=msgspec.json.decode,
        connect_args=connect_args,
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=_POOL_SECONDS,
        pool_pre_ping=True,
        pool_recycle=1_800,
    )
