"""One worker process: uvicorn on our socket. Before it stops, it says good-bye to its connections."""

import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Generator
from typing import Final

import uvicorn
from fastapi import FastAPI

from app.config.settings import Settings
from app.gateway.limits import MESSAGE_BYTES
from app.serving.slow import HastyH11
from app.serving.sockets import BudgetedSocket

GRACE_S: Final = 8
_GC_THRESHOLDS: Final = (20_000, 50, 100)
_LOOK_S: Final = 0.1
"""While it starts, a worker looks this often whether a signal told it to stop."""
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class DrainingServer(uvicorn.Server):
    """A uvicorn server that says good-bye to every connection before it stops. A signal gives exit code 0."""

    def __init__(self, config: uvicorn.Config, drain: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._drain = drain
        self.calm = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving. With ``calm`` it then calls ``calm_collector``.

        A store that is away can block the start for ever. Raises TimeoutError if a signal arrives before the
        start is complete.
        """
        async with asyncio.timeout(None) as patience:
            watching = asyncio.create_task(self._give_up(patience))
            try:
                await super().startup(sockets)
            finally:
                watching.cancel()
        if self.calm:
            calm_collector()

    async def _give_up(self, patience: asyncio.Timeout) -> None:
        while not self.should_exit:  # noqa: ASYNC110  (uvicorn's own flag, set by a signal)
            await asyncio.sleep(_LOOK_S)
        patience.reschedule(0)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no new connections, drain the open ones, then let uvicorn close the rest."""
        for server in self.servers:
            server.close()
        await self._drain()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Stop on SIGINT or SIGTERM, and at once on a second SIGINT. uvicorn would raise the signal again."""
        before = {number: signal.signal(number, self.handle_exit) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def calm_collector() -> None:
    """Exclude the objects that exist now from garbage collection, and collect less often.

    These objects live as long as the process. Looking at them again only makes pauses longer.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GC_THRESHOLDS)


def server_config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """The settings of uvicorn: the fastest ones that we measured, without logs of addresses or queries."""
    return uvicorn.Config(
        app,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=HastyH11,
        ws=BudgetedSocket,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        lifespan="on",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=True,
        forwarded_allow_ips=settings.forwarded_allow_ips,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=GRACE_S,
    )


async def serve(
    app: FastAPI,
    settings: Settings,
    sock: socket.socket,
    drain: Callable[[], Awaitable[None]],
    parent_fd: int | None = None,
) -> None:
    """Serve ``app`` on ``sock`` until SIGINT, SIGTERM, or until the parent closes its end of ``parent_fd``.

    ``drain`` ends the open connections before the server stops.
    """
    server = DrainingServer(server_config(app, settings), drain)
    server.calm = True
    loop = asyncio.get_running_loop()
    if parent_fd is not None:
        loop.add_reader(parent_fd, _parent_spoke, server, parent_fd)
    try:
        await server.serve(sockets=[sock])
    except TimeoutError:
        if server.started or not server.should_exit:
            raise


def _parent_spoke(server: DrainingServer, parent_fd: int) -> None:
    """Stop the server. The parent never writes, so a readable pipe means that the parent has ended."""
    if not os.read(parent_fd, 64):
        asyncio.get_running_loop().remove_reader(parent_fd)
        server.should_exit = True
