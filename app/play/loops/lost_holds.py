"""Room cards that were held for a step which never came: given back while the room goes on."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Final

from app.db import Database
from app.db.cards import cards, charges
from app.db.cards.card_records import Hold
from app.db.hands import rooms
from app.play.bookings import order_of
from app.play.card_holds import roster_of
from app.play.errors import RoomMissing, RoomOver
from app.play.service import Held, RoomService
from app.rooms.state.cards import claimants
from app.rooms.state.room import Room
from app.telemetry import metrics
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
SWEEP_S: Final = 30.0
STALE_MS: Final = 60_000
"""A hold is left alone for so long: whoever made it is about to make his step."""


class LostHolds:
    """Looks for holds that the live room does not need; every worker runs one, and may do it twice.

    A step whose cards are held may still be on its way, however late. So the room is first written again as
    it is: that step finds another version, and looks again. Then the roster of the new version is taken, if
    the database knows none of it yet; with it the holds are given back. A step that looked again before has
    told the database of the version, and keeps its cards; one that looks later holds them anew.
    """

    def __init__(self, service: RoomService, db: Database) -> None:
        self._service = service
        self._db = db

    async def run(self) -> None:
        """Look for ever."""
        while True:
            await asyncio.sleep(SWEEP_S)
            await self.sweep()

    async def sweep(self) -> int:
        """Give back what is held for nothing; how many holds."""
        now = await self._service.store.now_ms()
        async with self._db.read() as tx:
            stale = await cards.stale_holds(tx, now - STALE_MS)
        return sum([await self._look(room_id, holds, now) for room_id, holds in stale.items()])

    async def _look(self, room_id: str, holds: Iterable[Hold], now: int) -> int:
        held = await self._held(room_id)
        if held is None or not any(is_lost(held.room, hold) for hold in holds):
            return 0
        renewed = await self._service.renew(held)
        if renewed is None:
            return 0
        released = await self._release(renewed, now)
        if released:
            metrics.holds_released(released)
            _log.warning("cards were held for nothing", extra=fields(room=room_id, count=released))
        return released

    async def _held(self, room_id: str) -> Held | None:
        """The live room. One whose making was cut off is made now, and closed like any empty lobby."""
        if await self._service.store.load(room_id) is None:
            async with self._db.read() as tx:
                record = await rooms.by_id(tx, room_id)
            if record is None or not record.open or record.match:
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
    """Whether the room has no use for the hold: a stranger's, or one for a match that nobody asks for."""
    if room.by_player(hold.player_id) is None:
        return True
    return hold.match > room.match and hold.player_id not in claimants(room)
