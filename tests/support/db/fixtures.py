"""Fixtures for tests on SQLite and on PostgreSQL; each test has its own database."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from app.db import Database
from tests.support.db.servers import PostgresServer, Server, SqliteServer
from tests.support.services import postgres


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> SqliteServer:
    """Databases in SQLite files."""
    return SqliteServer(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """URL of a PostgreSQL server."""
    with postgres() as url:
        yield url


@pytest.fixture(scope="session")
def postgres_server(server_url: str) -> Iterator[PostgresServer]:
    """Databases on that server."""
    server = PostgresServer(server_url)
    yield server
    asyncio.run(server.close())


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest) -> Server:
    """Each of the two engines."""
    found: Server = request.getfixturevalue(
        "sqlite_server" if request.param == "sqlite" else "postgres_server"
    )
    return found


@pytest.fixture
async def empty_url(server: Server) -> AsyncIterator[str]:
    """A database without tables."""
    async with server.empty() as url:
        yield url


@pytest.fixture
async def url(server: Server) -> AsyncIterator[str]:
    """A migrated database without rows."""
    async with server.migrated() as url:
        yield url


@pytest.fixture
async def db(url: str) -> AsyncIterator[Database]:
    """A migrated database without rows, open."""
    database = Database(url)
    yield database
    await database.close()
