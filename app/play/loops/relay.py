"""Books outbox entries in the database. An entry is acknowledged after its transaction is committed."""

import asyncio
import logging
from typing import Final, assert_never

import msgspec

from app.db import Database, DatabaseUnavailable
from app.db.cards import charges
from app.db.hands import hands, rooms
from app.db.hands.records import AlreadyRecorded, Different, Recorded, RecordOutcome
from app.play.books.bookings import Booking, decode_booking, hand_record, roster_members
from app.play.books.refunds import refund
from app.play.errors import NewerProgram, RoomMissing, RoomOver
from app.play.service import RoomService
from app.rooms.handlers.matches import FAULT
from app.rooms.steps.commands import HandBooked, HandOverruled
from app.rooms.steps.outbox import HandEnded, MatchEnded, RoomClosed, Roster
from app.stores.codes import Codes
from app.stores.rooms.outbox import Outbox, OutboxEntry
from app.stores.server.errors import StoreError
from app.telemetry import metrics, trace
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
TAKEN_AT_ONCE: Final = 32
LOOK_AGAIN_S: Final = 0.5
LOOK_AT_DEAD_S: Final = 5.0
MOST_FAILURES: Final = 5
WAITS_FOR_HANDS: Final = 60
_UNREADABLE: Final = frozenset({"DecodeError", "ValidationError"})
"""Why a worker gave up an entry that it could not decode. Another version may."""
_PAUSE_S: Final = 0.25
_LONGEST_PAUSE_S: Final = 2.0


class _Waits(Exception):
    """The entry has to wait for another one."""


class Relay:
    """Books outbox entries. Every worker runs one.

    ``consumer``: the name of this process. ``nudge``: set when this process has added an entry.
    """

    def __init__(
        self,
        service: RoomService,
        outbox: Outbox,
        codes: Codes,
        db: Database,
        consumer: str,
        nudge: asyncio.Event,
    ) -> None:
        self._service = service
        self._outbox = outbox
        self._codes = codes
        self._db = db
        self._consumer = consumer
        self._nudge = nudge
        self._pending: list[OutboxEntry] = []
        self._looked_at: dict[int, str] = {}
        self._started = False
        self._pause_s = _PAUSE_S

    async def run(self) -> None:
        """Book entries. Never returns.

        An entry of this process is taken at once, one of another process within 0.5 s, one that another
        version could not read within 5 s.
        """
        clock = asyncio.get_running_loop().time
        look_at_dead = clock()
        while True:
            self._nudge.clear()
            if clock() >= look_at_dead:
                await self.revive()
                look_at_dead = clock() + LOOK_AT_DEAD_S
            if await self.drain():
                continue
            try:
                async with asyncio.timeout(LOOK_AGAIN_S):
                    await self._nudge.wait()
            except TimeoutError:
                continue

    async def drain(self) -> int:
        """Book the waiting entries, at most 32. Returns how many were taken.

        While the database is unavailable, retries the same entry; the tables wait in ``settling``.
        Raises StoreError.
        """
        if not self._pending:
            self._pending = await self._outbox.take(self._consumer, TAKEN_AT_ONCE)
        taken = len(self._pending)
        while self._pending:
            try:
                await self.deliver(self._pending[0])
            except DatabaseUnavailable as error:
                _log.warning("database unavailable", extra=fields(reason=type(error).__name__))
                await asyncio.sleep(self._pause_s)
                self._pause_s = min(_LONGEST_PAUSE_S, self._pause_s * 2)
                continue
            self._pause_s = _PAUSE_S
            self._pending.pop(0)
        return taken

    async def revive(self) -> int:
        """Put dead entries back into the outbox. Returns how many. Raises StoreError.

        The first call puts back all that this program can decode, because it may correct what failed. Later
        calls look only at new ones, and put back those that the worker before could not decode.
        """
        revived = 0
        while found := await self._outbox.given_up(self._looked_at, TAKEN_AT_ONCE):
            for entry in found:
                wanted = not self._started or entry.reason in _UNREADABLE
                if wanted and _readable(entry.data) and await self._outbox.revive(entry):
                    revived += 1
                    _log.info(
                        "an entry is tried again", extra=fields(room=entry.room_id, reason=entry.reason)
                    )
                self._looked_at[entry.shard] = entry.entry_id
        self._started = True
        return revived

    async def deliver(self, entry: OutboxEntry) -> None:
        """Book one entry and acknowledge it.

        An entry that fails for another reason than an unavailable server is given up at its fifth failure;
        one that cannot be decoded, at once. An entry of a newer program, or for a room of it, stays in the
        outbox for the workers of that program. The end of a room whose last hand is not booked yet stays in
        the outbox and is delivered again.
        Raises DatabaseUnavailable, StoreError: the entry stays in the outbox.
        """
        try:
            booking = decode_booking(entry.data)
            with trace.within(booking.request or trace.current()):
                await self._book(booking, entry)
        except (DatabaseUnavailable, StoreError):
            raise
        except NewerProgram:
            _log.info("an entry waits for a newer program", extra=fields(room=entry.room_id))
            return
        except _Waits:
            return
        except Exception as error:
            _log.error("an entry cannot be booked", exc_info=error, extra=fields(room=entry.room_id))
            if isinstance(error, msgspec.DecodeError) or await self._outbox.failed(entry) >= MOST_FAILURES:
                await self._outbox.dead(entry, type(error).__name__)
            return
        await self._outbox.ack(entry)

    async def _book(self, booking: Booking, entry: OutboxEntry) -> None:
        """Book the entry. Raises _Waits if it has to wait for another one."""
        item = booking.item
        match item:
            case Roster():
                await self._book_roster(booking.order, item)
            case HandEnded():
                await self._book_hand(item)
            case MatchEnded():
                _log.info("match over", extra=fields(room=item.room_id, match=item.match))
            case RoomClosed():
                await self._book_end(item, entry)
            case _:
                assert_never(item)

    async def _book_roster(self, order: int, item: Roster) -> None:
        now = await self._service.store.date_ms()
        async with self._db.write() as tx:
            await charges.take_roster(
                tx, item.room_id, item.owner_slot, roster_members(item), order, item.match, now
            )
            if item.match:
                await rooms.set_match(tx, item.room_id, item.match)

    async def _book_hand(self, item: HandEnded) -> None:
        """Write the hand and its card payments, then tell the room.

        If the database holds another result of the same hand, the room takes that one over.
        """
        outcome = await self._record(item)
        command: HandBooked | HandOverruled
        match outcome:
            case Recorded():
                await self._note_hand(item)
                command = HandBooked(item.match, item.hand)
            case AlreadyRecorded():
                command = HandBooked(item.match, item.hand)
            case Different():
                metrics.hand_disputed()
                _log.error(
                    "database has another result of this hand",
                    extra=fields(room=item.room_id, match=item.match, hand=item.hand),
                )
                command = HandOverruled(item.match, item.hand, outcome.deltas, outcome.next_dealer)
            case _:
                assert_never(outcome)
        try:
            await self._service.execute(item.room_id, command)
        except (RoomMissing, RoomOver):
            _log.info("hand booked for a closed room", extra=fields(room=item.room_id, hand=item.hand))

    async def _note_hand(self, item: HandEnded) -> None:
        waited_ms = await self._service.store.now_ms() - item.record.ended_at
        metrics.hand_booked(sum(delta for delta in item.record.deltas if delta > 0), waited_ms)
        _log.info(
            "hand booked", extra=fields(room=item.room_id, match=item.match, hand=item.hand, ms=waited_ms)
        )

    async def _record(self, item: HandEnded) -> RecordOutcome:
        record = hand_record(item, self._service.store.clock.ahead_ms)
        now = await self._service.store.date_ms()
        async with self._db.write() as tx:
            outcome = await hands.record_hand(tx, record)
            if isinstance(outcome, Recorded):
                players = [player.player_id for player in record.players]
                await charges.settle_hand(
                    tx, item.room_id, item.match, players, last=item.record.last, now=now
                )
        return outcome

    async def _book_end(self, item: RoomClosed, entry: OutboxEntry) -> None:
        """Close the room in the database.

        Raises _Waits while hands of the match are missing, because they may still cost cards; but only
        WAITS_FOR_HANDS times.
        """
        async with self._db.read() as tx:
            booked = await hands.hands_of_match(tx, item.room_id, item.match)
        if booked < item.hands and await self._outbox.failed(entry) <= WAITS_FOR_HANDS:
            raise _Waits
        now = await self._service.store.date_ms()
        async with self._db.write() as tx:
            found = await rooms.by_id(tx, item.room_id)
            await charges.close_room(tx, item.room_id, item.reason, now)
            if item.reason == FAULT:
                await refund(tx, item.room_id, now)
        if found is not None:
            await self._codes.release(found.code, item.room_id)
        _log.info("room closed", extra=fields(room=item.room_id, reason=item.reason))


def _readable(data: bytes) -> bool:
    """Whether this program can decode the entry."""
    try:
        decode_booking(data)
    except (NewerProgram, msgspec.DecodeError):
        return False
    return True
