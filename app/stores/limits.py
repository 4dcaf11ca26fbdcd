"""Counters for rate limits that hold over all workers."""

from hashlib import blake2b
from math import ceil

from app.stores.server import keys
from app.stores.server.link import Link, Script, as_int

_HIT = Script("hit")


class RateLimits:
    """Fixed windows: a window begins with its first hit and allows `limit` hits."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def hit(self, kind: str, who: str, limit: int, window_s: float) -> bool:
        """Count one event; True while no more than `limit` fell into the window of `window_s` seconds."""
        hits = as_int(await self._link.run(_HIT, (_key(kind, who),), (round(window_s * 1000),)))
        return hits <= limit

    async def left_s(self, kind: str, who: str) -> int:
        """Whole seconds until the current window ends, at least one."""
        left_ms = as_int(await self._link.call("PTTL", _key(kind, who)))
        return max(1, ceil(left_ms / 1000))

    async def spent(self, kind: str, who: str) -> int:
        """Events of the current window, without counting one."""
        held = await self._link.call("GET", _key(kind, who))
        return 0 if held is None else as_int(held)

    async def forget(self, kind: str, who: str) -> None:
        """End the current window: nothing is counted of it any more."""
        await self._link.call("DEL", _key(kind, who))


def _key(kind: str, who: str) -> str:
    # Hashed: `who` may be anything a stranger sends, and may be an address.
    digest = blake2b(who.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return keys.limit(kind, digest)
