"""Sockets of clients that send what no client needs, or do not read: they end, and nobody else notices."""

import asyncio
import json
import logging
import random
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.websockets import WebSocket

from app.gateway import pipe as pipes
from app.gateway.closing import CloseCode, Closing
from app.gateway.limits import BURST, MESSAGE_BYTES
from app.gateway.pipe import Pipe
from app.serving import listen as listening
from app.serving.listen import listen
from app.serving.sockets import FRAMES_AT_ONCE, UNSENT_BYTES
from app.serving.worker import DrainingServer, server_config
from tests.support.attack import Op, Wire, frame, upgrade
from tests.support.counted import counted
from tests.support.live import Live, Player, eventually, settings_for
from tests.support.live_fixtures import four, redis_url, server, settings, stores, template
from tests.support.raw import raw

__all__ = ["four", "redis_url", "server", "settings", "stores", "template"]
pytestmark = [pytest.mark.store, pytest.mark.database]
MANY = 20 * FRAMES_AT_ONCE
HEARTBEAT = b'{"type":"heartbeat","seq":0}'


def dropped(why: str) -> float:
    """How many connections were dropped for this reason."""
    return counted("guangan_dropped_total", why=why)


@asynccontextmanager
async def serving(app: Callable[[WebSocket], Any]) -> AsyncIterator[str]:
    """A worker whose every socket is served by ``app``. Yields its URL."""
    api = FastAPI()
    api.add_api_websocket_route("/ws", app)
    sock = listen("127.0.0.1", 0)

    async def nothing() -> None:
        return

    server = DrainingServer(server_config(api, settings_for("", "")), nothing)
    running = asyncio.create_task(server.serve(sockets=[sock]))
    try:
        while not server.started:  # noqa: ASYNC110  (uvicorn has no event for it)
            await asyncio.sleep(0.005)
        yield f"http://127.0.0.1:{sock.getsockname()[1]}"
    finally:
        server.should_exit = True
        await running
        sock.close()


@pytest.mark.parametrize(
    "data",
    [
        frame(Op.PING),
        frame(Op.PONG),
        frame(Op.PING, b"x" * 125),
        frame(Op.TEXT, fin=False) + frame(Op.CONTINUATION, fin=False) * 50,
    ],
    ids=["pings", "pongs", "full pings", "fragments"],
)
async def test_a_flood_of_frames_before_the_hello_is_dropped(server: Live, data: bytes) -> None:
    before = dropped("frames") + dropped("unread")
    async with await Wire.socket(server.url) as wire:
        # a second beginning would be an error of the protocol, so only the rest repeats
        await wire.flood(data, 1)
        await wire.flood(data[len(frame(Op.TEXT)) :] if data[0] == Op.TEXT else data, MANY)
        await wire.ended()
        assert dropped("frames") + dropped("unread") == before + 1


async def test_a_member_s_flood_of_frames_is_dropped_and_the_others_play_on(
    server: Live, four: list[Player]
) -> None:
    code = await four[0].create()
    await four[1].join(code)
    async with raw(server.url) as friend:
        assert (await friend.hello(four[0].api, four[0].room["id"]))["type"] == "welcome"
        before = dropped("frames")
        async with await Wire.socket(server.url) as wire:
            wire.writer.write(frame(Op.TEXT, await hello(four[1])))
            await friend.until(None)
            await wire.flood(frame(Op.PING) * 100, 200)
            await wire.ended()
            assert dropped("frames") == before + 1
        await friend.until(None)  # the other one is gone: the table hears it
        assert (await friend.act("action-0001", {"type": "add_bot"}))["result"] == "ok"


async def test_what_a_client_may_send_is_within_the_budget(server: Live, four: list[Player]) -> None:
    """A burst of the longest messages, each in pieces and with a ping between them."""
    await four[0].create()
    before = dropped("frames") + dropped("bytes")
    async with await Wire.socket(server.url) as wire:
        wire.writer.write(frame(Op.TEXT, await hello(four[0])))
        long = HEARTBEAT.ljust(MESSAGE_BYTES)
        pieces = [frame(Op.TEXT, long[:100], fin=False), frame(Op.PING), frame(Op.CONTINUATION, long[100:])]
        wire.writer.write(b"".join(pieces) * (BURST - 1))
        wire.writer.write(frame(Op.TEXT, act("action-0001")))
        await wire.until(b'"action_id":"action-0001","result":"ok"')
        assert dropped("frames") + dropped("bytes") == before


async def test_more_bytes_than_the_longest_messages_need(server: Live, four: list[Player]) -> None:
    await four[0].create()
    before = dropped("bytes")
    async with await Wire.socket(server.url) as wire:
        wire.writer.write(frame(Op.TEXT, await hello(four[0])))
        await wire.flood(frame(Op.TEXT, HEARTBEAT.ljust(MESSAGE_BYTES)) * 250, 4)
        await wire.ended()
        assert dropped("bytes") == before + 1


async def test_pongs_for_a_client_that_does_not_read_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within the budgets this takes a minute, so here they are larger."""
    monkeypatch.setattr(listening, "SEND_BUFFER_BYTES", 4096)
    for budget in ("FRAMES_AT_ONCE", "BYTES_AT_ONCE"):
        monkeypatch.setattr(f"app.serving.sockets.{budget}", 100 * UNSENT_BYTES)
    before = dropped("unread")

    async def quiet(socket: WebSocket) -> None:
        await socket.accept()
        await socket.receive()

    async with serving(quiet) as url, await Wire.socket(url, limit=4096) as wire:
        wire.writer.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        ping = frame(Op.PING, b"x" * 125)
        flood = asyncio.create_task(wire.flood(ping * 64, 100 * UNSENT_BYTES // len(ping) // 64))
        await eventually(lambda: counts(lambda: dropped("unread") == before + 1))
        await wire.ended()
        await flood


async def test_a_client_that_takes_no_data_reads_why_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "SEND_BUFFER_BYTES", 4096)
    monkeypatch.setattr(pipes, "SEND_S", 0.2)
    ended: asyncio.Future[Closing] = asyncio.get_running_loop().create_future()

    async def talkative(socket: WebSocket) -> None:
        await socket.accept()
        pipe = Pipe(socket)
        try:
            while True:
                await pipe.send_text("x" * 8192)
        except Closing as closing:
            await pipe.close(closing)
            ended.set_result(closing)

    async with serving(talkative) as url, await Wire.socket(url, limit=4096) as wire:
        closing = await ended
        assert closing.close is CloseCode.SLOW
        await wire.until(bytes([0x80 | Op.CLOSE, 2]) + int(CloseCode.SLOW).to_bytes(2, "big"))


@pytest.mark.parametrize(
    "more",
    [
        {"Content-Length": "5"},
        {"Transfer-Encoding": "chunked"},
        {"X-Long": "x" * 9_000},
        {f"X-{number}": "x" for number in range(200)},
        {"Sec-WebSocket-Key": "short"},
        {"Sec-WebSocket-Version": "7"},
    ],
    ids=["body", "chunks", "long", "many", "key", "version"],
)
async def test_a_head_that_opens_no_socket_ends_the_connection(
    server: Live, caplog: pytest.LogCaptureFixture, more: dict[str, str]
) -> None:
    async with await Wire.dial(server.url) as wire:
        wire.writer.write(upgrade(more))
        assert not (await wire.ended()).startswith(b"HTTP/1.1 101")
    assert errors(caplog) == []


async def test_bytes_before_the_answer_to_the_head(server: Live, caplog: pytest.LogCaptureFixture) -> None:
    """No client knows the socket before it has the answer."""
    for rest in (frame(Op.TEXT, b"{}"), frame(Op.CLOSE, b"\x03"), b"\xff\xff\xff", frame(Op.PING)):
        for pause in (0.0, 0.001):
            async with await Wire.dial(server.url) as wire:
                wire.writer.write(upgrade())
                await asyncio.sleep(pause)
                wire.writer.write(rest + frame(Op.CLOSE))
                await wire.ended()
    assert errors(caplog) == []


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(Op.TEXT, b"\xff\xfe"), 1007),
        (frame(Op.TEXT, "好".encode()[:2], fin=False) + frame(Op.CONTINUATION, b"x"), 1007),
        (frame(Op.TEXT, b"\xff") + frame(Op.CLOSE, b"\x03\xe8"), 1000),
        (frame(Op.TEXT, b"\xff") * 3 + frame(Op.PING), 1007),
        (frame(Op.TEXT, b"{}", masked=False), 1002),
        (frame(Op.CONTINUATION, b"{}"), 1002),
        (frame(Op.TEXT, b"{}", reserved=4), 1002),
        (frame(3, b"{}"), 1002),
        (frame(Op.PING, b"x" * 126), 1002),
        (frame(Op.CLOSE, b"\x03"), 1002),
        (frame(Op.CLOSE, b"\x03\xe8\xff"), 1007),
        (frame(Op.TEXT, b"x" * (MESSAGE_BYTES + 1)), 1009),
        (frame(Op.TEXT, b"x" * 70_000), 1009),
    ],
    ids=range(13),
)
async def test_a_malformed_frame_is_no_fault_of_the_server(
    server: Live, caplog: pytest.LogCaptureFixture, data: bytes, code: int
) -> None:
    async with await Wire.socket(server.url) as wire:
        wire.writer.write(data)
        heard = await wire.ended()
    close = heard[heard.index(0x80 | Op.CLOSE) :]
    assert int.from_bytes(close[2:4], "big") == code
    assert errors(caplog) == []


@pytest.mark.parametrize("seed", range(8))
async def test_frames_of_any_form(server: Live, caplog: pytest.LogCaptureFixture, seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311  (a test that can be repeated)
    for _ in range(40):
        async with await Wire.socket(server.url) as wire:
            wire.writer.write(b"".join(anything(dice) for _ in range(dice.randrange(1, 12))))
            if dice.random() < 0.5:
                wire.writer.write_eof()
                await wire.ended()
    async with await Wire.socket(server.url) as wire:
        wire.writer.write(frame(Op.TEXT, b"{}"))
        await wire.until(b"bad_message")
    assert errors(caplog) == []


def anything(dice: random.Random) -> bytes:
    """A frame, or something like one."""
    payload = dice.randbytes(dice.choice((0, 1, 2, 3, 40, 125, 126, 300)))
    if dice.random() < 0.3:
        payload = json.dumps({"type": dice.choice(("hello", "act"))}).encode()
    made = frame(
        dice.choice((0, 0, 1, 1, 1, 2, 8, 9, 9, 10, dice.randrange(16))),
        payload,
        fin=dice.random() < 0.7,
        masked=dice.random() < 0.95,
        reserved=dice.choice((0, 0, 0, 0, 0, 0, 1, 4)),
    )
    return made[: dice.randrange(len(made) + 1)] if dice.random() < 0.1 else made


async def hello(player: Player) -> bytes:
    """A hello of the player with a new ticket."""
    ticket = await player.api.ticket()
    return json.dumps({"type": "hello", "version": 1, "ticket": ticket, "room": player.room["id"]}).encode()


def act(action_id: str) -> bytes:
    """An action of a player in the lobby."""
    return json.dumps({"type": "act", "action_id": action_id, "action": {"type": "add_bot"}}).encode()


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The lines of errors in the log."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


async def counts(probe: Callable[[], bool]) -> bool:
    """The answer of ``probe``."""
    return probe()
