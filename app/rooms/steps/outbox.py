"""Outbox items: what a step leaves to write into the database. The field ``type`` is the tag."""

from typing import Literal, TypeAlias

from msgspec import Struct

from app.rules.hand.events import Reason
from app.rules.tiles.tiles import Ke, Seat


class _Item(Struct, frozen=True, tag_field="type"):
    """One tagged outbox item."""


class RosterEntry(Struct, frozen=True):
    """One member, as the database stores it."""

    slot: int
    seat: int
    player_id: str | None
    name: str
    bot: bool
    left: bool


class Roster(_Item, frozen=True, tag="roster"):
    """The members of the room now. ``match``: 0 before the first match."""

    room_id: str
    match: int
    members: tuple[RosterEntry, ...]
    owner_slot: int


class SeatToBook(Struct, frozen=True):
    """The member at a seat. ``player_id`` None: a bot."""

    player_id: str | None
    name: str
    bot: bool


class TransferToBook(Struct, frozen=True):
    """A transfer between two seats, in 颗 (R65)."""

    payer: Seat
    payee: Seat
    ke: Ke
    reason: Reason


class ItemToBook(Struct, frozen=True):
    """A line of a receipt, in 颗. ``tiles``: such as ``"555m"``."""

    id: str
    ke: Ke
    tiles: str


class WinToBook(Struct, frozen=True):
    """A win with its receipt. ``melds``: in the notation of R2."""

    seat: Seat
    place: int
    tile: str
    by: Literal["draw", "discard", "rob_kong"]
    source: Seat | None
    ke: Ke
    multiplier: int
    items: tuple[ItemToBook, ...]
    melds: str
    concealed: str


class HandToBook(Struct, frozen=True):
    """A finished hand: all that the database needs to book it, show it and prove its deal.

    ``options``: those that differ from ``preset``, as JSON values. ``seats``, ``deltas``: by seat.
    ``client_seeds``: hex, in the order of the deal: by seat, in hand 1 by the seats before R4. ``log``: one
    JSON object per line. ``ended_at``: server ms. ``last``: it is the last hand of the match.
    """

    preset: str
    options: dict[str, object]
    seats: tuple[SeatToBook, ...]
    dealer: Seat
    next_dealer: Seat
    exhausted: bool
    deltas: tuple[Ke, ...]
    transfers: tuple[TransferToBook, ...]
    wins: tuple[WinToBook, ...]
    server_seed: str
    client_seeds: tuple[str, ...]
    commitment: str
    log: bytes
    ended_at: int
    last: bool


class HandEnded(_Item, frozen=True, tag="hand_ended"):
    """A hand to book. The room waits for ``HandBooked``."""

    room_id: str
    match: int
    hand: int
    record: HandToBook


class MatchEnded(_Item, frozen=True, tag="match_ended"):
    """The last hand of a match is booked."""

    room_id: str
    match: int


class RoomClosed(_Item, frozen=True, tag="room_closed"):
    """The room is closed. ``reason``: ``empty``, ``dissolved``, or the reason of ``CloseRoom``.

    ``hands``: number of hands of ``match`` that have ended. The database books them before this item.
    """

    room_id: str
    reason: str
    match: int = 0
    hands: int = 0


OutboxItem: TypeAlias = Roster | HandEnded | MatchEnded | RoomClosed
