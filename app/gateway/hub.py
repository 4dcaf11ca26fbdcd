"""All connections of this process: the newest one of each member, and the drain."""

import asyncio
import secrets
from collections.abc import Container, Coroutine
from contextlib import suppress
from typing import Any, Final, Protocol

from app.gateway.closing import CloseCode, Closing
from app.wire.messages.server import Bye

_SPREAD_FROM: Final = 50
_SOONEST_RETRY_MS: Final = 200
_LATEST_RETRY_MS: Final = 2_000
_GOODBYE_S: Final = 3.0
"""How long a draining worker waits for its connections to end."""
_RANDOM: Final = secrets.SystemRandom()


class Ended(Protocol):
    """A connection that the hub can end."""

    @property
    def key(self) -> tuple[str, int]:
        """Room id and slot."""

    @property
    def session(self) -> str:
        """Digest of the token of the session."""

    def end(self, closing: Closing, bye: Bye | None = None) -> None:
        """Send ``bye``, if given, and close the connection as soon as possible."""


class Hub:
    """Keeps the connections that have passed their hello."""

    def __init__(self) -> None:
        self._members: dict[tuple[str, int], Ended] = {}
        self._all: set[Ended] = set()
        self._last_words: set[asyncio.Task[None]] = set()
        self._one_left = asyncio.Event()
        self.draining = False

    def __len__(self) -> int:
        return len(self._all)

    def enter(self, connection: Ended) -> None:
        """Add the newest connection of a member, and end an older one of this process."""
        older = self._members.get(connection.key)
        if older is not None:
            older.end(Closing(CloseCode.REPLACED))
        self._members[connection.key] = connection
        self._all.add(connection)

    def leave(self, connection: Ended) -> None:
        """Remove a connection. A repeated call does nothing."""
        self._all.discard(connection)
        self._one_left.set()
        if self._members.get(connection.key) is connection:
            del self._members[connection.key]

    def sessions(self) -> frozenset[str]:
        """The sessions of all connections."""
        return frozenset(connection.session for connection in self._all)

    def end_sessions(self, sessions: Container[str], closing: Closing) -> int:
        """End all connections of these sessions. Returns how many."""
        ended = [connection for connection in self._all if connection.session in sessions]
        for connection in ended:
            connection.end(closing)
        return len(ended)

    def afterwards(self, work: Coroutine[Any, Any, None]) -> None:
        """Run ``work`` after its connection has ended."""
        task = asyncio.create_task(work)
        self._last_words.add(task)
        task.add_done_callback(self._last_words.discard)

    async def drain(self, spread_ms: int) -> None:
        """End all connections with ``bye``; more than 50 of them spread over ``spread_ms``."""
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
        """Wait until every connection has ended."""
        while self._all:
            self._one_left.clear()
            await self._one_left.wait()

    async def settle(self) -> None:
        """Wait for all work given to ``afterwards``."""
        while self._last_words:
            await asyncio.wait(tuple(self._last_words))
