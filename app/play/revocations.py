"""Ends the connections of sessions that have ended: at once if the store works, else within seconds."""

import logging
from collections.abc import Callable, Collection
from typing import Final

from app.db import Database
from app.db.people import sessions
from app.stores.limits import RateLimits
from app.stores.rooms.pokes import PokeHub, Wake
from app.stores.server import keys
from app.stores.server.errors import StoreError
from app.stores.server.link import Link
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
_KIND: Final = "ended_session"
_REMEMBERED_S: Final = 7 * 24 * 3600.0


class Revocations:
    """Revokes sessions by the digest of their token. ``wall_ms``: the time of day in ms.

    The database says which sessions stand; every worker asks it about its connections every few seconds. A
    mark in the store with a poke only makes it faster, and catches tickets that were issued before. A mark
    that the store could not take is tried again.
    """

    def __init__(
        self, link: Link, limits: RateLimits, pokes: PokeHub, db: Database, wall_ms: Callable[[], int]
    ) -> None:
        self._link = link
        self._limits = limits
        self._pokes = pokes
        self._db = db
        self._wall_ms = wall_ms
        self._unmarked: set[str] = set()

    async def revoke(self, ended: Collection[str]) -> None:
        """Close the connections of sessions that the database has ended. Raises nothing."""
        self._unmarked.update(ended)
        for session in ended:
            self._pokes.wake(_channel(session))
        await self.mark()

    async def mark(self) -> None:
        """Mark the sessions that are not marked yet. Raises nothing: what fails is tried again."""
        for session in sorted(self._unmarked):
            try:
                await self._mark(session)
            except StoreError as error:
                _log.warning("a session is not marked as ended", extra=fields(reason=type(error).__name__))
                return
            self._unmarked.discard(session)

    async def revoked(self, session: str) -> bool:
        """Whether the session is known here to have ended, or is marked so. Raises StoreError."""
        return session in self._unmarked or await self._limits.spent(_KIND, session) > 0

    async def ended(self, held: Collection[str]) -> frozenset[str]:
        """Those of these sessions that have ended or expired. Raises DatabaseUnavailable."""
        async with self._db.read() as tx:
            return frozenset(held) - await sessions.standing(tx, held, self._wall_ms())

    def listen(self, session: str) -> Wake:
        """A listener that wakes when the session may be revoked. Then call ``revoked``."""
        return self._pokes.subscribe(_channel(session))

    async def _mark(self, session: str) -> None:
        await self._limits.hit(_KIND, session, 1, _REMEMBERED_S)
        channel = _channel(session)
        await self._link.call("PUBLISH", keys.poke(keys.shard_of(channel)), channel)


def _channel(session: str) -> str:
    return f"session:{session}"
