"""The server as `make play` starts it: a process with its own store and database."""

import asyncio
import contextlib
import sys
from asyncio.subprocess import DEVNULL, STDOUT, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import httpx

from app.config.settings import ANY_ADDRESS, Settings
from tests.support.process_fixtures import free_port
from tests.support.processes import ROOT, environment
from tests.support.services import short_folder

FAST: Final = {
    "PACE__PAUSE_MS": "40",
    "PACE__BOT_MS": "40",
    "PACE__NEXT_HAND_MS": "60000",
    "PACE__GRACE_MS": "5000",
    "LIMITS__GUESTS_PER_10_MIN": "1000",
    "LIMITS__GUESTS_PER_DAY": "1000",
    "LIMITS__ROOMS_PER_10_MIN": "1000",
}

STARTED_WITHIN_S: Final = 60.0


class TableServer:
    """`python -m app play` on a data folder. A test may kill it and start it again on the same port."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.port = free_port()
        self._settings = {**FAST, **settings}
        self._process: Process | None = None

    @property
    def url(self) -> str:
        """The address on this machine."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """The file with its output."""
        return self.folder / "server.log"

    @property
    def books(self) -> Path:
        """The file of its database."""
        return self.folder / "guangan.db"

    async def start(self) -> None:
        """Start it and wait until it is ready."""
        web = Settings().web_dir
        assert (web / "index.html").is_file(), f"The web client is not built ({web}): run `make setup`."
        settings = {"HOST": ANY_ADDRESS, "PORT": str(self.port), "DATA_DIR": str(self.folder)}
        with self.log.open("ab") as output:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "app",
                "play",
                env=environment({**self._settings, **settings}),
                stdin=DEVNULL,
                stdout=output,
                stderr=STDOUT,
                cwd=ROOT,
            )
        await self._ready(self._process)

    async def _ready(self, process: Process) -> None:
        async with asyncio.timeout(STARTED_WITHIN_S), httpx.AsyncClient(trust_env=False) as client:
            while True:
                assert process.returncode is None, self.log.read_text("utf-8")[-2_000:]
                with contextlib.suppress(httpx.TransportError):
                    if (await client.get(f"{self.url}/readyz")).status_code == 200:
                        return
                await asyncio.sleep(0.05)

    async def kill(self) -> None:
        """Kill it with SIGKILL, so that it cannot clean up."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def stop(self) -> None:
        """Stop it as Ctrl-C does, unless it is dead already."""
        if self._process is None or self._process.returncode is not None:
            return
        self._process.terminate()
        await self._process.wait()


@asynccontextmanager
async def served(**settings: str) -> AsyncIterator[TableServer]:
    """A running server with a fresh data folder."""
    with short_folder() as folder:
        server = TableServer(folder, **settings)
        await server.start()
        try:
            yield server
        finally:
            await server.stop()
