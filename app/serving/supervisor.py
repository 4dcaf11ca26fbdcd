"""The parent process of several workers. They share one listening socket. It replaces workers that die."""

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping
from typing import Final

from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
_SETTLED_S: Final = 5.0
_QUICK_DEATHS: Final = 5
_PAUSE_S: Final = 0.2
_STOP_WITHIN_S: Final = 20.0


class WorkerSupervisor:
    """Starts ``count`` workers and replaces those that die, until SIGINT or SIGTERM.

    ``environment`` returns for an index the variables that its worker gets in addition to ours. Each worker
    holds the reading end of a pipe from this process. So all workers stop when this process ends, even if it
    is killed.
    """

    def __init__(
        self, sock: socket.socket, count: int, environment: Callable[[int], Mapping[str, str]]
    ) -> None:
        self._sock = sock
        self._count = count
        self._environment = environment
        self._stop = asyncio.Event()
        self._quick_deaths = 0

    async def run(self) -> int:
        """Run until a signal arrives. Returns 0, or 1 if workers keep dying right after their start."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stop.set)
        async with asyncio.TaskGroup() as group:
            for index in range(self._count):
                group.create_task(self._keep(index))
        return 1 if self._quick_deaths >= _QUICK_DEATHS else 0

    async def _keep(self, index: int) -> None:
        """Keep one worker with this index running until the stop."""
        loop = asyncio.get_running_loop()
        while not self._stop.is_set():
            process = await self._start(index)
            born = loop.time()
            _log.info("worker started", extra=fields(worker=index, pid=process.pid))
            if not await self._ended(process):
                await _end(process)
                return
            _log.warning("worker died", extra=fields(worker=index, pid=process.pid, code=process.returncode))
            self._quick_deaths = self._quick_deaths + 1 if loop.time() - born < _SETTLED_S else 0
            if self._quick_deaths >= _QUICK_DEATHS:
                self._stop.set()
            await asyncio.sleep(_PAUSE_S)

    async def _start(self, index: int) -> Process:
        fd = self._sock.fileno()
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "app", "worker", "--fd", str(fd)),
            stdin=PIPE,
            pass_fds=(fd,),
            env={**os.environ, **self._environment(index)},
            process_group=0,  # so that Ctrl-C signals only this process, which then stops the workers
        )

    async def _ended(self, process: Process) -> bool:
        """Wait until the worker dies or the stop comes. True if the worker died."""
        death = asyncio.create_task(process.wait())
        stop = asyncio.create_task(self._stop.wait())
        await asyncio.wait((death, stop), return_when=asyncio.FIRST_COMPLETED)
        stop.cancel()
        if death.done() and not self._stop.is_set():
            return True
        death.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await death
        return False


async def _end(process: Process) -> None:
    if process.returncode is not None:
        return
    process.terminate()
    try:
        async with asyncio.timeout(_STOP_WITHIN_S):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
