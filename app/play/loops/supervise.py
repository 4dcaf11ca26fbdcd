"""Runs the background loops: restarts them when they fail, and reports their health."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

from app.db import DatabaseUnavailable
from app.stores.server.errors import StoreError
from app.telemetry import metrics, trace
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
_FIRST_PAUSE_S: Final = 0.05
_LONGEST_PAUSE_S: Final = 1.0
_GOOD_AFTER_S: Final = 5.0
_CANCEL_AGAIN_S: Final = 0.1


@dataclass(slots=True)
class LoopState:
    """State of a loop. ``failures``: in a row, each after less than 5 s of running."""

    running: bool = False
    begun: float = 0.0
    failures: int = 0
    last_error: str = ""


class LoopSupervisor:
    """Runs each loop in its own task."""

    def __init__(self) -> None:
        self._states: dict[str, LoopState] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, name: str, loop: Callable[[], Awaitable[None]]) -> None:
        """Run ``loop`` until ``stop``. If it fails or returns, restart it after 0.1 to 1 s."""
        state = self._states[name] = LoopState()
        self._tasks.append(asyncio.create_task(self._keep(name, loop, state), name=f"loop {name}"))

    async def stop(self) -> None:
        """Cancel every loop and wait for its end.

        A loop can miss a cancel: redis-py sends inside ``asyncio.wait_for``, and that of Python 3.11 drops a
        cancel that comes when the sending is done. So a loop that goes on is cancelled again.
        """
        running = set(self._tasks)
        while running:
            for task in running:
                task.cancel()
            _, running = await asyncio.wait(running, timeout=_CANCEL_AGAIN_S)
        self._tasks.clear()

    def troubles(self) -> Mapping[str, str]:
        """The last error, by loop, of the loops that stand still or have just failed twice in a row."""
        now = asyncio.get_running_loop().time()
        return {
            name: state.last_error or "stopped"
            for name, state in self._states.items()
            if not state.running or (state.failures > 1 and now - state.begun < _GOOD_AFTER_S)
        }

    async def _keep(self, name: str, loop: Callable[[], Awaitable[None]], state: LoopState) -> None:
        trace.begin(f"loop-{name}")
        clock = asyncio.get_running_loop().time
        while True:
            state.begun = clock()
            state.running = True
            try:
                await loop()
                state.last_error = "returned"
            except (StoreError, DatabaseUnavailable) as error:
                state.last_error = type(error).__name__
                _log.warning("loop waits", extra=fields(loop=name, reason=state.last_error))
            except Exception as error:
                state.last_error = type(error).__name__
                _log.error("loop failed", exc_info=error, extra=fields(loop=name))
            finally:
                state.running = False
            metrics.loop_failed(name)
            state.failures = 1 if clock() - state.begun > _GOOD_AFTER_S else state.failures + 1
            await asyncio.sleep(min(_LONGEST_PAUSE_S, _FIRST_PAUSE_S * 2 ** min(state.failures, 10)))
