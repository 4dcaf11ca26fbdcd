"""Sessions that have ended: every connection of theirs, on any worker, hears of it at once."""

from typing import Final

from app.stores.limits import RateLimits
from app.stores.rooms.pokes import PokeHub, Wake
from app.stores.server import keys
from app.stores.server.link import Link

_KIND: Final = "ended_session"
_REMEMBERED_S: Final = 7 * 24 * 3600.0


class Revocations:
    """Ends sessions by the digest of their token.

    A poke wakes whoever listens; a mark in the store is the proof.
    """

    def __init__(self, link: Link, limits: RateLimits, pokes: PokeHub) -> None:
        self._link = link
        self._limits = limits
        self._pokes = pokes

    async def revoke(self, session: str) -> None:
        """End the connections of a session."""
        await self._limits.hit(_KIND, session, 1, _REMEMBERED_S)
        channel = _channel(session)
        await self._link.call("PUBLISH", keys.poke(keys.shard_of(channel)), channel)

    async def revoked(self, session: str) -> bool:
        """Whether a session has been ended."""
        return await self._limits.spent(_KIND, session) > 0

    def listen(self, session: str) -> Wake:
        """A listener that is woken when the session may have ended: ask ``revoked`` then."""
        return self._pokes.subscribe(_channel(session))


def _channel(session: str) -> str:
    return f"session:{session}"
