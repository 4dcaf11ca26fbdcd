"""The one seat of a player: where it is, and how it becomes free for another room."""

from dataclasses import dataclass

from app.db import Database
from app.db.cards import charges
from app.db.hands import player_rooms, rooms
from app.db.hands.records import RoomRecord
from app.play.books.bookings import order_of
from app.play.books.reservations import roster_of
from app.play.errors import Busy, NewerProgram, RoomMissing, RoomOver
from app.play.service import Held, RoomService
from app.rooms.state.room import Phase
from app.rooms.steps.commands import Leave
from app.rooms.steps.outcome import Reject


class ElsewhereSeated(Exception):
    """The player has a seat in another room. ``code``: the code of that room."""

    def __init__(self, code: str) -> None:
        super().__init__("already_elsewhere")
        self.code = code


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """The room in which a player has a seat: id, six digits and phase."""

    room_id: str
    code: str
    phase: Phase


class Seats:
    """Finds and frees the seats of players. The live room decides; the database allows one seat a player."""

    def __init__(self, service: RoomService, db: Database) -> None:
        self._service = service
        self._db = db

    async def of(self, player_id: str) -> OwnSeat | None:
        """The seat of a player in an open room, None without one.

        A player has no seat in a room that nobody can read. Raises StoreError, DatabaseUnavailable, Busy.
        """
        async with self._db.read() as tx:
            room_id = await player_rooms.room_of(tx, player_id)
            record = None if room_id is None else await rooms.by_id(tx, room_id)
        if record is None:
            return None
        try:
            room = (await self._service.load(record.id)).room
        except NewerProgram:
            return OwnSeat(record.id, record.code, "between" if record.match else "lobby")
        except (RoomMissing, RoomOver):
            return None
        if room.phase == "dissolved" or room.by_player(player_id) is None:
            return None
        return OwnSeat(room.id, room.code, room.phase)

    async def free(self, player_id: str, room_id: str) -> None:
        """Free a player's seat in a room, so that they can have one in another.

        The player leaves a room whose match is over. A seat that the live room does not know is given up.
        Raises ElsewhereSeated if the player sits in a room that goes on, Busy, StoreError,
        DatabaseUnavailable.
        """
        async with self._db.read() as tx:
            record = await rooms.by_id(tx, room_id)
        if record is None:
            return
        try:
            held = await self._service.load(room_id)
        except NewerProgram:
            raise ElsewhereSeated(record.code) from None
        except (RoomMissing, RoomOver):
            await self._forget(player_id, room_id)
            return
        await self._free_in(player_id, held, record)

    async def note_roster(self, held: Held) -> bool:
        """Store the roster of the room at once. The relay stores the same roster again.

        False if the database knows a newer one.
        """
        room, now = held.room, await self._service.store.date_ms()
        async with self._db.write() as tx:
            order = order_of(held.epoch, held.version)
            return await charges.take_roster(tx, room.id, room.owner, roster_of(room), order, room.match, now)

    async def _free_in(self, player_id: str, held: Held, record: RoomRecord) -> None:
        room = held.room
        if room.phase == "dissolved":
            await self._forget(player_id, room.id)
            return
        if room.by_player(player_id) is None:
            await self._give_up(held)
            return
        if room.phase != "ended":
            raise ElsewhereSeated(record.code)
        try:
            done = await self._service.execute(room.id, Leave(player_id))
        except Reject:
            raise ElsewhereSeated(record.code) from None
        except (RoomMissing, RoomOver):
            await self._forget(player_id, room.id)
            return
        await self.note_roster(done.held)

    async def _give_up(self, held: Held) -> None:
        """Give up the seats that the live room does not know: of steps that were never committed.

        Such a step may still come. So the room is first written unchanged under its next version, at which
        the step fails; it must then ask for its seat again. Raises Busy if another commit was first.
        """
        renewed = await self._service.renew(held)
        if renewed is None or not await self.note_roster(renewed):
            raise Busy(held.room.id)

    async def _forget(self, player_id: str, room_id: str) -> None:
        async with self._db.write() as tx:
            await player_rooms.leave(tx, player_id, room_id)
