"""Creates, finds and joins rooms: first in the database, then in the store."""

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from app.db import CodeTaken, Database, WriteTx
from app.db.cards import charges
from app.db.cards.card_records import NotEnough
from app.db.hands import rooms
from app.db.hands.records import NewRoom, RoomRecord
from app.play.bookings import order_of
from app.play.card_holds import NoCards, roster_of
from app.play.errors import Busy, RoomMissing, RoomOver
from app.play.saved import plain_json, settings_to_json
from app.play.service import Done, Held, RoomService
from app.rooms.handlers.clocks import next_deadline
from app.rooms.handlers.lobby import new_room
from app.rooms.state.cards import dues_of_step
from app.rooms.state.codec import encode_room
from app.rooms.state.room import Room
from app.rooms.state.settings import RoomSettings
from app.rooms.steps.commands import Join, Leave
from app.rooms.steps.outcome import Ambient, Reject
from app.rules.options.options import options_diff
from app.stores.codes import Codes
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
_CODE_TRIES: Final = 20


class ElsewhereSeated(Exception):
    """The player has a seat in another room. ``code``: the code of that room."""

    def __init__(self, code: str) -> None:
        super().__init__("already_elsewhere")
        self.code = code


@dataclass(frozen=True, slots=True)
class Visitor:
    """Id and name of a player who creates or joins a room."""

    player_id: str
    name: str


class Lobby:
    """Rooms by their codes. ``entropy`` returns 32 fresh secret bytes."""

    def __init__(
        self, service: RoomService, db: Database, codes: Codes, entropy: Callable[[], bytes]
    ) -> None:
        self._service = service
        self._db = db
        self._codes = codes
        self._entropy = entropy

    async def create(self, owner: Visitor, key: str, settings: RoomSettings) -> tuple[Held, bool]:
        """Create a room for ``owner``. Returns the room, and whether it is new.

        A repeated call with the same ``key`` returns the first room.

        Raises ElsewhereSeated, NoCards, Busy (no code was free), RoomOver (the room of that key is closed).
        """
        for _ in range(_CODE_TRIES):
            code = f"{100_000 + secrets.randbelow(900_000)}"
            room_id = secrets.token_hex(16)
            if not await self._codes.reserve(code, room_id):
                continue
            try:
                record, made = await self._insert(owner, key, settings, room_id, code)
            except CodeTaken:
                continue
            except (ElsewhereSeated, NoCards):
                await self._codes.release(code, room_id)
                raise
            if not made:
                await self._codes.release(code, room_id)
                return await self._service.load(record.id), False
            await self._open(record, owner, settings)
            return await self._service.load(record.id), True
        raise Busy("no code is free")

    async def find(self, code: str) -> Held:
        """The room with this code. Raises RoomMissing, RoomOver, StoreError, DatabaseUnavailable."""
        room_id = await self._codes.lookup(code)
        if room_id is None:
            async with self._db.read() as tx:
                record = await rooms.open_by_code(tx, code)
            if record is None:
                raise RoomMissing(code)
            room_id = record.id
            await self._codes.reserve(code, room_id)
        held = await self._service.load(room_id)
        if held.room.phase == "dissolved":
            raise RoomOver("dissolved")
        return held

    async def join(self, code: str, visitor: Visitor) -> Held:
        """Give the visitor a seat, if they have none in this room. Returns the room.

        Raises RoomMissing, RoomOver, ElsewhereSeated, NoCards, Reject, Busy.
        """
        held = await self.find(code)
        if held.room.by_player(visitor.player_id) is not None:
            return held
        other = await self.seat_of(visitor.player_id)
        if other is not None and other.room.id != held.room.id:
            await self._stand_up(visitor.player_id, other)
        done = await self._service.execute(held.room.id, Join(visitor.player_id, visitor.name))
        await self._note_roster(done)
        return done.held

    async def seat_of(self, player_id: str) -> Held | None:
        """The room in which the player has a seat, None without one."""
        async with self._db.read() as tx:
            record = await rooms.open_room_of(tx, player_id)
        if record is None:
            return None
        try:
            held = await self._service.load(record.id)
        except (RoomMissing, RoomOver):
            return None
        if held.room.phase == "dissolved" or held.room.by_player(player_id) is None:
            return None
        return held

    async def _stand_up(self, player_id: str, other: Held) -> None:
        """Leave a room whose match is over. Raises ElsewhereSeated if it goes on."""
        if other.room.phase != "ended":
            raise ElsewhereSeated(other.room.code)
        try:
            await self._service.execute(other.room.id, Leave(player_id))
        except Reject:
            raise ElsewhereSeated(other.room.code) from None
        except (RoomMissing, RoomOver):
            return

    async def _insert(
        self, owner: Visitor, key: str, settings: RoomSettings, room_id: str, code: str
    ) -> tuple[RoomRecord, bool]:
        new = NewRoom(
            id=room_id,
            code=code,
            owner_id=owner.player_id,
            owner_name=owner.name,
            create_key=key,
            preset=settings.preset,
            options=plain_json(options_diff(settings.preset, settings.options)),
            settings=settings_to_json(settings),
            created_at=await self._service.store.now_ms(),
        )
        other = await self.seat_of(owner.player_id)
        async with self._db.write() as tx:
            record, made = await rooms.create_room(tx, new)
            if made and other is not None and other.room.phase != "ended":
                raise ElsewhereSeated(other.room.code)
            if made:
                await self._hold(tx, owner, self._new_room(record, owner, settings), record.created_at)
        if made and other is not None:
            await self._move(owner.player_id, other, record)
        return record, made

    async def _hold(self, tx: WriteTx, owner: Visitor, room: Room, now: int) -> None:
        """Hold the cards that a new room costs its owner. Raises NoCards: leave the transaction."""
        dues = dues_of_step(None, room, owner.player_id)
        if dues is None:
            return
        try:
            await charges.hold_dues(tx, room.id, room.settings.payer, dues, now)
        except NotEnough as short:
            raise NoCards("no_cards", short.needed, short.available) from None

    async def _move(self, player_id: str, other: Held, record: RoomRecord) -> None:
        """Leave the earlier room. If its match goes on, close the new room. Raises ElsewhereSeated."""
        try:
            await self._stand_up(player_id, other)
        except ElsewhereSeated:
            async with self._db.write() as tx:
                await charges.close_room(tx, record.id, "given_up", record.created_at)
            raise

    def _new_room(self, record: RoomRecord, owner: Visitor, settings: RoomSettings) -> Room:
        ambient = Ambient(record.created_at, self._entropy())
        return new_room(record.id, record.code, owner.player_id, owner.name, settings, ambient)

    async def _open(self, record: RoomRecord, owner: Visitor, settings: RoomSettings) -> None:
        """Create the room in the store. If this is interrupted, the next load of the room does it."""
        room = self._new_room(record, owner, settings)
        await self._service.store.create(record.id, record.epoch, encode_room(room), next_deadline(room))
        _log.info("room created", extra=fields(room=record.id))

    async def _note_roster(self, done: Done) -> None:
        """Store the roster in the database at once. The relay stores the same roster again."""
        room, now = done.room, await self._service.store.now_ms()
        async with self._db.write() as tx:
            order = order_of(done.held.epoch, done.held.version)
            await charges.take_roster(tx, room.id, room.owner, roster_of(room), order, room.match, now)
