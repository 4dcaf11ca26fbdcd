"""Databases for tests: new ones by the dozen on SQLite and on PostgreSQL, migrated once and then copied."""

import secrets
import shutil
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Protocol

from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.db import migrate


class Server(Protocol):
    """Where a test gets databases of its own."""

    def empty(self) -> AbstractAsyncContextManager[str]:
        """URL of a database without tables."""
        ...

    def migrated(self) -> AbstractAsyncContextManager[str]:
        """URL of a database with the newest tables and no rows."""
        ...


class SqliteServer:
    """Files in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @asynccontextmanager
    async def empty(self) -> AsyncIterator[str]:
        """The file is made by whoever opens it first."""
        yield f"sqlite:///{self._folder / secrets.token_hex(6)}.db"

    @asynccontextmanager
    async def migrated(self) -> AsyncIterator[str]:
        """A copy of a file that was migrated once."""
        template = self._folder / "template.db"
        if not template.exists():
            await migrate(f"sqlite:///{template}")
        copy = self._folder / f"{secrets.token_hex(6)}.db"
        shutil.copyfile(template, copy)
        yield f"sqlite:///{copy}"


class PostgresServer:
    """Databases of one PostgreSQL server, dropped after use."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        self._url = parsed.set(drivername="postgresql+asyncpg")
        self._template: str | None = None

    @asynccontextmanager
    async def empty(self) -> AsyncIterator[str]:
        """A new database from PostgreSQL's own pristine template."""
        async with self._database("template0") as name:
            yield self._named(name)

    @asynccontextmanager
    async def migrated(self) -> AsyncIterator[str]:
        """A copy of a database that was migrated once."""
        if self._template is None:
            self._template = f"gm_template_{secrets.token_hex(6)}"
            await self.run(f"CREATE DATABASE {self._template} TEMPLATE template0")
            await migrate(self._named(self._template))
        async with self._database(self._template) as name:
            yield self._named(name)

    async def close(self) -> None:
        """Drop the template."""
        if self._template is not None:
            await self.run(f"DROP DATABASE {self._template} WITH (FORCE)")

    async def run(self, statement: str) -> None:
        """Run one statement outside of any transaction."""
        engine = create_async_engine(self._url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.exec_driver_sql(statement)
        await engine.dispose()

    @asynccontextmanager
    async def _database(self, template: str) -> AsyncIterator[str]:
        name = f"gm_test_{secrets.token_hex(6)}"
        await self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield name
        finally:
            await self.run(f"DROP DATABASE {name} WITH (FORCE)")

    def _named(self, name: str) -> str:
        return self._url.set(database=name).render_as_string(hide_password=False)
