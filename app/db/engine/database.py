"""The database as the rest of the server holds it: transactions to read in and transactions to write in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NewType

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine.engine import make_engine
from app.db.engine.errors import translated
from app.db.engine.urls import parse_url, place_of

ReadTx = NewType("ReadTx", AsyncConnection)
"""A transaction that sees one state of the database; the database refuses to let it write."""

WriteTx = NewType("WriteTx", ReadTx)
"""A transaction that is committed when its block ends without an error, and else leaves no trace."""


class Database:
    """The pools of one process. Make it where the event loop runs, ``close`` it at the end.

    ``url``: ``sqlite:///path`` or ``postgresql://…`` (raises DatabaseUnavailable if it is neither).
    """

    def __init__(self, url: str, pool_size: int = 10) -> None:
        parsed = parse_url(url)
        self._place = place_of(parsed)
        self._writer = make_engine(parsed, "write", pool_size)
        # SQLite's readers have connections of their own, so that they never wait for the writer
        self._reader = make_engine(parsed, "read") if self._writer.dialect.name == "sqlite" else self._writer

    @asynccontextmanager
    async def read(self) -> AsyncIterator[ReadTx]:
        """A transaction to read in.

        Raises DatabaseUnavailable, also for what fails inside the block.
        """
        engine = self._reader
        if engine.dialect.name == "postgresql":
            engine = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        async with self._transaction(engine) as connection:
            yield ReadTx(connection)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[WriteTx]:
        """A transaction to write in; leave the block before you tell anybody.

        Raises DatabaseUnavailable and ConstraintViolated, also for what fails inside the block.
        """
        async with self._transaction(self._writer) as connection:
            yield WriteTx(ReadTx(connection))

    async def ping(self) -> None:
        """Raises DatabaseUnavailable unless the database answers a query."""
        async with self.read() as tx:
            await tx.execute(text("SELECT 1"))

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
