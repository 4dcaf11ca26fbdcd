"""The store is killed during a hand and restarts: the sockets stay open and every act is done once."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from app.stores import EmbeddedValkey, Stores, open_redis
from tests.support.live import (
    QUICK,
    Live,
    all_until,
    eventually,
    guests,
    live,
    play_hand,
    seat_four,
    settings_for,
    sqlite_copy,
    start,
)
from tests.support.services import short_folder

pytestmark = [pytest.mark.store, pytest.mark.database]


@pytest.fixture
def own_store() -> Iterator[str]:
    """A store that the test may kill."""
    with short_folder() as folder, EmbeddedValkey.start(folder) as server:
        yield server.url


@pytest.fixture
async def fragile(own_store: str, template: Path, tmp_path: Path) -> AsyncIterator[Live]:
    """A worker on that store."""
    pace = QUICK.model_copy(update={"steady_ms": 100})
    async with live(settings_for(own_store, await sqlite_copy(template, tmp_path), pace=pace)) as running:
        yield running


async def _server(stores: Stores) -> dict[str, str]:
    info = await stores.link.call("INFO", "server")
    assert isinstance(info, bytes)
    return dict(line.split(":", 1) for line in info.decode().splitlines() if ":" in line)


async def _kill(stores: Stores) -> None:
    """Kill the server after its first 3 s; its guard gives up on a server that dies earlier."""

    async def settled() -> bool:
        return int((await _server(stores))["uptime_in_seconds"]) >= 3

    await eventually(settled)
    os.kill(int((await _server(stores))["process_id"]), signal.SIGKILL)


async def test_a_killed_store_costs_no_move(fragile: Live, own_store: str) -> None:
    outside = Stores(open_redis(own_store))
    async with guests(fragile.url) as players:
        await seat_four(players, window="steady")
        await start(players)
        hand = asyncio.create_task(play_hand(players))
        await _kill(outside)
        assert not hand.done()
        await hand
        views = await all_until(players, "ended")
        booked = await players[0].api.hand(f"{players[0].room['id']}.1.1")
    await outside.aclose()
    for player, view in zip(players, views, strict=True):
        own = [line for line in booked["log"] if line.get("seat") == view["seat"]]
        said = [action["tile"] for action in player.done if action["type"] == "discard"]
        assert said == [line["tile"] for line in own if line["type"] == "discard"]
        assert player.table.epoch == 1
