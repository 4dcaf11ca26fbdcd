"""The operator's view of rooms, and the operator's actions on rooms.

Only ``inspect`` shows concealed tiles of a hand in play, and it tells the table first. Nothing shows the seed
of a hand in play.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Self

from app.db import Database
from app.db.cards import cards, charges
from app.db.engine.database import ReadTx
from app.db.hands import hands, rooms
from app.db.hands.records import RoomRecord
from app.play.errors import NewerProgram, RoomMissing, RoomOver, RoomUnreadable
from app.play.operator.open_hand import OpenHand, open_hand
from app.play.service import RoomService
from app.rooms.handlers.clocks import next_deadline
from app.rooms.state.codec import BadRoom, decode_room
from app.rooms.state.room import Room
from app.rooms.state.sharing import Sharing, sharings
from app.rooms.steps.commands import CloseRoom, Inspect
from app.rooms.steps.outcome import Reject
from app.rules.tiles.tiles import Seat
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
OVERDUE_MS: Final = 10_000
"""A room whose deadline is older (ms) is stuck: no timer loop serves it."""
WAITING_MS: Final = 10 * 60_000
"""A room with a decision open for longer (ms) is stuck."""
REASON: Final = "operator"
_LOOKS: Final = 100
_LOOK_S: Final = 0.05


class NoHand(Exception):
    """This hand is not in play."""


@dataclass(frozen=True, slots=True)
class Pending:
    """An open decision, without its content. Times in server ms."""

    seat: int
    name: str
    since: int
    until: int | None
    online: bool
    auto: bool

    def dated(self, ahead_ms: int) -> Self:
        """The same in time of day. ``ahead_ms``: how far the clock of the tables is ahead of it."""
        until = None if self.until is None else self.until - ahead_ms
        return replace(self, since=self.since - ahead_ms, until=until)


@dataclass(frozen=True, slots=True)
class TakenSeat:
    """A seat with its player or bot."""

    seat: Seat
    name: str
    bot: bool
    online: bool


@dataclass(frozen=True, slots=True)
class RoomReport:
    """A room as the operator sees it. ``phase`` is None if the store does not have the room.

    ``hand``: number of the hand on the table; without the store, number of booked hands of the match.
    ``deadline``: server ms. ``stuck``: reasons why the room does not go on: ``not_in_store``,
    ``unreadable``, ``overdue``, ``nobody_online`` or ``waiting``.
    """

    record: RoomRecord
    phase: str | None
    hand: int
    seats: tuple[TakenSeat, ...]
    deadline: int | None
    pending: tuple[Pending, ...]
    stuck: tuple[str, ...]
    sharing: tuple[Sharing, ...] = ()


@dataclass(frozen=True, slots=True)
class Company:
    """Players who share a device or an address (``what``) with a player.

    ``address``: shortened, None for a device.
    """

    what: str
    names: tuple[str, ...]
    address: str | None


class Operator:
    """Operator actions on rooms."""

    def __init__(self, service: RoomService, db: Database) -> None:
        self._service = service
        self._db = db

    async def open_rooms(self, limit: int = 500) -> tuple[RoomReport, ...]:
        """At most ``limit`` open rooms, oldest first. Does not rebuild rooms that the store has lost."""
        async with self._db.read() as tx:
            records = await rooms.open_rooms(tx, await self._service.store.date_ms() + 1, limit)
        now = await self._service.store.now_ms()
        return tuple([await self._seen(record, now) for record in records])

    async def look(self, room_id: str) -> RoomReport | None:
        """A room, open or closed; None if it does not exist."""
        now = await self._service.store.now_ms()
        async with self._db.read() as tx:
            record = await rooms.by_id(tx, room_id)
        return None if record is None else await self._seen(record, now)

    async def company(self, room_ids: Iterable[str]) -> dict[str, tuple[Company, ...]]:
        """The players of these rooms who share a device or an address, by player id."""
        found: dict[str, tuple[Company, ...]] = {}
        for room_id in room_ids:
            loaded = await self._service.store.load(room_id)
            try:
                room = None if loaded is None else decode_room(loaded.blob)
            except BadRoom:
                room = None
            if room is not None:
                found.update((each.player_id or "", tuple(_company(room, each.seat))) for each in room.humans)
        return found

    async def dissolve(self, room_id: str) -> bool:
        """Dissolve a room and tell its players. The relay closes it in the database.

        False if the database does not show it closed after 5 s: call again.
        Raises Busy, StoreUnavailable, DatabaseUnavailable: call again.
        """
        try:
            await self._close(room_id)
            _log.warning("operator dissolved a room", extra=fields(room=room_id))
        except (RoomMissing, RoomOver):
            _log.info("nothing to dissolve", extra=fields(room=room_id))
        for _ in range(_LOOKS):
            async with self._db.read() as tx:
                record = await rooms.by_id(tx, room_id)
            if record is None or not record.open:
                return True
            await asyncio.sleep(_LOOK_S)
        return False

    async def hand_in_play(self, room_id: str) -> tuple[int, int]:
        """Match number and hand number of the hand in play. Raises NoHand, BadRoom, StoreUnavailable."""
        loaded = await self._service.store.load(room_id)
        room = None if loaded is None else decode_room(loaded.blob)
        if room is None or room.phase != "playing":
            raise NoHand
        return room.match, room.hand_number

    async def inspect(self, room_id: str, match: int, hand: int) -> OpenHand:
        """Concealed tiles of all seats of the hand in play. The same step tells the table.

        Raises NoHand, Busy, StoreUnavailable, DatabaseUnavailable: then nothing is shown.
        """
        try:
            room = (await self._service.execute(room_id, Inspect(match, hand))).room
        except (Reject, RoomMissing, RoomOver):
            raise NoHand from None
        if room.play is None or room.play.inspected_at is None:
            raise NoHand
        _log.warning("operator inspected a hand", extra=fields(room=room_id, match=match, hand=hand))
        return open_hand(room, room.play, room.play.inspected_at)

    async def released(self, tx: ReadTx, room_id: str) -> int:
        """Number of held cards released when the operator dissolved the room; else 0."""
        record = await rooms.by_id(tx, room_id)
        if record is None or record.closed_at is None or record.close_reason != REASON:
            return 0
        return await cards.freed(tx, room_id, record.closed_at)

    async def _close(self, room_id: str) -> None:
        """Close the room. An unreadable one is first rebuilt from the database, if that is possible."""
        try:
            await self._service.execute(room_id, CloseRoom(REASON))
            return
        except (RoomUnreadable, NewerProgram):
            _log.warning("unreadable room dropped", extra=fields(room=room_id))
        await self._service.store.delete(room_id)
        try:
            await self._service.execute(room_id, CloseRoom(REASON))
        except RoomUnreadable:
            now = await self._service.store.date_ms()
            async with self._db.write() as tx:
                await charges.close_room(tx, room_id, REASON, now)

    async def _seen(self, record: RoomRecord, now: int) -> RoomReport:
        loaded = await self._service.store.load(record.id)
        if loaded is None:
            return await self._unseen(record, ("not_in_store",) if record.open else ())
        try:
            room = decode_room(loaded.blob)
        except BadRoom:
            return await self._unseen(record, ("unreadable",))
        seats = tuple(TakenSeat(each.seat, each.name, each.bot, each.online) for each in room.present)
        pending, deadline = tuple(_pending(room)), next_deadline(room)
        stuck = tuple(_reasons(room, pending, deadline, now)) if record.open else ()
        ahead = self._service.store.clock.ahead_ms
        return RoomReport(
            record,
            room.phase,
            room.hand_number,
            seats,
            None if deadline is None else deadline - ahead,
            tuple(each.dated(ahead) for each in pending),
            stuck,
            sharings(room),
        )

    async def _unseen(self, record: RoomRecord, stuck: tuple[str, ...]) -> RoomReport:
        async with self._db.read() as tx:
            booked = await hands.hands_of_match(tx, record.id, record.match)
        return RoomReport(record, None, booked, (), None, (), stuck)


def _company(room: Room, seat: Seat) -> Iterator[Company]:
    for each in sharings(room):
        if seat in each.seats:
            others = [room.by_seat(other) for other in each.seats if other != seat]
            names = tuple(other.name for other in others if other is not None)
            yield Company(each.what, names, each.shown)


def _pending(room: Room) -> Iterator[Pending]:
    for member in room.present:
        if member.asked is not None:
            asked = member.asked
            yield Pending(
                member.seat, member.name, asked.opened_at, asked.until, member.online, member.automatic
            )


def _reasons(room: Room, pending: tuple[Pending, ...], deadline: int | None, now: int) -> Iterator[str]:
    """Reasons why the room does not go on, the most serious first."""
    if deadline is not None and now - deadline > OVERDUE_MS:
        yield "overdue"
    if room.phase in {"playing", "settling", "between"} and not any(each.online for each in room.humans):
        yield "nobody_online"
    if any(now - each.since > WAITING_MS for each in pending):
        yield "waiting"
