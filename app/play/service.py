"""Executes commands: load the room, reduce, commit; repeat if another commit was first.

Any worker may execute a command on any room.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from app.play.books.reservations import CommandReservations, Place, Reservations
from app.play.errors import Busy, NewerProgram, RoomMissing, RoomUnreadable
from app.play.step import make_step
from app.rooms.handlers.clocks import next_deadline
from app.rooms.reduce import reduce
from app.rooms.state.codec import BadRoom, NewerRoom, OlderRoom, decode_room, encode_room
from app.rooms.state.room import Room
from app.rooms.steps.commands import (
    CloseRoom,
    Command,
    Disconnected,
    Envelope,
    Grace,
    HandBooked,
    HandOverruled,
    Inspect,
    Tick,
    VoidHand,
)
from app.rooms.steps.outcome import Ambient, Outcome, Reply
from app.stores.rooms.room_store import RoomStore
from app.stores.rooms.values import Commit, CommitResult
from app.telemetry import metrics
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
ATTEMPTS: Final = 12
_JITTER_MS: Final = 2.0
_LONGEST_JITTER_MS: Final = 60.0
_RANDOM: Final = secrets.SystemRandom()


class Rebuilder(Protocol):
    """Rebuilds a room that the store has lost."""

    async def rebuild(self, room_id: str) -> None:
        """Create the room in the store, unless another worker has. Raises RoomMissing, RoomOver."""


class Listener(Protocol):
    """Receives the commits of this process before the store's own poke arrives."""

    def wake(self, room_id: str) -> None:
        """The room has changed."""


@dataclass(frozen=True, slots=True)
class Held:
    """A room as loaded, with its epoch and version."""

    epoch: int
    version: int
    room: Room


@dataclass(frozen=True, slots=True)
class Done:
    """Result of a command: the room after it, and the reply if the command came in an envelope.

    ``changed`` is false if nothing was written: the command changes nothing, or it was done before.
    """

    held: Held
    reply: Reply | None
    changed: bool

    @property
    def room(self) -> Room:
        """The room after the command."""
        return self.held.room


class RoomService:
    """Executes commands on rooms.

    ``entropy`` returns 32 fresh secret bytes. ``pokes`` wakes the connections of this process. ``booked`` is
    called after a step has added outbox entries. ``reservations`` are made before a step is committed.
    """

    def __init__(
        self,
        store: RoomStore,
        rebuilder: Rebuilder,
        entropy: Callable[[], bytes],
        pokes: Listener,
        booked: Callable[[], None],
        reservations: Reservations,
    ) -> None:
        self._store = store
        self._rebuilder = rebuilder
        self._entropy = entropy
        self._pokes = pokes
        self._booked = booked
        self._reservations = reservations

    @property
    def store(self) -> RoomStore:
        """The store of the rooms."""
        return self._store

    async def load(self, room_id: str) -> Held:
        """The room. If the store has lost it, or holds it in a form too old to read, it is rebuilt from SQL.

        Raises RoomMissing, RoomOver, StoreUnavailable, DatabaseUnavailable, RoomUnreadable if the bytes are
        damaged, and NewerProgram if a newer program wrote the room: workers of that program serve it.
        """
        for _ in range(ATTEMPTS):
            loaded = await self._store.load(room_id)
            if loaded is None:
                await self._rebuilder.rebuild(room_id)
                continue
            try:
                return Held(loaded.epoch, loaded.version, decode_room(loaded.blob))
            except NewerRoom as error:
                _log.warning("a newer program wrote this room", extra=fields(room=room_id, reason=str(error)))
                raise NewerProgram(room_id) from None
            except OlderRoom as error:
                _log.warning("a room is too old to read", extra=fields(room=room_id, reason=str(error)))
                await self._store.delete(room_id, version=loaded.version)
            except BadRoom as error:
                _log.warning("unreadable room", extra=fields(room=room_id, reason=str(error)))
                raise RoomUnreadable(room_id, loaded.version) from error
        raise RoomMissing(room_id)

    async def renew(self, held: Held) -> Held | None:
        """Write the room unchanged under its next version. None if another commit was first.

        Steps computed against the previous version fail their version check and are recomputed.
        Raises StoreError.
        """
        room = held.room
        commit = Commit(
            room_id=room.id,
            epoch=held.epoch,
            version=held.version,
            blob=encode_room(room),
            now_ms=await self._store.now_ms(),
            deadline_ms=next_deadline(room),
        )
        if await self._store.commit(commit) is not CommitResult.OK:
            return None
        return Held(held.epoch, held.version + 1, room)

    async def execute(self, room_id: str, command: Command | Envelope) -> Done:
        """Execute the command completely or not at all.

        Raises Reject if the room rejects it (NoCards if a player cannot pay), RoomMissing, RoomOver, Busy,
        StoreOverloaded, DatabaseUnavailable, and for a player who takes a seat SeatedElsewhere, NoPlayer and
        PlayerBanned: the room is unchanged.
        Raises StoreUnavailable: the command may have been done. Send the same envelope again.
        """
        reservations = self._reservations.begin(_player_of(command))
        for attempt in range(ATTEMPTS):
            held = await self.load(room_id)
            done = await self._attempt(held, command, reservations)
            if done is not None:
                return done
            await asyncio.sleep(_jitter_s(attempt))
        metrics.given_up_busy()
        _log.warning("command given up", extra=fields(room=room_id, attempts=ATTEMPTS))
        raise Busy(room_id)

    async def _attempt(
        self, held: Held, command: Command | Envelope, reservations: CommandReservations
    ) -> Done | None:
        """Execute the command on the loaded room. None if another commit was first."""
        now, entropy = await self._store.now_ms(), self._entropy()
        outcome = reduce(held.room, command, Ambient(now, entropy))
        needs = reservations.needed(held.room, outcome.room)
        if needs is not None:
            place = Place(held.epoch, held.version)
            if not await reservations.make(place, held.room, needs, await self._store.date_ms()):
                return None
            # The database may have taken long: the step counts from the time after it.
            now = await self._store.now_ms()
            outcome = reduce(held.room, command, Ambient(now, entropy))
            if reservations.needed(held.room, outcome.room) != needs:
                return None
        if outcome.room is held.room:
            return Done(held, outcome.reply, changed=False)
        done = await self._commit(held, outcome, now)
        if done is not None and isinstance(command, Tick):
            _note_lateness(held.room, now)
        return done

    async def _commit(self, held: Held, outcome: Outcome, now: int) -> Done | None:
        step = make_step(held.room, outcome, held.epoch, held.version, now)
        result = await self._store.commit(step.commit)
        metrics.committed(result.name.lower())
        if result is not CommitResult.OK:
            return None
        self._pokes.wake(held.room.id)
        if outcome.outbox:
            self._booked()
        return Done(Held(held.epoch, held.version + 1, step.room), step.reply, changed=True)


def _player_of(command: Command | Envelope) -> str | None:
    """Id of the player who sent the command; None for a command of the table itself."""
    if isinstance(command, Envelope):
        return command.command.player_id
    match command:
        case (
            Disconnected()
            | Tick()
            | HandBooked()
            | HandOverruled()
            | VoidHand()
            | Grace()
            | Inspect()
            | CloseRoom()
        ):
            return None
        case _:
            return command.player_id


def _note_lateness(before: Room, now: int) -> None:
    deadline = next_deadline(before)
    if deadline is not None and deadline <= now:
        metrics.deadline_met(now - deadline)


def _jitter_s(attempt: int) -> float:
    most = min(_LONGEST_JITTER_MS, _JITTER_MS * 2**attempt)
    return _RANDOM.uniform(0, most) / 1000
