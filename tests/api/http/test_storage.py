"""What a request hears while the store takes no writes."""

import pytest

from app.stores import Stores
from tests.support.live import Live, Player
from tests.support.play.faults import Trouble, full, read_only

pytestmark = pytest.mark.store

WISH = {"key": "a-room-of-mine", "preset": "classic", "options": {}, "turn_seconds": 30, "window": "fast"}


@pytest.mark.parametrize(("trouble", "code"), [(full, "overloaded"), (read_only, "store_unavailable")])
async def test_the_code_says_what_is_wrong_with_the_store(
    server: Live, four: list[Player], stores: Stores, trouble: Trouble, code: str
) -> None:
    async with trouble(stores):
        refused = await four[0].call("POST", "/api/rooms", WISH)
    assert (refused.status_code, refused.json()["error"]["code"]) == (503, code)
    assert refused.headers["retry-after"] == "2"
    assert (await four[0].call("POST", "/api/rooms", WISH)).status_code == 201
