"""Releases what was reserved for a step that was never committed: room cards and seats."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Final

from app.db import Database
from app.db.cards import cards, charges
from app.db.cards.card_records import Hold
from app.db.hands import player_rooms, rooms
from app.play.books.bookings import order_of
from app.play.books.reservations import roster_of
from app.play.errors import RoomMissing, RoomOver
from app.play.loops.each_room import EachRoom
from app.play.service import Held, RoomService
from app.rooms.state.cards import claimants
from app.rooms.state.room import Room
from app.telemetry import metrics
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
SWEEP_S: Final = 30.0
STALE_MS: Final = 60_000
"""Age (ms) of the reservations that a sweep looks at. Steps of younger ones may still be under way."""


class LostHolds:
    """Releases holds of cards and of seats that the live room does not need. Every worker runs one.

    The step of a hold may still come, however late. So the sweep first writes the room unchanged, under its
    next version. A late step then fails its version check and is recomputed. Next the sweep stores the roster
    of the new version and releases the holds in the same transaction. If the recomputed step reached the
    database first, the roster of the sweep is refused and the step keeps its cards. If it comes later, it
    holds its cards again.
    """

    def __init__(self, service: RoomService, db: Database) -> None:
        self._service = service
        self._db = db
        self._each = EachRoom("holds")

    async def run(self) -> None:
        """Sweep every 30 s. Never returns."""
        while True:
            await asyncio.sleep(SWEEP_S)
            await self.sweep()

    async def sweep(self) -> int:
        """Release lost holds and seats. Returns how many holds of cards."""
        now = await self._service.store.date_ms()
        async with self._db.read() as tx:
            holds = await cards.stale_holds(tx, now - STALE_MS)
            seats = await player_rooms.stale(tx, now - STALE_MS)
        released = 0
        for room_id in sorted({*holds, *seats}):
            look = self._look(room_id, holds.get(room_id, ()), now, seat=room_id in seats)
            released += await self._each.one(room_id, look) or 0
        return released

    async def _look(self, room_id: str, holds: Iterable[Hold], now: int, *, seat: bool) -> int:
        """Release what the room does not need. ``seat``: the roster does not know one of its seats."""
        held = await self._held(room_id)
        if held is None:
            return 0
        if not seat and not any(is_lost(held.room, hold) for hold in holds):
            return 0
        renewed = await self._service.renew(held)
        if renewed is None:
            return 0
        released = await self._release(renewed, now)
        if released:
            metrics.holds_released(released)
            _log.warning("lost holds released", extra=fields(room=room_id, count=released))
        return released

    async def _held(self, room_id: str) -> Held | None:
        """The live room, None if it is closed or if the store has lost it during a match.

        A room whose creation was interrupted is created now; the reaper closes it like any empty lobby.
        """
        if await self._service.store.load(room_id) is None:
            async with self._db.read() as tx:
                record = await rooms.by_id(tx, room_id)
            if record is None or record.match:
                return None
        try:
            held = await self._service.load(room_id)
        except (RoomMissing, RoomOver):
            return None
        return None if held.room.phase == "dissolved" else held

    async def _release(self, held: Held, now: int) -> int:
        room, order = held.room, order_of(held.epoch, held.version)
        async with self._db.write() as tx:
            before = await cards.pending(tx, room.id)
            if not await charges.take_roster(
                tx, room.id, room.owner, roster_of(room), order, room.match, now
            ):
                return 0
            await charges.release_unclaimed(tx, room.id, room.match, claimants(room), now)
            return len(before) - len(await cards.pending(tx, room.id))


def is_lost(room: Room, hold: Hold) -> bool:
    """Whether the room does not need the hold.

    True if the player has no seat, or if the hold is for a later match that the player has not asked for.
    """
    if room.by_player(hold.player_id) is None:
        return True
    return hold.match > room.match and hold.player_id not in claimants(room)
