"""Limits of connections: per player, per address, and per worker."""

from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import msgspec
import pytest

from app.config.settings import LimitSettings, Settings
from app.gateway import endpoint
from app.gateway.closing import CloseCode
from app.gateway.limits import UNKNOWN_PER_ADDRESS, Doors
from app.rooms.state.codec import SCHEMA
from app.stores import Presence, Stores
from app.stores.server import keys
from tests.support.live import Live, Player, eventually, live
from tests.support.play.faults import stop_before
from tests.support.raw import Raw, raw

pytestmark = [pytest.mark.store, pytest.mark.database]
PER_PLAYER = LimitSettings().sockets_per_session
REFUSED = {"type": "error", "code": "too_many_connections", "retry": True}
HERE, THERE, FAR = "203.0.113.1", "203.0.113.2", "198.51.100.1"


async def second_session(server: Live, player: Player) -> Player:
    """The same player with a second session."""
    code = (await player.call("POST", "/api/me/recovery-code", {})).json()["code"]
    other = Player(server.url, player.name)
    recovered = await player.call("POST", "/api/recover", {"code": code, "bearer": True})
    other.api.use_token(recovered.json()["token"])
    other.room = player.room
    return other


async def knock(stack: AsyncExitStack, server: Live, player: Player, **origin: Any) -> Raw:
    """Open a socket of the player and send its hello."""
    socket = await stack.enter_async_context(raw(server.url, **origin))
    ticket = await player.api.ticket()
    await socket.say({"type": "hello", "version": 1, "ticket": ticket, "room": player.room["id"]})
    return socket


async def test_a_player_s_connections_count_over_all_sessions(
    server: Live, four: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All connections wait for the store, so that none has replaced another one."""
    code = await four[0].create()
    await four[1].join(code)
    async with AsyncExitStack() as stack:
        other = await second_session(server, four[0])
        stack.push_async_callback(other.api.__aexit__, None, None, None)
        with monkeypatch.context() as patch:
            gate = stop_before(patch, Presence, "renew")
            for number in range(PER_PLAYER):
                await knock(stack, server, (four[0], other)[number % 2])
                await gate.reached(number + 1)
            for player in (four[0], other):
                refused = await knock(stack, server, player)
                assert await refused.hear() == REFUSED
                assert await refused.closed() == CloseCode.OVERLOADED
            await knock(stack, server, four[1])
            await gate.reached(PER_PLAYER + 1)
        gate.open()
        again = await knock(stack, server, four[0])
        assert (await again.hear())["type"] == "welcome"


async def test_connections_count_by_address_and_in_all(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "HELLO_S", 60.0)
    limits = LimitSettings(sockets_per_address=2, sockets_per_worker=3)
    async with live(settings.changed(limits=limits)) as running, AsyncExitStack() as stack:
        doors = running.app.state.gateway._parts.doors
        for address, places in ((HERE, 1), (HERE, 2), (HERE, 2), (THERE, 3), (FAR, 3)):
            before = doors.open
            socket = await stack.enter_async_context(raw(running.url, address=address))
            if places == before:
                assert await socket.hear() == REFUSED
                assert await socket.closed() == CloseCode.OVERLOADED
            await eventually(partial(has_open, doors, places))


async def test_connections_without_a_hello_count_by_address(
    server: Live, four: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection counts there only until its hello."""
    monkeypatch.setattr(endpoint, "HELLO_S", 60.0)
    await four[0].create()
    doors = server.app.state.gateway._parts.doors
    async with AsyncExitStack() as stack:
        greeted = await knock(stack, server, four[0], address=HERE)
        assert (await greeted.hear())["type"] == "welcome"
        for number in range(UNKNOWN_PER_ADDRESS):
            await stack.enter_async_context(raw(server.url, address=HERE))
            await eventually(partial(has_open, doors, number + 2))
        refused = await stack.enter_async_context(raw(server.url, address=HERE))
        assert await refused.hear() == REFUSED
        await four[1].join(four[0].room["code"])
        elsewhere = await knock(stack, server, four[1], address=THERE)
        assert (await elsewhere.hear())["type"] == "welcome"


async def test_a_room_that_a_newer_program_wrote_is_busy_here(
    server: Live, four: list[Player], stores: Stores
) -> None:
    """During an update a worker of the newer version serves it: the client tries again."""
    await four[0].create()
    room_id = four[0].room["id"]
    loaded = await stores.rooms.load(room_id)
    assert loaded is not None
    newer = msgspec.msgpack.encode([SCHEMA + 1, *msgspec.msgpack.decode(loaded.blob)[1:]])
    await stores.link.call("HSET", keys.room(room_id), "s", newer)
    async with raw(server.url) as socket:
        refused = await socket.hello(four[0].api, room_id)
        assert refused == {"type": "error", "code": "busy", "retry": True}
        assert await socket.closed() == CloseCode.OVERLOADED


async def has_open(doors: Doors, places: int) -> bool:
    """Whether ``places`` connections are open."""
    return doors.open == places
