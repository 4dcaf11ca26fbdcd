"""The first message: who connects, to which room, and from which cursor."""

from dataclasses import dataclass
from typing import Final

import msgspec

from app.gateway.closing import CloseCode, Closing
from app.gateway.messages import BadMessage, decode
from app.gateway.parts import Parts
from app.play.errors import Busy, RoomMissing, RoomOver
from app.play.service import Held
from app.play.ticket_holder import TicketHolder, decode_holder
from app.rooms.state.room import Room
from app.wire.messages.client import Hello
from app.wire.messages.server import PROTOCOL_VERSION

HELLO_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class Greeted:
    """An accepted hello: the holder of its ticket, their slot and room, and the address of the client."""

    hello: Hello
    holder: TicketHolder
    slot: int
    held: Held
    address: str


async def greet(parts: Parts, text: str, address: str) -> Greeted:
    """Check the first message. Raises Closing with the reason, StoreError, DatabaseUnavailable."""
    hello = _hello(text)
    payload = await parts.tickets.redeem(hello.ticket)
    if payload is None:
        raise Closing(CloseCode.SESSION, "bad_ticket")
    try:
        holder = decode_holder(payload)
    except msgspec.DecodeError:
        raise Closing(CloseCode.SESSION, "bad_ticket") from None
    if await parts.revocations.revoked(holder.session):
        raise Closing(CloseCode.SESSION, "bad_ticket")
    try:
        held = await parts.service.load(hello.room)
    except RoomMissing:
        raise Closing(CloseCode.NOT_MEMBER, "room_unavailable") from None
    except RoomOver:
        raise Closing(CloseCode.ROOM_OVER, "room_over") from None
    except Busy:
        raise Closing(CloseCode.OVERLOADED, "busy") from None
    member = held.room.by_player(holder.player_id)
    if member is None:
        # A stranger gets the same code as for a room that does not exist, so that nobody can probe room ids.
        raise no_seat(held.room, holder.player_id) or Closing(CloseCode.NOT_MEMBER, "room_unavailable")
    return Greeted(hello, holder, member.slot, held, address)


def no_seat(room: Room, player_id: str) -> Closing | None:
    """How a connection ends because the player has lost the seat in the room; None for a stranger."""
    gone = room.departure_of(player_id)
    if gone is None:
        return None
    return Closing(CloseCode.NOT_MEMBER, "removed" if gone.why == "removed" else "seat_lapsed")


def _hello(text: str) -> Hello:
    try:
        message = decode(text)
    except BadMessage as bad:
        raise Closing(CloseCode.PROTOCOL, bad.code) from None
    if not isinstance(message, Hello):
        raise Closing(CloseCode.PROTOCOL, "bad_message")
    if message.version != PROTOCOL_VERSION:
        raise Closing(CloseCode.OUTDATED, "outdated")
    return message
