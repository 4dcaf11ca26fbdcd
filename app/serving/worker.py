"""One worker process: uvicorn with our socket, drained before it stops."""

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

GRACE_S: Final = 8
_GC_THRESHOLDS: Final = (20_000, 50, 100)
_LOOK_S: Final = 0.1
"""How often a worker that is starting looks whether it is still wanted."""
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class DrainingServer(uvicorn.Server):
    """Says good-bye to every connection before it closes, and ends with exit code 0 on a signal."""

    def __init__(self, config: uvicorn.Config, drain: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._drain = drain
        self.calm = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving, or give up when told to end: a store that is away may keep us waiting for ever.

        With ``calm`` the garbage collector is told what will stay. Raises TimeoutError when it gives up.
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
        """Take no new connections, drain, then let uvicorn close what is left."""
        for server in self.servers:
            server.close()
        await self._drain()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Stop on SIGINT and SIGTERM without raising them again afterwards; at once on the second SIGINT."""
        before = {number: signal.signal(number, self.handle_exit) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def calm_collector() -> None:
    """What exists now lives as long as the process; looking through it again only costs pauses."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GC_THRESHOLDS)


def server_config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """uvicorn as it was measured to be fastest, without logs of addresses or query strings."""
    return uvicorn.Config(
        app,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=HastyH11,
        ws="websockets-sansio",
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
    """Serve ``app`` on a listening socket until a signal, or until the other end of ``parent_fd`` closes."""
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
    """The parent never writes: readable means that it is gone."""
    if not os.read(parent_fd, 64):
        asyncio.get_running_loop().remove_reader(parent_fd)
        server.should_exit = True
