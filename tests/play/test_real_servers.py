"""The same table on a real Redis and a real PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from app.config.settings import Settings
from app.db import Database
from app.db.hands import history
from app.db.hands.records import HandKey
from tests.support.db.servers import PostgresServer
from tests.support.live import all_until, emptied, guests, live, play_hand, seat_four, settings_for, start
from tests.support.services import postgres, real_redis

pytestmark = [pytest.mark.store, pytest.mark.database]


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    """URL of a Redis."""
    with real_redis() as url:
        yield url


@pytest.fixture(scope="module")
def books() -> Iterator[PostgresServer]:
    """A PostgreSQL server."""
    with postgres() as url:
        server = PostgresServer(url)
        yield server
        asyncio.run(server.close())


@pytest.fixture
async def real(redis: str, books: PostgresServer) -> AsyncIterator[Settings]:
    """Settings for both, empty."""
    outside = await emptied(redis)
    async with books.migrated() as url:
        yield settings_for(redis, url)
    await outside.aclose()


async def test_two_workers_on_redis_and_postgresql(real: Settings) -> None:
    async with (
        live(real) as one,
        live(real) as two,
        guests(one.url, "甲丙") as here,
        guests(two.url, "乙丁") as there,
    ):
        players = [here[0], there[0], here[1], there[1]]
        await seat_four(players)
        await start(players)
        await play_hand(players)
        views = await all_until(players, "ended")
        room_id = players[0].room["id"]
    db = Database(real.database)
    try:
        async with db.read() as tx:
            detail = await history.one_hand(tx, HandKey(room_id, 1, 1))
    finally:
        await db.close()
    assert detail is not None
    assert list(detail.summary.deltas) == views[0]["results"][0]
    assert sum(detail.summary.deltas) == 0
