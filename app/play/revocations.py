"""Ends the connections of revoked sessions at once, on all workers."""

from typing import Final

from app.stores.limits import RateLimits
from app.stores.rooms.pokes import PokeHub, Wake
from app.stores.server import keys
from app.stores.server.link import Link

_KIND: Final = "ended_session"
_REMEMBERED_S: Final = 7 * 24 * 3600.0


class Revocations:
    """Revokes sessions by the digest of their token.

    A mark in the store says that a session is revoked. A poke only wakes the listeners to read the mark.
    """

    def __init__(self, link: Link, limits: RateLimits, pokes: PokeHub) -> None:
        self._link = link
        self._limits = limits
        self._pokes = pokes

    async def revoke(self, session: str) -> None:
        """Mark the session as revoked and wake its connections. Raises StoreError."""
        await self._mark(session)
        channel = _channel(session)
        await self._link.call("PUBLISH", keys.poke(keys.shard_of(channel)), channel)

    async def revoked(self, session: str) -> bool:
        """Whether the session is revoked. Raises StoreError."""
        return await self._limits.spent(_KIND, session) > 0

    async def _mark(self, session: str) -> None:
        await self._limits.hit(_KIND, session, 1, _REMEMBERED_S)

    def listen(self, session: str) -> Wake:
        """A listener that wakes when the session may be revoked. Then call ``revoked``."""
        return self._pokes.subscribe(_channel(session))


def _channel(session: str) -> str:
    return f"session:{session}"
