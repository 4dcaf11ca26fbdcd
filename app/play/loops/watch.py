"""Loops that only measure: event loop lag, and counts of rooms, outbox entries, cards and ke."""

import asyncio
import itertools
import logging
from collections import Counter
from typing import Final, get_args

from app.db import Database
from app.db.cards import cards
from app.db.hands import history
from app.rooms.state.codec import BadRoom, phase_of
from app.rooms.state.room import Phase
from app.stores.rooms.outbox import Outbox
from app.stores.rooms.room_store import RoomStore
from app.stores.rooms.timers import Timers
from app.telemetry import metrics
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
LAG_S: Final = 0.1
CENSUS_S: Final = 15.0
BOOKS_EVERY: Final = 20
"""Ke of all hands are summed in every 20th count."""


async def watch_lag() -> None:
    """Measure how late the event loop wakes a sleeping task. Never returns."""
    clock = asyncio.get_running_loop().time
    while True:
        begun = clock()
        await asyncio.sleep(LAG_S)
        metrics.loop_lagged(clock() - begun - LAG_S)


class Census:
    """Counts what all workers share. Every worker with a metrics port runs one."""

    def __init__(self, store: RoomStore, timers: Timers, outbox: Outbox, db: Database) -> None:
        self._store = store
        self._timers = timers
        self._outbox = outbox
        self._db = db

    async def run(self) -> None:
        """Count every 15 s, and sum all ke every 5 minutes. Never returns."""
        for turn in itertools.count():
            await self.count()
            if turn % BOOKS_EVERY == 0:
                await self.count_ke()
            await asyncio.sleep(CENSUS_S)

    async def count_ke(self) -> None:
        """Sum the ke of all booked hands. Raises DatabaseUnavailable."""
        async with self._db.read() as tx:
            metrics.ke_counted(*await history.ke_totals(tx))

    async def count(self) -> None:
        """Count once. Raises StoreError, DatabaseUnavailable."""
        phases: Counter[Phase] = Counter()
        for activity in await self._timers.all_rooms():
            phase = await self._phase(activity.room_id)
            if phase is not None:
                phases[phase] += 1
        now = await self._store.now_ms()
        metrics.rooms_counted({phase: phases[phase] for phase in get_args(Phase)}, now)
        backlog = await self._outbox.backlog()
        age = max(0, now - backlog.oldest_ms) if backlog.oldest_ms else 0
        metrics.outbox_counted(backlog.waiting, backlog.dead, age)
        async with self._db.read() as tx:
            totals = await cards.totals(tx)
        metrics.cards_counted(
            {
                "minted": totals.minted,
                "burned": totals.burned,
                "available": totals.available,
                "held": totals.held,
            }
        )

    async def _phase(self, room_id: str) -> Phase | None:
        loaded = await self._store.load(room_id)
        if loaded is None:
            return None
        try:
            return phase_of(loaded.blob)
        except BadRoom:
            _log.warning("unreadable room", extra=fields(room=room_id))
            return None
