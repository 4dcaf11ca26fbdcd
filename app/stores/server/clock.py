"""The clock of the tables: the server's clock, without its jumps. All deadlines are compared with it.

The clock of a server may be set, and a host may sleep. Time that nobody could use must not count, and time
that has passed must not come again. So the tables have a clock of their own: the server's clock plus a
correction that all processes read from the store. A process may find a jump that no other process has
followed. It then changes the correction by the jump, and the clock of the tables goes on as if nothing had
happened. ``date_ms`` is the server's clock without the correction, for the books.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from app.stores.server import keys
from app.stores.server.link import Link, Script, as_bytes, as_int, as_list

_log = logging.getLogger(__name__)
RESYNC_AFTER_S = 30.0
FOLLOW_S = 2.0
"""How often a running process follows the clock."""
TOLERANCE_MS = 250
OTHERS_MS = 5_000
"""A process has followed the clock lately if that was at most so long ago."""
_SAMPLES = 3
_QUICK_S = 0.005
_READ = Script("clock")
_SET = Script("set_clock")


@dataclass(frozen=True, slots=True)
class _Reading:
    """One answer. ``server_ms``: the server's clock. ``sent``, ``got``: monotonic s of this process."""

    server_ms: float
    ahead_ms: int
    followed_ms: int | None
    sent: float
    got: float

    @property
    def table_ms(self) -> float:
        """The clock of the tables as the store has it."""
        return self.server_ms + self.ahead_ms

    @property
    def middle_ms(self) -> float:
        """When the server answered, by the clock of this process."""
        return (self.sent + self.got) * 500


class StoreClock:
    """The clock of the tables, as an offset to the monotonic clock of this process, which never jumps.

    ``jumps``: how many jumps this process has taken out of the clock.
    """

    def __init__(self, link: Link, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._link = link
        self._monotonic = monotonic
        self._offset_ms: float | None = None
        self._ahead_ms = 0
        self._followed_ms: int | None = None
        self._synced_at = 0.0
        self.jumps = 0

    @property
    def ahead_ms(self) -> int:
        """How far the tables are ahead of the server's clock; negative if they are behind."""
        return self._ahead_ms

    def now_ms(self) -> int:
        """The time of the tables in ms. Raises RuntimeError before the first `sync`."""
        if self._offset_ms is None:
            raise RuntimeError("the store clock was never synchronised")
        return round(self._monotonic() * 1000 + self._offset_ms)

    def distrust(self) -> None:
        """Make the next `fresh_ms` ask the server (after a commit with the verdict CLOCK)."""
        self._synced_at = float("-inf")

    async def fresh_ms(self) -> int:
        """The time of the tables in ms. Asks the server if it has not for 30 s."""
        if self._offset_ms is None or self._monotonic() - self._synced_at > RESYNC_AFTER_S:
            await self.sync()
        return self.now_ms()

    async def date_ms(self) -> int:
        """The server's clock in ms, for the books. It may jump."""
        return await self.fresh_ms() - self._ahead_ms

    async def sync(self) -> None:
        """Follow the server's clock, and take a jump out of the clock of the tables."""
        reading = await self._best()
        jump = self._jump(reading)
        if jump is not None and await self._take_out(reading, jump):
            return
        if jump is not None:  # another process has just taken it out
            reading = await self._best()
        self._adopt(reading)

    async def settle(self) -> None:
        """Drop the correction. The caller knows that no room exists. Others notice that it has changed."""
        reading = await self._best()
        if reading.ahead_ms:
            await self._set(reading, 0, reading.server_ms)
            self._adopt(await self._best())

    async def _best(self) -> _Reading:
        """The fastest of at most three answers."""
        best = first = await self._read()
        for _ in range(_SAMPLES - 1):
            if best.got - best.sent <= _QUICK_S:
                break
            best = min(best, await self._read(), key=lambda reading: reading.got - reading.sent)
        # with the first question this process has told itself how far it has followed the clock
        return replace(best, followed_ms=first.followed_ms)

    async def _read(self) -> _Reading:
        followed = "" if self._followed_ms is None else self._followed_ms
        sent = self._monotonic()
        reply = as_list(await self._link.run(_READ, (keys.clock(),), (followed,)))
        got = self._monotonic()
        seconds, micros, ahead, last = reply
        return _Reading(
            server_ms=as_int(seconds) * 1000 + as_int(micros) / 1000,
            ahead_ms=as_int(ahead),
            followed_ms=as_int(last) if as_bytes(last) else None,
            sent=sent,
            got=got,
        )

    def _jump(self, reading: _Reading) -> float | None:
        """By how much (ms) the server's clock has jumped. None if this process sees no jump."""
        now, last = reading.table_ms, reading.followed_ms
        if self._offset_ms is None:
            behind = 0.0 if last is None else now - last
            return behind if behind < -TOLERANCE_MS else None
        low, high = reading.sent * 1000 + self._offset_ms, reading.got * 1000 + self._offset_ms
        if low - TOLERANCE_MS <= now <= high + TOLERANCE_MS:
            return None
        if last is None:  # the store has lost the correction
            return now - (low + high) / 2
        if reading.ahead_ms != self._ahead_ms:  # another process has changed it
            return None
        if last > (self._followed_ms or 0) and 0 <= now - last <= OTHERS_MS:
            _log.warning("this process stood still, others went on (%d ms)", now - high)
            return None
        return now - (low + high) / 2

    async def _take_out(self, reading: _Reading, jump: float) -> bool:
        """Change the correction by the jump. False if another process was first."""
        ahead = reading.ahead_ms - round(jump)
        if not await self._set(reading, ahead, reading.table_ms - jump):
            return False
        self.jumps += 1
        _log.warning("the clock of the store has jumped by %d ms; the tables do not follow it", jump)
        self._ahead_ms = ahead
        if self._offset_ms is None:
            self._offset_ms = reading.table_ms - jump - reading.middle_ms
        self._synced_at = self._monotonic()
        self._followed_ms = self.now_ms()
        return True

    async def _set(self, reading: _Reading, ahead_ms: int, table_ms: float) -> bool:
        args = (reading.ahead_ms, ahead_ms, round(table_ms))
        return as_int(await self._link.run(_SET, (keys.clock(),), args)) == 1

    def _adopt(self, reading: _Reading) -> None:
        self._offset_ms = reading.table_ms - reading.middle_ms
        self._ahead_ms = reading.ahead_ms
        self._synced_at = self._monotonic()
        self._followed_ms = round(reading.table_ms)
