"""What a step leaves to be written into the database; encoded with msgspec and told apart by ``type``."""

from typing import Literal, TypeAlias

from msgspec import Struct

from app.rules.hand.events import Reason
from app.rules.tiles.tiles import Ke, Seat


class _Item(Struct, frozen=True, tag_field="type"):
    """One entry."""


class RosterEntry(Struct, frozen=True):
    """One member as the database knows him."""

    slot: int
    seat: int
    player_id: str | None
    name: str
    bot: bool
    left: bool


class Roster(_Item, frozen=True, tag="roster"):
    """Who belongs to the room now. ``match`` is 0 before the first match has started."""

    room_id: str
    match: int
    members: tuple[RosterEntry, ...]
    owner_slot: int


class SeatToBook(Struct, frozen=True):
    """Who sat there; ``player_id`` None is a bot."""

    player_id: str | None
    name: str
    bot: bool


class TransferToBook(Struct, frozen=True):
    """颗 between two seats (R65)."""

    payer: Seat
    payee: Seat
    ke: Ke
    reason: Reason


class ItemToBook(Struct, frozen=True):
    """A line of a receipt; ``tiles`` such as ``"555m"``."""

    id: str
    ke: Ke
    tiles: str


class WinToBook(Struct, frozen=True):
    """A win with its receipt. ``melds`` are in the notation of R2."""

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
    """A finished hand: enough to book it, to show it and to prove it.

    ``options`` holds what differs from ``preset``, in JSON form. ``seats`` are by seat; ``client_seeds``
    (hex) in the order in which the deal used them: by seat, in hand 1 by the seats before the throw of R4.
    ``log`` is the log of the hand, one JSON object a line. ``ended_at`` in server ms.
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
    """A hand to be booked; the table waits for ``Settled``."""

    room_id: str
    match: int
    hand: int
    record: HandToBook


class MatchEnded(_Item, frozen=True, tag="match_ended"):
    """The last hand of a match is booked."""

    room_id: str
    match: int


class RoomClosed(_Item, frozen=True, tag="room_closed"):
    """The room is over: ``empty``, ``dissolved``, or the reason given with Close.

    ``hands`` of its ``match`` have ended; they are to be booked first.
    """

    room_id: str
    reason: str
    match: int = 0
    hands: int = 0


OutboxItem: TypeAlias = Roster | HandEnded | MatchEnded | RoomClosed
