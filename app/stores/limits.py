"""Rate limits and marks, shared by all workers."""

from dataclasses import dataclass
from hashlib import blake2b
from math import ceil
from typing import Final

from app.stores.server import keys
from app.stores.server.link import Link, Script, as_int, as_list

_HIT = Script("hit")
_SPEND = Script("spend")
_UNSPEND = Script("unspend")
SLOTS: Final = 10
"""Parts of a window. An event is forgotten together with its part, so up to a tenth later than it need be."""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` events of one kind from one source in any `window_s` seconds."""

    kind: str
    who: str
    most: int
    window_s: float

    @property
    def slot_ms(self) -> int:
        """The length of a part of the window, in ms."""
        return ceil(self.window_s * 1000 / SLOTS)


@dataclass(frozen=True, slots=True)
class Taken:
    """One event of each of these limits, counted at `at_ms` (server ms)."""

    limits: tuple[Limit, ...]
    at_ms: int


class TooOften(Exception):
    """A limit is reached. After `after_s` whole seconds there is room, if nobody else takes it."""

    def __init__(self, after_s: int) -> None:
        super().__init__(after_s)
        self.after_s = after_s


class RateLimits:
    """Moving windows, and marks that stand for a time.

    A window that moves never has more events than its limit, wherever it begins. It is kept as numbers of
    events for 11 parts of its time. The list of all times would be exact and as large as the limit, and
    strangers decide how many lists there are.
    """

    def __init__(self, link: Link) -> None:
        self._link = link

    async def take(self, *limits: Limit) -> Taken:
        """Count one event of every limit, in one step. Raises TooOften and counts none if one is reached."""
        if not limits:
            return Taken((), 0)
        args = [part for each in limits for part in (each.most, each.slot_ms, SLOTS)]
        counted, ms = as_list(await self._link.run(_SPEND, _windows(limits), args))
        if not as_int(counted):
            raise TooOften(ceil(as_int(ms) / 1000))
        return Taken(limits, as_int(ms))

    async def give_back(self, taken: Taken) -> None:
        """Uncount the events. The caller does so once at most."""
        if not taken.limits:
            return
        args = (taken.at_ms, *(each.slot_ms for each in taken.limits))
        await self._link.run(_UNSPEND, _windows(taken.limits), args)

    async def forget(self, kind: str, who: str) -> None:
        """Forget all events of one kind from one source."""
        await self._link.call("DEL", keys.window(kind, _digest(who)))

    async def hit(self, kind: str, who: str, limit: int, window_s: float) -> bool:
        """Set a mark that stands for `window_s` from the first time on. True the first `limit` times."""
        hits = as_int(await self._link.run(_HIT, (_mark(kind, who),), (round(window_s * 1000),)))
        return hits <= limit

    async def spent(self, kind: str, who: str) -> int:
        """How often the mark was set since it stands; 0 if it does not."""
        held = await self._link.call("GET", _mark(kind, who))
        return 0 if held is None else as_int(held)


def _windows(limits: tuple[Limit, ...]) -> list[str]:
    return [keys.window(each.kind, _digest(each.who)) for each in limits]


def _mark(kind: str, who: str) -> str:
    return keys.limit(kind, _digest(who))


def _digest(who: str) -> str:
    # A hash, because `who` may be any text from a stranger, or a network address.
    return blake2b(who.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
