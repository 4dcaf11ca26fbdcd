"""Tests of the stores run on the embedded Valkey, and on a real Redis if there is one (in CI always)."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from app.stores import EmbeddedValkey, Stores, open_redis
from tests.support.services import embedded_valkey, real_redis, redis_at_hand, redis_server, short_folder

ServerOn = Callable[[Path], AbstractContextManager[str]]


@contextmanager
def embedded_on(folder: Path) -> Iterator[str]:
    """An embedded Valkey with its data in `folder`."""
    with EmbeddedValkey.start(folder) as server:
        yield server.url


@pytest.fixture(scope="session", params=["embedded", "redis"] if redis_at_hand() else ["embedded"])
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of server for the test."""
    return str(request.param)


@pytest.fixture(scope="session")
def url(kind: str) -> Iterator[str]:
    """URL of a server that all tests of one kind share."""
    with (embedded_valkey if kind == "embedded" else real_redis)() as found:
        yield found


@pytest.fixture
def server_on(kind: str) -> ServerOn:
    """Starts a server for one test, with its data in a folder."""
    return embedded_on if kind == "embedded" else redis_server


@pytest.fixture
def folder() -> Iterator[Path]:
    """A temporary folder with a short path."""
    with short_folder() as found:
        yield found


@pytest.fixture
async def stores(url: str) -> AsyncIterator[Stores]:
    """All stores over an empty database."""
    opened = Stores(open_redis(url))
    await opened.link.call("FLUSHDB")
    yield opened
    await opened.aclose()
