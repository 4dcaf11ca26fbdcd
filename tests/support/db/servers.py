"""Databases for tests on SQLite and PostgreSQL: migrated once, then copied for each test."""

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
    """Source of databases for one test each."""

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
        """URL of a file that does not exist yet."""
        yield f"sqlite:///{self._folder / secrets.token_hex(6)}.db"

    @asynccontextmanager
    async def migrated(self) -> AsyncIterator[str]:
        """A copy of a migrated file."""
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
        """A new database from PostgreSQL's ``template0``."""
        async with self._database("template0") as name:
            yield self._named(name)

    @asynccontextmanager
    async def migrated(self) -> AsyncIterator[str]:
        """A copy of a migrated database."""
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
        """Run one statement outside a transaction."""
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
