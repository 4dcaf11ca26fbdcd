"""Claims due rooms and executes ``Tick`` on them. After an outage, gives players extra time."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Final

from app.db import DatabaseUnavailable
from app.play.errors import Busy, RoomMissing, RoomOver, RoomUnreadable
from app.play.service import RoomService
from app.rooms.handlers.clocks import next_deadline
from app.rooms.handlers.matches import FAULT
from app.rooms.steps.commands import CloseRoom, Command, Grace, Tick, VoidHand
from app.stores.rooms.timers import Timers
from app.stores.server.errors import StoreError
from app.telemetry import metrics
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
POLL_S: Final = 0.03
SILENCE_MS: Final = 2_000
CLAIMED_AT_ONCE: Final = 32
FAULTS_TO_VOID: Final = 5
"""So often in a row a room may fail before its hand is void."""


class TimerLoop:
    """Polls for due rooms. Every worker runs one.

    The room checks its own deadlines, so a ``Tick`` that comes twice or too early changes nothing.
    """

    def __init__(self, service: RoomService, timers: Timers, grace_ms: int) -> None:
        self._service = service
        self._timers = timers
        self._grace_ms = grace_ms
        self._last_poll: float | None = None
        self._jumps = 0
        self._faults: dict[str, int] = {}

    async def run(self) -> None:
        """Poll every 30 ms. Never returns."""
        while True:
            await self.poll()
            await asyncio.sleep(POLL_S)

    async def poll(self) -> int:
        """Claim the due rooms, at most 32, and tick them. Returns how many it claimed."""
        await self._after_silence()
        now = await self._service.store.now_ms()
        due = await self._timers.claim_due(now, CLAIMED_AT_ONCE)
        self._last_poll = asyncio.get_running_loop().time()
        await self._for_each(due, Tick())
        return len(due)

    async def _after_silence(self) -> None:
        """Give all players at least ``grace_ms`` for their decisions, if no worker has polled for 2 s.

        Also after a jump of the server's clock: then the host may have slept, and connections are broken.
        """
        silence = await self._silence_ms()
        jumps, self._jumps = self._jumps, self._service.store.clock.jumps
        if silence <= SILENCE_MS and jumps == self._jumps:
            return
        until = await self._service.store.now_ms() + self._grace_ms
        rooms = [activity.room_id for activity in await self._timers.all_rooms()]
        _log.warning("grace after an outage", extra=fields(ms=silence, count=len(rooms)))
        for first in range(0, len(rooms), CLAIMED_AT_ONCE):
            await self._for_each(rooms[first : first + CLAIMED_AT_ONCE], Grace(until))

    async def _silence_ms(self) -> int:
        clock = asyncio.get_running_loop().time
        last = self._last_poll
        if last is not None and (clock() - last) * 1000 <= SILENCE_MS:
            return 0
        return await self._timers.silence_ms()

    async def _for_each(self, room_ids: Iterable[str], command: Command) -> None:
        await asyncio.gather(*(self._one(room_id, command) for room_id in room_ids))

    async def _one(self, room_id: str, command: Command) -> None:
        try:
            done = await self._service.execute(room_id, command)
            if not done.changed:
                await self._timers.restore(room_id, done.held.version, next_deadline(done.room))
        except RoomUnreadable as damaged:
            await self._timers.restore(room_id, damaged.version, None)
        except (RoomMissing, RoomOver):
            await self._timers.restore(room_id, None, None)
        except Busy:
            _log.info("due room is busy", extra=fields(room=room_id))
        except StoreError:
            raise
        except Exception as error:
            await self._failed(room_id, error)
        else:
            self._faults.pop(room_id, None)

    async def _failed(self, room_id: str, error: Exception) -> None:
        """Note a fault of the program. The claim comes back after 1 s; after some faults the hand is void."""
        metrics.room_failed("timers")
        faults = self._faults.pop(room_id, 0) + 1
        _log.error("due room failed", exc_info=error, extra=fields(room=room_id, attempts=faults))
        if faults < FAULTS_TO_VOID:
            self._faults[room_id] = faults
            return
        try:
            await self._give_up(room_id)
        except (StoreError, DatabaseUnavailable):
            raise
        except Exception as again:
            # Not even that is possible. The room goes on from its last booked hand.
            _log.error("a room is rebuilt from the books", exc_info=again, extra=fields(room=room_id))
            await self._service.store.delete(room_id)

    async def _give_up(self, room_id: str) -> None:
        """Void the hand in play. Close the room if there is none, because it cannot go on either."""
        room = (await self._service.load(room_id)).room
        done = await self._service.execute(room_id, VoidHand(room.match, room.hand_number))
        if not done.changed:
            done = await self._service.execute(room_id, CloseRoom(FAULT))
        metrics.hand_voided()
        _log.error("a hand is void because of a fault", extra=fields(room=room_id, outcome=done.room.phase))
