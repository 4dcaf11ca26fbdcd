"""Creates, finds and joins rooms: first in the database, then in the store."""

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from app.db import CodeTaken, Database, WriteTx
from app.db.cards import charges
from app.db.cards.card_records import NotEnough
from app.db.hands import player_rooms, rooms
from app.db.hands.player_rooms import SeatedElsewhere
from app.db.hands.records import NewRoom, RoomRecord
from app.db.people.standing import lock_players, require_free
from app.play.books.reservations import NoCards
from app.play.books.saved import plain_json, settings_to_json
from app.play.errors import Busy, RoomMissing, RoomOver
from app.play.seats import OwnSeat, Seats
from app.play.service import Held, RoomService
from app.rooms.handlers.clocks import next_deadline
from app.rooms.handlers.lobby import new_room
from app.rooms.state.cards import dues_of_step
from app.rooms.state.codec import encode_room
from app.rooms.state.room import Room
from app.rooms.state.settings import RoomSettings
from app.rooms.steps.commands import Join
from app.rooms.steps.outcome import Ambient
from app.rules.options.options import options_diff
from app.stores.codes import Codes
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
_CODE_TRIES: Final = 20
_SEAT_TRIES: Final = 3


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
        self._seats = Seats(service, db)

    async def create(self, owner: Visitor, key: str, settings: RoomSettings) -> tuple[Held, bool]:
        """Create a room for ``owner``. Returns the room, and whether it is new.

        A repeated call with the same ``key`` returns the first room.

        Raises ElsewhereSeated, NoCards, NoPlayer, PlayerBanned, Busy (no code was free), RoomOver (the room
        of that key is closed).
        """
        for _ in range(_CODE_TRIES):
            code = f"{100_000 + secrets.randbelow(900_000)}"
            room_id = secrets.token_hex(16)
            if not await self._codes.reserve(code, room_id):
                continue
            made = None
            try:
                made = await self._insert(owner, key, settings, room_id, code)
            except CodeTaken:
                continue
            except SeatedElsewhere as seated:
                await self._seats.free(seated.player_id, seated.room_id)
                continue
            finally:
                if made is None or made.id != room_id:
                    await self._codes.release(code, room_id)
            if made.id != room_id:
                return await self._service.load(made.id), False
            await self._open(made, owner, settings)
            return await self._service.load(made.id), True
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

        Raises RoomMissing, RoomOver, ElsewhereSeated, NoCards, NoPlayer, PlayerBanned, Reject, Busy.
        """
        held = await self.find(code)
        if held.room.by_player(visitor.player_id) is not None:
            return held
        other = await self._seats.of(visitor.player_id)
        if other is not None and other.room_id != held.room.id:
            await self._seats.free(visitor.player_id, other.room_id)
        for _ in range(_SEAT_TRIES):
            try:
                done = await self._service.execute(held.room.id, Join(visitor.player_id, visitor.name))
            except SeatedElsewhere as seated:
                await self._seats.free(seated.player_id, seated.room_id)
                continue
            await self._seats.note_roster(done.held)
            return done.held
        raise Busy(held.room.id)

    async def seat_of(self, player_id: str) -> OwnSeat | None:
        """The open room in which the player has a seat, None without one."""
        return await self._seats.of(player_id)

    async def _insert(
        self, owner: Visitor, key: str, settings: RoomSettings, room_id: str, code: str
    ) -> RoomRecord:
        """Insert the room, or find the one of this key.

        Raises CodeTaken, SeatedElsewhere, NoCards, NoPlayer, PlayerBanned.
        """
        new = NewRoom(
            id=room_id,
            code=code,
            owner_id=owner.player_id,
            owner_name=owner.name,
            create_key=key,
            preset=settings.preset,
            options=plain_json(options_diff(settings.preset, settings.options)),
            settings=settings_to_json(settings),
            created_at=await self._service.store.date_ms(),
        )
        async with self._db.write() as tx:
            await lock_players(tx, owner.player_id)
            await require_free(tx, owner.player_id)
            record, made = await rooms.create_room(tx, new)
            if made:
                room = self._new_room(record, owner, settings, record.created_at)
                await self._hold(tx, owner, room, record.created_at)
                await player_rooms.enter(tx, owner.player_id, record.id, record.created_at)
        return record

    async def _hold(self, tx: WriteTx, owner: Visitor, room: Room, now: int) -> None:
        """Hold the cards that a new room costs its owner. Raises NoCards: leave the transaction."""
        dues = dues_of_step(None, room, owner.player_id)
        if dues is None:
            return
        try:
            await charges.hold_dues(tx, room.id, room.settings.payer, dues, now)
        except NotEnough as short:
            raise NoCards("no_cards", short.needed, short.available) from None

    def _new_room(self, record: RoomRecord, owner: Visitor, settings: RoomSettings, now: int) -> Room:
        ambient = Ambient(now, self._entropy())
        return new_room(record.id, record.code, owner.player_id, owner.name, settings, ambient)

    async def _open(self, record: RoomRecord, owner: Visitor, settings: RoomSettings) -> None:
        """Create the room in the store. If this is interrupted, the next load of the room does it."""
        room = self._new_room(record, owner, settings, await self._service.store.now_ms())
        await self._service.store.create(record.id, record.epoch, encode_room(room), next_deadline(room))
        _log.info("room created", extra=fields(room=record.id))
