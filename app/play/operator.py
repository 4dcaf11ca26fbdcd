"""The operator's view of the rooms, and his hand in them. Hands and seeds in play are never shown."""

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from app.db import Database, cards, hands, rooms
from app.db.database import WriteTx
from app.db.records import RoomRecord
from app.logs import fields
from app.play.errors import RoomMissing, RoomOver
from app.play.service import RoomService
from app.rooms.clocks import next_deadline
from app.rooms.codec import BadRoom, decode_room
from app.rooms.commands import Close
from app.rooms.room import Room
from app.rules.options import make_options

_log = logging.getLogger(__name__)
OVERDUE_MS: Final = 10_000
"""A deadline that nobody has met for so long: the timers stand still."""
WAITING_MS: Final = 10 * 60_000
"""A decision that has been open for so long holds the table up."""
REASON: Final = "operator"
_LOOKS: Final = 100
_LOOK_S: Final = 0.05


@dataclass(frozen=True, slots=True)
class Pending:
    """An open decision, without what it is about. Times in server ms."""

    seat: int
    name: str
    since: int
    until: int | None
    online: bool
    auto: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """A room as the operator sees it. ``phase`` is None if the store does not know it.

    ``stuck``: why it does not go on: ``not_in_store``, ``unreadable``, ``overdue``, ``nobody_online`` or
    ``waiting``.
    """

    record: RoomRecord
    phase: str | None
    hand: int
    seats: tuple[tuple[int, str, bool, bool], ...]
    deadline: int | None
    pending: tuple[Pending, ...]
    stuck: tuple[str, ...]


class Operator:
    """What the console does to rooms."""

    def __init__(self, service: RoomService, db: Database) -> None:
        self._service = service
        self._db = db

    async def open_rooms(self, limit: int = 500) -> tuple[Seen, ...]:
        """The open rooms, oldest first; a room that the store has lost is not brought back by this."""
        now = await self._service.store.now_ms()
        async with self._db.read() as tx:
            records = await rooms.open_rooms(tx, now + 1, limit)
        return tuple([await self._seen(record, now) for record in records])

    async def look(self, room_id: str) -> Seen | None:
        """One room, open or closed."""
        now = await self._service.store.now_ms()
        async with self._db.read() as tx:
            record = await rooms.by_id(tx, room_id)
        return None if record is None else await self._seen(record, now)

    async def dissolve(self, room_id: str) -> bool:
        """Dissolve a room; everybody at it hears of it. Its books are closed by the relay, as always.

        False if they are not closed after five seconds: nothing is lost, ask again.
        Raises Busy, StoreUnavailable, DatabaseUnavailable: the same.
        """
        try:
            await self._service.execute(room_id, Close(REASON))
            _log.warning("room dissolved by the operator", extra=fields(room=room_id))
        except (RoomMissing, RoomOver):
            _log.info("nothing to dissolve", extra=fields(room=room_id))
        for _ in range(_LOOKS):
            async with self._db.read() as tx:
                record = await rooms.by_id(tx, room_id)
            if record is None or not record.open:
                return True
            await asyncio.sleep(_LOOK_S)
        return False

    async def refund(self, tx: WriteTx, room_id: str, now: int) -> dict[str, int]:
        """Give back what was paid for the match that was cut short: cards by player; repeating it adds none.

        Nothing for a match that was played to its end. The room has to be closed.
        """
        record = await rooms.by_id(tx, room_id)
        if record is None or record.match == 0:
            return {}
        planned = make_options(record.preset, record.options).hands
        if await hands.hands_of_match(tx, room_id, record.match) >= planned:
            return {}
        paid = await cards.payers(tx, room_id, record.match)
        for player_id, amount in sorted(paid.items()):
            key = f"refund:{room_id}:{record.match}:{player_id}"
            await cards.grant(tx, key, player_id, amount, now, "refund")
        return paid

    async def _seen(self, record: RoomRecord, now: int) -> Seen:
        loaded = await self._service.store.load(record.id)
        if loaded is None:
            return Seen(record, None, 0, (), None, (), ("not_in_store",) if record.open else ())
        try:
            room = decode_room(loaded.blob)
        except BadRoom:
            return Seen(record, None, 0, (), None, (), ("unreadable",))
        seats = tuple((each.seat, each.name, each.bot, each.online) for each in room.present)
        pending, deadline = tuple(_pending(room)), next_deadline(room)
        stuck = tuple(_reasons(room, pending, deadline, now)) if record.open else ()
        return Seen(record, room.phase, room.hand_number, seats, deadline, pending, stuck)


def _pending(room: Room) -> Iterator[Pending]:
    for member in room.present:
        if member.asked is not None:
            asked = member.asked
            yield Pending(
                member.seat, member.name, asked.opened_at, asked.until, member.online, member.automatic
            )


def _reasons(room: Room, pending: tuple[Pending, ...], deadline: int | None, now: int) -> Iterator[str]:
    """Why the room does not go on, worst first."""
    if deadline is not None and now - deadline > OVERDUE_MS:
        yield "overdue"
    if room.phase in {"playing", "settling", "between"} and not any(each.online for each in room.humans):
        yield "nobody_online"
    if any(now - each.since > WAITING_MS for each in pending):
        yield "waiting"
