"""Fixtures: a whole server, and the play layer on each database."""

from collections.abc import AsyncIterator

import pytest

from app.db import Database
from app.stores import Stores
from tests.db.conftest import postgres_server, server_url, sqlite_server
from tests.support.db.servers import Server
from tests.support.live_fixtures import bench, four, redis_url, server, settings, stores, template
from tests.support.play.bench import Bench

__all__ = [
    "bench",
    "four",
    "postgres_server",
    "redis_url",
    "server",
    "server_url",
    "settings",
    "sqlite_server",
    "stores",
    "template",
]


@pytest.fixture(params=["sqlite_server", "postgres_server"])
async def either(request: pytest.FixtureRequest, stores: Stores) -> AsyncIterator[Bench]:
    """The play layer on each database."""
    place: Server = request.getfixturevalue(request.param)
    async with place.migrated() as url:
        db = Database(url)
        yield Bench(stores, db)
        await db.close()
