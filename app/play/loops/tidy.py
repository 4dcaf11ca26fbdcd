"""Retention: once an hour one worker deletes what is older than its retention period."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Final, TypeAlias

from app.db import Database, ReadTx, WriteTx, retention
from app.db.retention import Pruned
from app.stores.limits import RateLimits
from app.telemetry import metrics
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
LOOK_S: Final = 600.0
HOUR_S: Final = 3_600.0
AT_ONCE: Final = 100
"""Rows per page and per transaction. Hands are deleted one room per transaction."""
_DAY_MS: Final = 24 * 3_600_000

Find: TypeAlias = Callable[[ReadTx, int, str, int], Awaitable[tuple[str, ...]]]
Take: TypeAlias = Callable[[WriteTx, Sequence[str], int], Awaitable[Pruned]]
Live: TypeAlias = Callable[[], Awaitable[frozenset[str]]]


@dataclass(frozen=True, slots=True)
class KeepDays:
    """Retention periods in days, counted from the end of the thing. 0: keep it forever."""

    logs_days: int
    rooms_days: int
    sessions_days: int
    guests_days: int


@dataclass(frozen=True, slots=True)
class Taken:
    """How many of each kind were deleted. ``doubtful``: hands kept because the audit finds errors."""

    logs: int
    details: int
    rooms: int
    sessions: int
    guests: int
    doubtful: int


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of thing: how to find and delete it, its retention in days, and how many per transaction."""

    find: Find
    take: Take
    days: int
    size: int = AT_ONCE


class _Undone(Exception):
    """Rolls back the transaction of a dry run."""


class Tidy:
    """Deletes what is past its retention. ``live`` returns the rooms of the store, which are kept."""

    def __init__(self, db: Database, keep: KeepDays, live: Live) -> None:
        self._db = db
        self._live = live
        self._kinds = {
            "logs": _Kind(retention.with_logs, retention.take_logs, keep.logs_days, 1),
            "details": _Kind(retention.with_details, retention.take_details, keep.rooms_days, 1),
            "rooms": _Kind(retention.never_played, retention.take_rooms, keep.rooms_days),
            "sessions": _Kind(retention.ended_sessions, retention.take_sessions, keep.sessions_days),
            "guests": _Kind(retention.idle_guests, retention.take_guests, keep.guests_days),
        }

    async def once(self, now: int, *, dry: bool = False) -> Taken:
        """Delete everything that is past its retention at ``now`` (server ms); with ``dry``, only count it.

        A dry run does not count what becomes deletable only by other deletions of the same run: the logs of
        deleted details, or guests whose last room is deleted.
        Raises DatabaseUnavailable, StoreError: the next run deletes the rest.
        """
        live = await self._live()
        taken: dict[str, int] = {}
        doubtful = 0
        for name, kind in self._kinds.items():
            taken[name], left = await self._all(kind, now, live, dry=dry)
            doubtful = max(doubtful, left)
        return Taken(**taken, doubtful=doubtful)

    async def _all(self, kind: _Kind, now: int, live: frozenset[str], *, dry: bool) -> Pruned:
        before, after, taken, left = now - kind.days * _DAY_MS, "", 0, 0
        while kind.days:
            async with self._db.read() as tx:
                found = await kind.find(tx, before, after, AT_ONCE)
            wanted = [each for each in found if each not in live]
            for first in range(0, len(wanted), kind.size):
                went, stayed = await self._take(kind, wanted[first : first + kind.size], before, dry=dry)
                taken, left = taken + went, left + stayed
            if len(found) < AT_ONCE:
                break
            after = found[-1]
        return taken, left

    async def _take(self, kind: _Kind, found: Sequence[str], before: int, *, dry: bool) -> Pruned:
        pruned = (0, 0)
        try:
            async with self._db.write() as tx:
                pruned = await kind.take(tx, found, before)
                if dry:
                    raise _Undone
        except _Undone:
            return pruned
        return pruned


class TidyLoop:
    """Every worker runs one, every 10 minutes; at most one run per hour does the work."""

    def __init__(self, tidy: Tidy, limits: RateLimits, wall_ms: Callable[[], int]) -> None:
        self._tidy = tidy
        self._limits = limits
        self._wall_ms = wall_ms

    async def run(self) -> None:
        """Run a turn every 10 minutes. Never returns."""
        while True:
            await asyncio.sleep(LOOK_S)
            await self.turn()

    async def turn(self) -> Taken | None:
        """Delete what is past its retention. None if a worker has done so within the hour."""
        if not await self._limits.hit("tidy", "all", 1, HOUR_S):
            return None
        taken = await self._tidy.once(self._wall_ms())
        for what, count in asdict(taken).items():
            metrics.tidied(what, count)
            if count:
                level = logging.WARNING if what == "doubtful" else logging.INFO
                _log.log(level, "tidied", extra=fields(kind=what, count=count))
        return taken
