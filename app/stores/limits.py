"""Counters for rate limits, shared by all workers."""

from hashlib import blake2b
from math import ceil

from app.stores.server import keys
from app.stores.server.link import Link, Script, as_int

_HIT = Script("hit")


class RateLimits:
    """Fixed windows: a window begins with its first event and allows `limit` events."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def hit(self, kind: str, who: str, limit: int, window_s: float) -> bool:
        """Count one event. True while the window of `window_s` seconds has at most `limit` events."""
        hits = as_int(await self._link.run(_HIT, (_key(kind, who),), (round(window_s * 1000),)))
        return hits <= limit

    async def left_s(self, kind: str, who: str) -> int:
        """Whole seconds until the current window ends; 1 if there is no window."""
        left_ms = as_int(await self._link.call("PTTL", _key(kind, who)))
        return max(1, ceil(left_ms / 1000))

    async def spent(self, kind: str, who: str) -> int:
        """Number of events in the current window. Counts nothing."""
        held = await self._link.call("GET", _key(kind, who))
        return 0 if held is None else as_int(held)

    async def forget(self, kind: str, who: str) -> None:
        """End the current window and forget its events."""
        await self._link.call("DEL", _key(kind, who))


def _key(kind: str, who: str) -> str:
    # A hash, because `who` may be any text from a stranger, or a network address.
    digest = blake2b(who.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return keys.limit(kind, digest)
