"""Pokes wake the listeners of a room, also after a lost connection."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from app.stores import PokeHub, Stores
from app.stores.server.link import as_bytes
from tests.support.stores.helpers import commit, new_room

LONG_S = 20.0


@pytest.fixture
async def hub(stores: Stores) -> AsyncIterator[PokeHub]:
    running = asyncio.create_task(stores.pokes.run())
    async with asyncio.timeout(LONG_S):
        await stores.pokes.ready()
    yield stores.pokes
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert not stores.pokes.listening


async def test_a_commit_wakes_the_listeners_of_its_room_only(stores: Stores, hub: PokeHub) -> None:
    await new_room(stores, "a")
    with hub.subscribe("a") as one, hub.subscribe("a") as two, hub.subscribe("b") as other:
        while await one.wait(0) or await two.wait(0):
            pass
        await commit(stores, 1, "a")
        assert await one.wait(LONG_S)
        assert await two.wait(LONG_S)
        assert not await other.wait(0)


async def test_creating_and_deleting_wake_as_well(stores: Stores, hub: PokeHub) -> None:
    with hub.subscribe("a") as wake:
        await new_room(stores, "a")
        assert await wake.wait(LONG_S)
        await stores.rooms.delete("a")
        assert await wake.wait(LONG_S)


async def test_a_poke_before_the_wait_is_kept_and_answered_once(hub: PokeHub) -> None:
    with hub.subscribe("a") as wake:
        hub.wake("a")
        hub.wake("a")
        assert await wake.wait(0)
        assert not await wake.wait(0)


async def test_a_closed_listener_is_forgotten(hub: PokeHub) -> None:
    wake = hub.subscribe("a")
    wake.close()
    wake.close()
    hub.wake("a")
    assert not await wake.wait(0)


async def _pubsub_clients(stores: Stores) -> set[str]:
    listing = as_bytes(await stores.link.call("CLIENT", "LIST", "TYPE", "pubsub")).decode()
    return {line.split()[0].removeprefix("id=") for line in listing.splitlines()}


async def test_a_cut_connection_is_replaced_and_everybody_is_woken(stores: Stores) -> None:
    strangers = await _pubsub_clients(stores)
    running = asyncio.create_task(stores.pokes.run())
    await stores.pokes.ready()
    await new_room(stores, "a")
    with stores.pokes.subscribe("a") as wake, stores.pokes.subscribe("b") as other:
        for client in await _pubsub_clients(stores) - strangers:
            await stores.link.call("CLIENT", "KILL", "ID", client)
        assert await other.wait(LONG_S)  # nobody poked b: this is the call after the reconnection
        while await wake.wait(0):
            pass
        await commit(stores, 1, "a")
        assert await wake.wait(LONG_S)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
