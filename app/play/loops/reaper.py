"""Closes rooms in which nobody is online, and removes closed rooms from the store."""

import asyncio
from collections.abc import Container
from dataclasses import dataclass
from typing import Final

from app.db import Database
from app.db.cards import charges
from app.db.engine.database import ReadTx
from app.db.hands import hands, rooms
from app.db.hands.records import RoomRecord
from app.play.books.refunds import planned_hands
from app.play.loops.each_room import EachRoom
from app.play.service import Held, RoomService
from app.rooms.state.room import Phase
from app.rooms.steps.commands import CloseRoom
from app.stores.codes import Codes
from app.stores.rooms.timers import Timers

SWEEP_S: Final = 60.0
_MINUTE_MS: Final = 60_000


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a room stays after its last change while nobody is online.

    ``ended_minutes``: after a match until the room is closed, and from then until it leaves the store.
    ``forgotten_hours``: for an open room that the store has lost, since its creation or its last hand.
    """

    lobby_minutes: int = 30
    game_minutes: int = 60
    ended_minutes: int = 10
    forgotten_hours: int = 25

    def idle_ms(self, phase: Phase) -> int:
        """How long (ms) a room of this phase stays."""
        match phase:
            case "lobby":
                return self.lobby_minutes * _MINUTE_MS
            case "ended" | "dissolved":
                return self.ended_minutes * _MINUTE_MS
            case "playing" | "settling" | "between":
                return self.game_minutes * _MINUTE_MS

    @property
    def least_ms(self) -> int:
        """The shortest of these times (ms). The sweep skips rooms that changed more recently."""
        return min(self.lobby_minutes, self.game_minutes, self.ended_minutes) * _MINUTE_MS

    @property
    def forgotten_ms(self) -> int:
        """``forgotten_hours`` in ms."""
        return self.forgotten_hours * 60 * _MINUTE_MS


class Reaper:
    """Sweeps once a minute. Every worker runs one; each of its steps may be repeated."""

    def __init__(
        self, service: RoomService, timers: Timers, codes: Codes, db: Database, patience: Patience
    ) -> None:
        self._service = service
        self._timers = timers
        self._codes = codes
        self._db = db
        self._patience = patience
        self._each = EachRoom("reaper")

    async def run(self) -> None:
        """Sweep every 60 s. Never returns."""
        while True:
            await asyncio.sleep(SWEEP_S)
            await self.sweep()

    async def sweep(self) -> None:
        """Close abandoned rooms, remove closed ones from the store, close those only the database knows."""
        now = await self._service.store.now_ms()
        activities = await self._timers.all_rooms()
        for activity in activities:
            idle_ms = now - activity.last_ms
            if idle_ms >= self._patience.least_ms:
                await self._each.one(activity.room_id, self._one(activity.room_id, idle_ms))
        live = frozenset(activity.room_id for activity in activities)
        await self._close_forgotten(await self._service.store.date_ms(), live)

    async def _one(self, room_id: str, idle_ms: int) -> None:
        loaded = await self._service.store.load(room_id)
        if loaded is None:
            await self._timers.restore(room_id, None, None)
            return
        held = await self._service.load(room_id)
        if idle_ms < self._patience.idle_ms(held.room.phase) or _anyone_online(held):
            return
        if held.room.phase == "dissolved":
            await self._close(room_id, held.room.code)
            await self._service.store.delete(room_id, version=held.version)
        else:
            await self._service.execute(room_id, CloseRoom("abandoned"))

    async def _close_forgotten(self, now: int, live: Container[str]) -> None:
        """Close open rooms that the store has lost. ``now``: time of day in ms. ``live``: rooms it has.

        A room in a match may go on when its players return, so it stays for longer than a lobby, or than a
        room whose match is over.
        """
        async with self._db.read() as tx:
            quiet = await rooms.quiet_rooms(tx, now - self._patience.least_ms)
            lost = [record for record in quiet if record.id not in live]
            over = {record.id for record in lost if await _is_over(tx, record)}
            old = {record.id for record in await rooms.quiet_rooms(tx, now - self._patience.forgotten_ms)}
            lobbies = {
                record.id for record in await rooms.quiet_rooms(tx, now - self._patience.idle_ms("lobby"))
            }
        for record in lost:
            waited_for = lobbies if record.match == 0 else old
            if record.id in over or record.id in waited_for:
                await self._each.one(record.id, self._close_lost(record))

    async def _close_lost(self, record: RoomRecord) -> None:
        if await self._service.store.load(record.id) is None:
            await self._close(record.id, record.code)

    async def _close(self, room_id: str, code: str) -> None:
        """Close the room in the database, if it is still open there, and put its code into quarantine."""
        now = await self._service.store.date_ms()
        async with self._db.write() as tx:
            await charges.close_room(tx, room_id, "abandoned", now)
        await self._codes.release(code, room_id)


async def _is_over(tx: ReadTx, record: RoomRecord) -> bool:
    """Whether the match of the room is over. False before the first match, and for a damaged row."""
    planned = planned_hands(record)
    if record.match == 0 or planned is None:
        return False
    return await hands.hands_of_match(tx, record.id, record.match) >= planned


def _anyone_online(held: Held) -> bool:
    return held.room.phase != "dissolved" and any(member.online for member in held.room.humans)
