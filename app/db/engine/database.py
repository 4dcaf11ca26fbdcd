"""The database for the rest of the server: read transactions and write transactions."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NewType

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine.engine import make_engine
from app.db.engine.errors import translated
from app.db.engine.urls import parse_url, place_of

ReadTx = NewType("ReadTx", AsyncConnection)
"""A transaction that sees one state of the database and cannot write."""

WriteTx = NewType("WriteTx", ReadTx)
"""A transaction that commits if its block ends without an error, and else is rolled back."""


class Database:
    """The connection pools of one process. Create it in the event loop and ``close`` it at the end.

    ``url``: ``sqlite:///path`` or ``postgresql://…``; raises DatabaseUnavailable for any other.
    """

    def __init__(self, url: str, pool_size: int = 10) -> None:
        parsed = parse_url(url)
        self._place = place_of(parsed)
        self._writer = make_engine(parsed, "write", pool_size)
        # SQLite readers have their own connections, so that they never wait for the writer
        self._reader = make_engine(parsed, "read") if self._writer.dialect.name == "sqlite" else self._writer

    @asynccontextmanager
    async def read(self) -> AsyncIterator[ReadTx]:
        """A read transaction. Raises DatabaseUnavailable, also for failures inside the block."""
        engine = self._reader
        if engine.dialect.name == "postgresql":
            engine = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        async with self._transaction(engine) as connection:
            yield ReadTx(connection)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[WriteTx]:
        """A write transaction. It commits at the end of the block: report success only after that.

        Raises DatabaseUnavailable and ConstraintViolated, also for failures inside the block.
        """
        async with self._transaction(self._writer) as connection:
            yield WriteTx(ReadTx(connection))

    async def close(self) -> None:
        """Close every connection."""
        await self._writer.dispose()
        await self._reader.dispose()

    @asynccontextmanager
    async def _transaction(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        try:
            async with engine.begin() as connection:
                yield connection
        except Exception as error:
            known = translated(error, self._place)
            if known is None:
                raise
            raise known from error
