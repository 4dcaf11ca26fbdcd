"""Connections that say nothing, or never come to the end of a head, are closed; all others go on."""

import asyncio
import contextlib
from contextlib import AsyncExitStack
from functools import partial

import httpx
import pytest

from app.kit.crowd import Crowd
from app.serving.slow import HastyH11
from tests.support.attack import Wire
from tests.support.counted import counted
from tests.support.live import Live, Player, eventually
from tests.support.live_fixtures import four, redis_url, server, settings, stores, template
from tests.support.raw import raw

__all__ = ["four", "redis_url", "server", "settings", "stores", "template"]
pytestmark = [pytest.mark.store, pytest.mark.database]
HALF_A_BODY = (
    b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
)
IDLE = b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second for a head."""
    monkeypatch.setattr(HastyH11, "head_s", 0.5)


async def _dial(server: Live, source: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, _, port = server.url.removeprefix("http://").partition(":")
    return await asyncio.open_connection(host, int(port), limit=4096, local_addr=(source, 0))


async def _until_closed(reader: asyncio.StreamReader) -> bytes:
    """What the server sends until it closes. It resets the connection if bytes of ours come after that."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while part := await reader.read(1024):
            heard += part
    return heard


@pytest.mark.parametrize("said", [b"", b"GET /livez HTT", b"GET /livez HTTP/1.1\r\nHost: x\r\nX-Slow: "])
async def test_a_head_that_does_not_end(hasty: None, server: Live, said: bytes) -> None:
    reader, writer = await _dial(server)
    writer.write(said)
    async with asyncio.timeout(20):
        assert await _until_closed(reader) == b""
    writer.close()


async def test_drops_do_not_wind_the_clock_up(hasty: None, server: Live) -> None:
    reader, writer = await _dial(server)
    ended = asyncio.create_task(_until_closed(reader))
    async with asyncio.timeout(20):
        while not ended.done():
            writer.write(b"X")
            await asyncio.wait({ended}, timeout=0.05)
    assert b"200" not in ended.result()
    writer.close()


async def test_neither_does_a_request_before(hasty: None, server: Live) -> None:
    reader, writer = await _dial(server)
    writer.write(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
    writer.write(b"GET /li")
    async with asyncio.timeout(20):
        assert b"HTTP/1.1" not in await _until_closed(reader)
    writer.close()


async def test_sockets_and_quiet_clients_stay(hasty: None, server: Live, four: list[Player]) -> None:
    await four[0].create()
    async with (
        raw(server.url) as socket,
        httpx.AsyncClient(base_url=server.url, trust_env=False) as client,
    ):
        assert (await socket.hello(four[0].api, four[0].room["id"]))["type"] == "welcome"
        before = await client.get("/livez")
        # longer than a head may take; what is measured is that nothing ends, so there is nothing to wait for
        await asyncio.sleep(0.7)
        after = await client.get("/livez")
        assert before.status_code == after.status_code == 200
        assert (await socket.act("action-0001", {"type": "add_bot"}))["result"] == "ok"


async def test_those_who_wait_give_way_by_address(server: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence, half a head, half a body, and idle connections: they take no place from others."""
    monkeypatch.setattr(HastyH11, "crowd", Crowd(6))
    before = counted("guangan_dropped_total", why="head")
    async with AsyncExitStack() as stack:
        friend = await stack.enter_async_context(
            httpx.AsyncClient(base_url=server.url, trust_env=False, timeout=20)
        )
        assert (await friend.get("/livez")).status_code == 200
        for said in (b"", b"GET / HT", HALF_A_BODY, IDLE) * 3:
            wire = await stack.enter_async_context(await Wire.dial(server.url, source="127.0.0.2"))
            wire.writer.write(said)
            if said == IDLE:
                await wire.until(b"\r\n\r\n")
        opened = HastyH11.crowd
        await eventually(partial(_has, opened, 6))
        assert counted("guangan_dropped_total", why="head") == before + 7
        assert (await friend.get("/livez")).status_code == 200
        assert counted("guangan_dropped_total", why="head") == before + 7, "the friend's connection stayed"


async def test_one_who_takes_an_answer_slowly_waits_too(
    server: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HastyH11, "crowd", Crowd(1))
    before = counted("guangan_dropped_total", why="head")
    async with await Wire.dial(server.url, 4096, "127.0.0.2") as slow:
        await slow.flood(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n", 100)
        async with await Wire.dial(server.url, source="127.0.0.3"):
            await eventually(partial(_dropped, before + 1))
        await slow.ended()


async def _dropped(most: float) -> bool:
    return counted("guangan_dropped_total", why="head") == most


async def _has(crowd: Crowd, places: int) -> bool:
    return len(crowd) == places
