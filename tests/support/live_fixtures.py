"""Fixtures for tests that run a whole server. A conftest or a test module imports those that it uses."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from app.config.settings import Settings
from app.db import Database
from app.stores import Stores
from tests.support.live import Live, Player, emptied, live, settings_for, sqlite_copy
from tests.support.play.bench import Bench
from tests.support.services import embedded_valkey

__all__ = ["bench", "four", "redis_url", "server", "settings", "stores", "template"]


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """URL of one store for all tests of a session."""
    with embedded_valkey() as url:
        yield url


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Path of the migrated database that tests copy."""
    return tmp_path_factory.mktemp("template") / "template.db"


@pytest.fixture
async def stores(redis_url: str) -> AsyncIterator[Stores]:
    """The emptied stores, through a client of the test."""
    opened = await emptied(redis_url)
    yield opened
    await opened.aclose()


@pytest.fixture
async def settings(redis_url: str, stores: Stores, template: Path, tmp_path: Path) -> Settings:
    """Settings for an empty store and an empty database."""
    return settings_for(redis_url, await sqlite_copy(template, tmp_path), data_dir=tmp_path)


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Live]:
    """One worker."""
    async with live(settings) as running:
        yield running


@pytest.fixture
async def four(server: Live) -> AsyncIterator[list[Player]]:
    """Four guests."""
    async with AsyncExitStack() as stack:
        names = ("阿勇", "二娃", "三妹", "老四")
        yield [await stack.enter_async_context(Player(server.url, name)) for name in names]


@pytest.fixture
async def bench(stores: Stores, settings: Settings) -> AsyncIterator[Bench]:
    """The play layer without a server."""
    db = Database(settings.database)
    yield Bench(stores, db)
    await db.close()
