"""Marks members offline when the lease of their connection runs out."""

import asyncio
import logging
from typing import Final

from app.play.errors import RoomMissing, RoomOver
from app.play.loops.each_room import EachRoom
from app.play.service import RoomService
from app.rooms.steps.commands import Disconnected
from app.stores.rooms.presence import Lapse, Presence
from app.telemetry import metrics
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
SWEEP_S: Final = 1.0
LEASE_MS: Final = 30_000


class PresenceLoop:
    """Sweeps the leases. Every worker runs one."""

    def __init__(self, service: RoomService, presence: Presence) -> None:
        self._service = service
        self._presence = presence
        self._each = EachRoom("presence")

    async def run(self) -> None:
        """Sweep every second. Never returns."""
        while True:
            await self.sweep()
            await asyncio.sleep(SWEEP_S)

    async def sweep(self) -> int:
        """Mark the members offline whose leases have run out. Returns how many leases it found.

        The lease is dropped after the commit: if this worker dies in between, another one repeats the sweep.
        """
        lapsed = await self._presence.expired(await self._service.store.now_ms())
        for lapse in lapsed:
            await self._each.one(lapse.room_id, self._one(lapse))
        return len(lapsed)

    async def _one(self, lapse: Lapse) -> None:
        try:
            await self._service.execute(lapse.room_id, Disconnected(lapse.slot, str(lapse.generation)))
        except (RoomMissing, RoomOver):
            _log.debug("lease of a room that is gone", extra=fields(room=lapse.room_id))
        if await self._presence.drop(lapse.room_id, lapse.slot, lapse.generation):
            metrics.lease_lapsed()
