"""Follows the clock of the store, so that its jumps are found before they do harm."""

import asyncio
from typing import Final

from app.stores.rooms.timers import Timers
from app.stores.server.clock import FOLLOW_S, StoreClock

SETTLE_EVERY: Final = 30
"""With every 30th look, a correction that no room needs any more is dropped."""


class ClockLoop:
    """Every worker runs one."""

    def __init__(self, clock: StoreClock, timers: Timers) -> None:
        self._clock = clock
        self._timers = timers

    async def run(self) -> None:
        """Follow the clock every 2 s. Never returns."""
        looks = 0
        while True:
            await asyncio.sleep(FOLLOW_S)
            await self._clock.sync()
            looks += 1
            if looks % SETTLE_EVERY == 0:
                await self.settle()

    async def settle(self) -> None:
        """Let the clock of the tables be the server's again if no room exists. Raises StoreError."""
        if self._clock.ahead_ms and not await self._timers.all_rooms():
            await self._clock.settle()
