"""Messages of a client after its hello: acts, one at a time, each with one answer."""

import asyncio
import logging

from app.db import DatabaseUnavailable
from app.gateway.closing import CloseCode, Closing
from app.gateway.limits import MessageBudget, Strikes
from app.gateway.messages import BadMessage, decode, envelope_of, reject_code
from app.play.errors import Busy, RoomMissing, RoomOver
from app.play.service import RoomService
from app.rooms.steps.commands import Envelope, Leave
from app.rooms.steps.outcome import Reject
from app.stores.server.errors import StoreError, StoreOverloaded
from app.telemetry import metrics, trace
from app.telemetry.logs import fields
from app.wire.messages.client import Act, ClientHeartbeat, ClientMessage, Hello
from app.wire.messages.server import Ack, Error

_log = logging.getLogger(__name__)
_WAIT_MS = 1_000
_BUSY_MS = 300


class Acts:
    """Checks and executes the messages of one connection."""

    def __init__(self, service: RoomService, room_id: str, player_id: str) -> None:
        self._clock = clock = asyncio.get_running_loop().time
        self._service = service
        self._room_id = room_id
        self._player_id = player_id
        self._budget = MessageBudget(clock)
        self._floods = Strikes(clock)
        self._mistakes = Strikes(clock)
        self._connection = trace.current()
        self._acts = 0
        self.left = False
        """True after an act of this connection has made the player leave the room."""
        self.may_have_left = False
        """True after such an act whose commit the store has not confirmed."""

    async def hear(self, text: str) -> Ack | Error | None:
        """Handle a message. Returns its answer, None for a heartbeat.

        Raises Closing at the third message over the rate limit (RATE), or the third invalid message
        (PROTOCOL), within 10 s.
        """
        if not self._budget.spend():
            if self._floods.strike():
                raise Closing(CloseCode.RATE, "rate_limited")
            return Error("rate_limited", retry=True, after_ms=_WAIT_MS)
        try:
            message: ClientMessage = decode(text)
            match message:
                case ClientHeartbeat():
                    return None
                case Act():
                    return await self._timed(envelope_of(message, self._player_id))
                case Hello():
                    raise BadMessage("bad_message")
        except BadMessage as bad:
            if self._mistakes.strike():
                raise Closing(CloseCode.PROTOCOL, bad.code) from None
            return Error(bad.code)

    async def _timed(self, envelope: Envelope) -> Ack | Error:
        """Execute the act under its own trace id, and measure it."""
        self._acts += 1
        begun = self._clock()
        with trace.within(f"{self._connection}.{self._acts}"):
            answer = await self._act(envelope)
            seconds = self._clock() - begun
            outcome = _outcome(answer)
            metrics.act_answered(outcome, seconds)
            _log.debug("act", extra=fields(room=self._room_id, outcome=outcome, ms=round(seconds * 1000)))
        return answer

    async def _act(self, envelope: Envelope) -> Ack | Error:
        """Execute the act. Returns an Ack after the commit or a rejection; an Error asks to retry."""
        try:
            done = await self._service.execute(self._room_id, envelope)
        except Reject as refusal:
            return Ack(envelope.action_id, "rejected", code=reject_code(refusal))
        except (RoomMissing, RoomOver):
            return Ack(envelope.action_id, "rejected", code="room_over")
        except Busy:
            return Error("busy", retry=True, after_ms=_BUSY_MS)
        except StoreOverloaded:
            return Error("overloaded", retry=True, after_ms=_WAIT_MS)
        except (StoreError, DatabaseUnavailable):
            self.may_have_left |= isinstance(envelope.command, Leave)
            return Error("store_unavailable", retry=True, after_ms=_WAIT_MS)
        self.left = isinstance(envelope.command, Leave)
        seq = done.reply.seq if done.reply is not None else None
        return Ack(envelope.action_id, "ok", seq=seq)


def _outcome(answer: Ack | Error) -> metrics.Answer:
    if isinstance(answer, Error):
        return "error"
    return "ok" if answer.result == "ok" else "rejected"
