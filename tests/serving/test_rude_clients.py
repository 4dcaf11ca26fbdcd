"""Clients that go away in the midst of things, or take all descriptors: no error in the log."""

import asyncio
import os
import resource
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from app.serving.descriptors import WANTED, raise_limit
from tests.support.attack import Op, Wire, frame, upgrade
from tests.support.counted import counted
from tests.support.live import Live, eventually
from tests.support.live_fixtures import redis_url, server, settings, stores, template
from tests.support.process_fixtures import folder, port
from tests.support.processes import answers, outcome, run_python, spawn

__all__ = ["folder", "port", "redis_url", "server", "settings", "stores", "template"]
pytestmark = [pytest.mark.store, pytest.mark.database, pytest.mark.process]
HEAD = b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n"


def requests(status: str) -> float:
    """How many requests for a guest had this answer."""
    return counted("guangan_http_seconds_count", route="/api/guests", method="POST", status=status)


@pytest.mark.parametrize("said", [HEAD, HEAD + b'{"name":'], ids=["head", "half a body"])
async def test_a_client_that_goes_away_is_no_fault(
    server: Live, caplog: pytest.LogCaptureFixture, said: bytes
) -> None:
    gone, faults = requests("499"), requests("500")
    async with await Wire.dial(server.url) as wire:
        wire.writer.write(said)
        # the request has begun when another one that came later is answered
        async with httpx.AsyncClient(base_url=server.url, trust_env=False) as client:
            assert (await client.get("/livez")).status_code == 200
    await eventually(lambda: _is(requests("499") == gone + 1))
    assert requests("500") == faults
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


@asynccontextmanager
async def playing(port: int, folder: Path) -> AsyncIterator[tuple[int, str, list[str]]]:
    """A server as a process: its id, its URL, and after the block its output. It ends as it should."""
    url, output = f"http://127.0.0.1:{port}", list[str]()
    process = await spawn("play", PORT=str(port), HOST="127.0.0.1", DATA_DIR=str(folder), LOG_LEVEL="warning")
    try:
        await answers(process, url)
        yield process.pid, url, output
        await answers(process, url)
    finally:
        process.send_signal(signal.SIGTERM)
        code, text = await outcome(process)
        output.append(text)
    assert code == 0, text


async def test_rude_clients_leave_no_error_in_the_log(port: int, folder: Path) -> None:
    async with playing(port, folder) as (_, url, output):
        for said in (HEAD, upgrade({"Content-Length": "1"}), b"\x16\x03\x01", b"GET / HTTP/1.1\r\n\r\n"):
            async with await Wire.dial(url) as wire:
                wire.writer.write(said)
        for data in (frame(Op.TEXT, b"\xff"), frame(Op.CLOSE, b"\x03"), frame(7), frame(Op.PING) * 500):
            async with await Wire.socket(url) as wire:
                wire.writer.write(data)
                await wire.ended()
    assert '"level":"error"' not in output[0]
    assert "Traceback" not in output[0]


async def test_a_server_survives_the_end_of_its_descriptors(port: int, folder: Path) -> None:
    async with playing(port, folder) as (pid, url, _), AsyncExitStack() as stack:
        held = len(await asyncio.to_thread(os.listdir, f"/proc/{pid}/fd"))
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (held + 20, held + 20))
        for _ in range(100):
            await stack.enter_async_context(await Wire.dial(url))


async def test_a_process_may_open_as_many_as_the_system_allows() -> None:
    told = "import resource as r; from app.serving.descriptors import raise_limit as up; "
    told += (
        "h = r.getrlimit(7)[1]; r.setrlimit(7, (99, h)); up(); print(r.getrlimit(7)[0] == min(h, 65536)); "
    )
    told += "r.setrlimit(7, (99, 99)); up(); print(r.getrlimit(7)[0])"
    assert await run_python("-c", told) == (0, "True\n99\n")
    raise_limit()
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= min(
        WANTED, resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    )


async def _is(value: bool) -> bool:
    return value
