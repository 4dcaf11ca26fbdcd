"""A member with an open connection stays online, silent or not; any other one goes offline."""

from contextlib import AsyncExitStack

import pytest

from app.gateway import connection
from app.gateway.hub import Hub
from app.play.loops import presence
from app.rooms.state.codec import decode_room
from app.rooms.state.room import Room
from app.stores import Presence, Stores
from app.stores.rooms.room_store import RoomStore
from tests.support.live import Live, Player, eventually
from tests.support.play.faults import (
    expire,
    kill,
    lease_of,
    others_faster,
    stop_before,
)
from tests.support.raw import raw

pytestmark = [pytest.mark.store, pytest.mark.database]


async def room_of(stores: Stores, room_id: str) -> Room:
    """The room in the store."""
    loaded = await stores.rooms.load(room_id)
    assert loaded is not None
    return decode_room(loaded.blob)


async def is_online(stores: Stores, room_id: str, *, online: bool) -> bool:
    """Whether the member of slot 0 is online, or with ``online=False`` offline."""
    member = (await room_of(stores, room_id)).members[0]
    assert member is not None
    return member.online is online


async def has_no_lease(stores: Stores, room_id: str) -> bool:
    """Whether slot 0 has no lease."""
    return await lease_of(stores, room_id, 0) is None


async def is_empty(hub: Hub) -> bool:
    """Whether the worker has no connection."""
    return len(hub) == 0


async def test_the_heartbeat_of_a_silent_connection_renews_its_lease(
    server: Live, four: list[Player], stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing happens in the room. Only the pokes of the first commit could renew too, twice at most."""
    monkeypatch.setattr(connection, "HEARTBEAT_S", 0.05)
    await four[0].create()
    room_id = four[0].room["id"]
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, room_id)
        await socket.until("snapshot")
        before = await stores.rooms.load(room_id)
        ends = set()
        for _ in range(9):
            await socket.until("heartbeat")
            ends.add(await lease_of(stores, room_id, 0))
        assert len(ends - {None}) > 5
        assert await stores.rooms.load(room_id) == before


async def test_a_silent_connection_outlives_several_leases(
    server: Live, four: list[Player], stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker sweeps all the time. A lease is long enough for a busy machine."""
    monkeypatch.setattr(connection, "HEARTBEAT_S", 0.05)
    monkeypatch.setattr(connection, "LEASE_MS", 2_500)
    monkeypatch.setattr(presence, "SWEEP_S", 0.05)
    await four[0].create()
    room_id = four[0].room["id"]
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, room_id)
        await socket.until("snapshot")
        before = await stores.rooms.load(room_id)
        first = await lease_of(stores, room_id, 0)
        assert first is not None
        while ((await lease_of(stores, room_id, 0)) or 0) < first + 2 * 2_500:
            await socket.until("heartbeat")
        assert await stores.rooms.load(room_id) == before
        assert await is_online(stores, room_id, online=True)


async def test_a_member_swept_during_an_outage_is_online_again(
    server: Live, four: list[Player], stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection cannot renew its lease until a sweep has found it; the socket stays open."""
    monkeypatch.setattr(connection, "HEARTBEAT_S", 0.05)
    await four[0].create()
    room_id = four[0].room["id"]
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, room_id)
        await socket.until("snapshot")
        with monkeypatch.context() as patch:
            gate = stop_before(patch, Presence, "renew")
            await gate.reached()
            await expire(stores, room_id, 0)
            await eventually(lambda: is_online(stores, room_id, online=False))
        gate.open()
        await eventually(lambda: is_online(stores, room_id, online=True))
    await eventually(lambda: is_online(stores, room_id, online=False))


async def test_a_member_of_a_busy_room_is_marked_offline_later(
    server: Live, four: list[Player], stores: Stores
) -> None:
    """The room is busy when the socket closes. A later sweep marks the member offline."""
    await four[0].create()
    room_id = four[0].room["id"]
    async with AsyncExitStack() as stack:
        async with raw(server.url) as socket:
            await socket.hello(four[0].api, room_id)
            await socket.until("snapshot")
            await stack.enter_async_context(others_faster(stores))
        hub = server.app.state.gateway.hub
        await eventually(lambda: is_empty(hub))
        await hub.settle()
        assert await is_online(stores, room_id, online=True)
    await eventually(lambda: is_online(stores, room_id, online=False))
    await eventually(lambda: has_no_lease(stores, room_id))


async def test_a_worker_that_dies_before_it_marks_a_member_offline(
    server: Live, four: list[Player], stores: Stores
) -> None:
    await four[0].create()
    room_id = four[0].room["id"]
    with pytest.MonkeyPatch.context() as patch:
        async with raw(server.url) as socket:
            await socket.hello(four[0].api, room_id)
            await socket.until("snapshot")
            gate = stop_before(patch, RoomStore, "commit")
        await gate.reached()
        await kill(*server.app.state.gateway.hub._last_words)
    assert await is_online(stores, room_id, online=True)
    await eventually(lambda: is_online(stores, room_id, online=False))


async def test_a_closed_connection_leaves_no_lease(server: Live, four: list[Player], stores: Stores) -> None:
    await four[0].create()
    room_id = four[0].room["id"]
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, room_id)
        await socket.until("snapshot")
        assert not await has_no_lease(stores, room_id)
    hub = server.app.state.gateway.hub
    await eventually(lambda: is_empty(hub))
    await hub.settle()
    assert await has_no_lease(stores, room_id)
    assert await is_online(stores, room_id, online=False)
