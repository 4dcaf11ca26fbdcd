"""Outbox entries as bytes: an item of the reducer and its place in the order of the room's steps."""

import msgspec

from app.db.hands.records import HandRecord, RosterMember, SeatPlayer, TransferRecord
from app.play.books.saved import plain_json
from app.play.errors import NewerProgram
from app.rooms.steps.outbox import HandEnded, OutboxItem, Roster

SCHEMA = 1
"""Number of the form of an entry. A change that an older program would book wrongly adds one."""
_VERSION_BITS = 32


class _Form(msgspec.Struct):
    """The number of an entry. Entries of 0.2.0 have none."""

    schema: int = 1


class Booking(msgspec.Struct, frozen=True):
    """One entry. ``order`` grows with every step of the room, also across epochs.

    ``request``: the trace id of the step that added the entry.
    """

    order: int
    item: OutboxItem
    request: str = ""
    schema: int = SCHEMA


_form = msgspec.json.Decoder(_Form)
_decoder = msgspec.json.Decoder(Booking)


def order_of(epoch: int, version: int) -> int:
    """Sort key of a step: a later version or epoch of the room has a greater one."""
    return epoch << _VERSION_BITS | version


def encode_booking(order: int, item: OutboxItem, request: str = "") -> bytes:
    """Encode an entry for the outbox."""
    return msgspec.json.encode(Booking(order, item, request))


def decode_booking(data: bytes) -> Booking:
    """Decode an entry of the outbox.

    Raises NewerProgram for a greater ``SCHEMA``, msgspec.DecodeError for bytes that are no entry.
    """
    schema = _form.decode(data).schema
    if schema > SCHEMA:
        raise NewerProgram(f"schema {schema}; this program reads up to {SCHEMA}")
    return _decoder.decode(data)


def roster_members(roster: Roster) -> tuple[RosterMember, ...]:
    """The members as database records."""
    return tuple(
        RosterMember(entry.slot, entry.seat, entry.player_id, entry.name, entry.left)
        for entry in roster.members
    )


def hand_record(ended: HandEnded, ahead_ms: int = 0) -> HandRecord:
    """The finished hand as a database record.

    ``ahead_ms``: how far the clock of the tables is ahead of the time of day.
    """
    record = ended.record
    return HandRecord(
        room_id=ended.room_id,
        match=ended.match,
        hand=ended.hand,
        players=tuple(SeatPlayer(seat.player_id, seat.name) for seat in record.seats),
        preset=record.preset,
        options=plain_json(record.options),
        dealer=record.dealer,
        next_dealer=record.next_dealer,
        exhausted=record.exhausted,
        deltas=record.deltas,
        transfers=tuple(
            TransferRecord(line.payer, line.payee, line.ke, line.reason) for line in record.transfers
        ),
        wins=tuple(plain_json(win) for win in record.wins),
        server_seed=record.server_seed,
        client_seeds=record.client_seeds,
        commitment=record.commitment,
        log=record.log,
        ended_at=record.ended_at - ahead_ms,
    )
