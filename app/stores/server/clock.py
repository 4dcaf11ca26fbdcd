"""The clock of the store's server. All deadlines are compared with this clock."""

import time
from collections.abc import Callable

from app.stores.server.link import Link, as_int, as_list

RESYNC_AFTER_S = 30.0
_SAMPLES = 3


class StoreClock:
    """Server time as an offset to the local monotonic clock, which never jumps."""

    def __init__(self, link: Link, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._link = link
        self._monotonic = monotonic
        self._offset_ms: float | None = None
        self._synced_at = 0.0

    def now_ms(self) -> int:
        """Server time in ms. Raises RuntimeError before the first `sync`."""
        if self._offset_ms is None:
            raise RuntimeError("the store clock was never synchronised")
        return round(self._monotonic() * 1000 + self._offset_ms)

    def distrust(self) -> None:
        """Make the next `fresh_ms` ask the server (after a commit with the verdict CLOCK)."""
        self._synced_at = float("-inf")

    async def fresh_ms(self) -> int:
        """Server time in ms. Asks the server if the offset is older than 30 s."""
        if self._offset_ms is None or self._monotonic() - self._synced_at > RESYNC_AFTER_S:
            await self.sync()
        return self.now_ms()

    async def sync(self) -> None:
        """Ask the server three times and keep the offset of the fastest answer."""
        best = float("inf")
        for _ in range(_SAMPLES):
            sent = self._monotonic()
            seconds, micros = as_list(await self._link.call("TIME"))
            got = self._monotonic()
            if got - sent < best:
                best = got - sent
                server_ms = as_int(seconds) * 1000 + as_int(micros) / 1000
                self._offset_ms = server_ms - (sent + got) * 500
        self._synced_at = self._monotonic()
