"""Runs the program as an operator does: ``python -m app …`` in its own process."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[2]
QUICK = {
    "PACE__PAUSE_MS": "1",
    "PACE__BOT_MS": "1",
    "PACE__NEXT_HAND_MS": "600000",
    "PACE__GRACE_MS": "500",
    "DRAIN_MS": "0",
}
_OURS = ("HOST", "PORT", "DATA_DIR", "REDIS_URL", "DATABASE_URL", "PUBLIC_URL", "WORKERS", "LOG_LEVEL")
PATIENCE_S = 60.0


def environment(more: Mapping[str, str]) -> dict[str, str]:
    """The environment of a process: that of the tests without settings, and then ``more``."""
    places = [str(ROOT), *filter(None, (os.environ.get("PYTHONPATH"),))]
    kept = {name: value for name, value in os.environ.items() if name not in _OURS}
    return {**kept, "PYTHONPATH": os.pathsep.join(places), **QUICK, **more}


async def spawn(*arguments: str, **settings: str) -> Process:
    """Start ``python -m app …`` with its output in a pipe."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "app",
        *arguments,
        env=environment(settings),
        stdin=PIPE,
        stdout=PIPE,
        stderr=STDOUT,
        cwd=ROOT,
    )


async def outcome(process: Process) -> tuple[int, str]:
    """Wait for the end of the process. Returns its exit code and its output."""
    async with asyncio.timeout(PATIENCE_S):
        output, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, output.decode()


async def answers(process: Process, url: str) -> None:
    """Wait until the server is ready. Fails with its output if the process ends before."""
    async with asyncio.timeout(PATIENCE_S), httpx.AsyncClient(trust_env=False) as client:
        while True:
            assert process.returncode is None, (await outcome(process))[1]
            try:
                if (await client.get(f"{url}/readyz")).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.05)


@asynccontextmanager
async def running(*arguments: str, port: int, **settings: str) -> AsyncIterator[Process]:
    """Run a server during this block, which begins when it is ready. Kills it if it still runs at the end."""
    process = await spawn(*arguments, PORT=str(port), HOST="127.0.0.1", **settings)
    try:
        await answers(process, f"http://127.0.0.1:{port}")
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def run_python(*arguments: str, **variables: str) -> tuple[int, str]:
    """Run another Python process in the project's folder. Returns its exit code and its output."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=ROOT, env={**os.environ, **variables}, stdout=PIPE, stderr=STDOUT
    )
    output, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, output.decode()
