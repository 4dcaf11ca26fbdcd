"""A worker that is still starting, and may never get what it waits for."""

import asyncio
import signal
import socket
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.db import migrate
from app.stores import Stores, open_redis
from tests.support.processes import ROOT, environment, outcome
from tests.support.services import embedded_valkey

pytestmark = [pytest.mark.store, pytest.mark.database]


@pytest.fixture
async def waiting(tmp_path: Path) -> AsyncIterator[Process]:
    """A worker on a store that lets it do everything but listen, so that it never is ready."""
    database = f"sqlite:///{tmp_path}/test.db"
    await migrate(database)
    with embedded_valkey() as url, socket.create_server(("127.0.0.1", 0)) as sock:
        stores = Stores(open_redis(url))
        await stores.link.call("ACL", "SETUSER", "deaf", "on", ">pw", "~*", "resetchannels", "+@all")
        await stores.aclose()
        more = {"REDIS_URL": url.replace("://", "://deaf:pw@"), "DATABASE_URL": database}
        worker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "app", "worker", "--fd", str(sock.fileno())),
            stdin=PIPE,
            stdout=PIPE,
            stderr=STDOUT,
            pass_fds=(sock.fileno(),),
            env=environment({**more, "DATA_DIR": str(tmp_path)}),
            cwd=ROOT,
        )
        try:
            assert worker.stdout is not None
            async with asyncio.timeout(30):
                while b"NoPermission" not in await worker.stdout.readline():
                    assert worker.returncode is None
            yield worker
        finally:
            if worker.returncode is None:
                worker.kill()
            await worker.communicate()


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
async def test_it_ends_when_it_is_told_to(waiting: Process, end: signal.Signals) -> None:
    waiting.send_signal(end)
    assert (await outcome(waiting))[0] == 0


async def test_it_does_not_outlive_its_parent(waiting: Process) -> None:
    assert waiting.stdin is not None
    waiting.stdin.close()
    assert (await outcome(waiting))[0] == 0
