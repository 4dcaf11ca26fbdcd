"""All connections of this process: one endpoint, the newest connection of each member, the end of all."""

import asyncio
import secrets
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final, Protocol

from app.gateway.closing import CloseCode, Closing
from app.wire.messages.server import Bye

_SPREAD_FROM: Final = 50
_SOONEST_RETRY_MS: Final = 200
_LATEST_RETRY_MS: Final = 2_000
_GOODBYE_S: Final = 3.0
"""How long a stopping worker waits until its good-byes are sent."""
_RANDOM: Final = secrets.SystemRandom()


class Ended(Protocol):
    """A connection that can be told to end."""

    @property
    def key(self) -> tuple[str, int]:
        """Its room and slot."""

    def end(self, closing: Closing, bye: Bye | None = None) -> None:
        """Close as soon as possible, after ``bye``."""


class Hub:
    """Knows the connections that have said hello."""

    def __init__(self) -> None:
        self._members: dict[tuple[str, int], Ended] = {}
        self._all: set[Ended] = set()
        self._last_words: set[asyncio.Task[None]] = set()
        self._one_left = asyncio.Event()
        self.draining = False

    def __len__(self) -> int:
        return len(self._all)

    def enter(self, connection: Ended) -> None:
        """The newest connection of its member; an older one of this process is told to go."""
        older = self._members.get(connection.key)
        if older is not None:
            older.end(Closing(CloseCode.REPLACED))
        self._members[connection.key] = connection
        self._all.add(connection)

    def leave(self, connection: Ended) -> None:
        """The connection is over; a second time does nothing."""
        self._all.discard(connection)
        self._one_left.set()
        if self._members.get(connection.key) is connection:
            del self._members[connection.key]

    def afterwards(self, work: Coroutine[Any, Any, None]) -> None:
        """Finish ``work`` although its connection is gone."""
        task = asyncio.create_task(work)
        self._last_words.add(task)
        task.add_done_callback(self._last_words.discard)

    async def drain(self, spread_ms: int) -> None:
        """Send everybody away with a good-bye; many of them spread over ``spread_ms``."""
        self.draining = True
        connections = list(self._all)
        pause_s = spread_ms / 1000 / len(connections) if len(connections) > _SPREAD_FROM else 0.0
        for connection in connections:
            retry = _RANDOM.randint(_SOONEST_RETRY_MS, _LATEST_RETRY_MS)
            connection.end(Closing(CloseCode.RESTART), Bye(int(CloseCode.RESTART), retry))
            if pause_s:
                await asyncio.sleep(pause_s)
        with suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE_S):
                await self._emptied()
        await self.settle()

    async def _emptied(self) -> None:
        """Wait until every connection has sent its good-bye and ended."""
        while self._all:
            self._one_left.clear()
            await self._one_left.wait()

    async def settle(self) -> None:
        """Wait for what connections left to be done."""
        while self._last_words:
            await asyncio.wait(tuple(self._last_words))
