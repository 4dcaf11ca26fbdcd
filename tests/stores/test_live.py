"""Live state can be counted and deleted; keys of other programs stay."""

import pytest

from app.stores import Stores
from app.stores.live import count_live, forget_live
from app.stores.server import keys
from tests.support.live_fixtures import redis_url, stores

__all__ = ["redis_url", "stores"]
pytestmark = pytest.mark.store


async def test_rooms_are_counted_and_forgotten(stores: Stores) -> None:
    assert await count_live(stores.link) == 0
    for number in range(1_200):
        assert await stores.rooms.create(f"room-{number}", 1, b"blob", None)
    await stores.codes.reserve("123456", "room-1")
    await stores.link.call("XADD", keys.outbox(9), "*", "r", "gone", "d", "result")
    await stores.link.call("SET", "theirs", "kept")
    assert await count_live(stores.link) == 1_201
    assert await forget_live(stores.link) >= 1_202
    assert await count_live(stores.link) == 0
    assert await stores.codes.lookup("123456") is None
    assert await stores.link.call("GET", "theirs") == b"kept"
    assert await forget_live(stores.link) == 0
