"""Limits of connections: per player, per address, and per worker."""

from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import msgspec
import pytest

from app.config.settings import LimitSettings, Settings
from app.gateway import endpoint
from app.gateway.closing import CloseCode
from app.gateway.limits import UNKNOWN_PER_ADDRESS
from app.kit.crowd import Crowd
from app.rooms.state.codec import SCHEMA
from app.stores import Presence, Stores
from app.stores.server import keys
from tests.support.attack import Op, Wire, frame, upgrade
from tests.support.counted import counted
from tests.support.live import Live, Player, eventually, guests, live
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


async def test_members_count_by_address_and_in_all(settings: Settings) -> None:
    limits = LimitSettings(sockets_per_address=2, sockets_per_worker=3)
    async with (
        live(settings.changed(limits=limits)) as running,
        guests(running.url, "甲乙丙丁戊") as players,
        AsyncExitStack() as stack,
    ):
        code = await players[0].create()
        for player in players[1:4]:
            await player.join(code)
        await players[4].create()
        doors = running.app.state.gateway._parts.doors
        for player, address, members in zip(
            players, (HERE, HERE, HERE, THERE, FAR), (1, 2, 2, 3, 3), strict=True
        ):
            before = doors.members
            socket = await knock(stack, running, player, address=address)
            heard = await socket.hear()
            if members == before:
                assert heard == REFUSED
                assert await socket.closed() == CloseCode.OVERLOADED
            else:
                assert heard["type"] == "welcome"
            assert doors.members == members


async def test_a_member_gets_in_while_silent_sockets_fill_the_house(
    server: Live, four: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten times as many as may wait, from many addresses, the member's too; all keep coming."""
    monkeypatch.setattr(endpoint, "HELLO_S", 60.0)
    await four[0].create()
    before = counted("guangan_dropped_total", why="silent")
    crowd = Crowd(20, 3)
    monkeypatch.setattr(server.app.state.gateway._parts.doors, "_unknown", crowd)
    addresses = [f"198.51.100.{number}" for number in range(10)] + [HERE]
    async with AsyncExitStack() as stack:
        for number in range(200):
            address = addresses[number % len(addresses)]
            wire = await stack.enter_async_context(await Wire.socket(server.url, address))
            await eventually(partial(has_place, crowd, min(number + 1, 20)))
            if number % 40 == 39:
                member = await knock(stack, server, four[0], address=HERE)
                assert (await member.hear())["type"] == "welcome"
        await eventually(partial(has_place, crowd, 19))
        assert counted("guangan_dropped_total", why="silent") == before + 181, (
            "the last member needed a place"
        )
        wire.writer.write(frame(Op.TEXT, b"{}"))
        await wire.until(b"bad_message")


async def test_an_address_that_opens_sockets_all_the_time_is_refused(settings: Settings) -> None:
    """Each of them says something wrong and comes back. Others, and the next seconds, are as before."""
    limits = LimitSettings(sockets_per_address=2)
    before = counted("guangan_dropped_total", why="often")
    async with live(settings.changed(limits=limits)) as running:
        for address in (HERE, THERE):
            heads = []
            for _ in range(20):
                async with await Wire.dial(running.url) as wire:
                    wire.writer.write(upgrade({"X-Forwarded-For": address, "Origin": "http://evil.example"}))
                    heads.append((await wire.reader.readuntil(b"\r\n")).split()[1])
            assert heads[:4] == [b"101"] * 4
            assert heads.count(b"403") == len(heads) - heads.count(b"101") > 5
    assert counted("guangan_dropped_total", why="often") > before


async def test_a_dropped_silent_socket_is_closed_at_once(
    server: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(endpoint, "HELLO_S", 60.0)
    async with AsyncExitStack() as stack:
        wires = [
            await stack.enter_async_context(await Wire.socket(server.url, HERE))
            for _ in range(UNKNOWN_PER_ADDRESS + 1)
        ]
        assert await wires[0].ended() == b"", "no close frame: nobody listens to it"
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


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


async def has_place(crowd: Crowd, places: int) -> bool:
    """Whether so many wait."""
    return len(crowd) == places
