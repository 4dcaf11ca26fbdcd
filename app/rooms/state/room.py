"""The room as one frozen value."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from app.rooms.state.member import Member, Stream
from app.rooms.state.settings import RoomSettings
from app.rules.hand.state import HandState
from app.rules.tiles.tiles import Ke, Seat
from app.rules.tiles.wall import SeatingRound, commitment

Phase: TypeAlias = Literal["lobby", "playing", "settling", "between", "ended", "dissolved"]


@dataclass(frozen=True, slots=True, repr=False)
class Sealed:
    """The secret seed of a hand (32 bytes) and its published commitment (R60)."""

    seed: bytes
    commitment: str


@dataclass(frozen=True, slots=True)
class Window:
    """The open claim window. Times are server ms.

    From ``earliest`` on it closes as soon as no seat has to answer; at ``latest`` it closes in any case.
    ``latest`` None (mode ``fast``): it closes by the answers, or by the clock of each seat that is asked.
    """

    earliest: int
    latest: int | None


@dataclass(frozen=True, slots=True, repr=False)
class Play:
    """The hand on the table. It stays after its end until the next deal. Times are server ms.

    ``client_seeds``: in the order of the deal (R60): by seat, in hand 1 by the seats before R4. ``log``: the
    lines of the log so far. ``clock``: when the newest turn, or the choice that all seats make, runs out;
    all seats see it; None without a limit, or if the table acts for that seat. ``inspected_at``: when the
    operator last looked at all hands, or None.
    """

    state: HandState
    sealed: Sealed
    client_seeds: tuple[bytes, ...]
    log: bytes
    window: Window | None = None
    clock: int | None = None
    inspected_at: int | None = None


@dataclass(frozen=True, slots=True)
class Vote:
    """An open proposal to dissolve. ``answers``: by slot. ``asked``: the slots that must agree."""

    proposer: int
    until: int
    asked: tuple[int, ...]
    answers: tuple[bool | None, ...]


@dataclass(frozen=True, slots=True)
class VoteEnd:
    """How a proposal to dissolve ended. All players are slots.

    ``agreed``: the room is dissolved. ``refused``: who said no. ``silent``: who was asked and did not answer.
    """

    proposer: int
    agreed: bool
    refused: tuple[int, ...] = ()
    silent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Departed:
    """A player who has lost the seat. ``why``: the owner removed them, or they were offline for too long.

    ``match``: number of the room's newest match then. ``until``: before this time (server ms) they may not
    come back.
    """

    player_id: str
    name: str
    why: Literal["removed", "away"]
    match: int
    until: int


@dataclass(frozen=True, slots=True, repr=False)
class Room:
    """Everything about a room, hidden tiles and seeds included. It never leaves the server.

    ``owner``: a slot. ``members``, ``streams``: by slot. ``hand_number``: the hand on the table, or the last
    one. ``dealer``: the seat that deals this hand, or between hands the next one. ``seating_dice``: by seat.
    ``results``: the deltas of each booked hand of the match, in 颗 by seat. ``sealed``: seed of the next
    hand. ``next_at``: when the next hand is dealt at the latest (server ms), None while no player is online.
    ``hand_id``: the newest booked hand of the match. ``vote_end``: how the newest vote of this hand ended.
    ``departed``: who has lost the seat and not come back, oldest first. ``voided``: how often the program
    gave up a hand of the match.
    """

    id: str
    code: str
    owner: int
    settings: RoomSettings
    members: tuple[Member | None, ...]
    streams: tuple[Stream, ...]
    phase: Phase = "lobby"
    match: int = 0
    hand_number: int = 0
    dealer: Seat | None = None
    seating_dice: tuple[SeatingRound, ...] = ()
    results: tuple[tuple[Ke, ...], ...] = ()
    sealed: Sealed | None = None
    play: Play | None = None
    vote: Vote | None = None
    next_at: int | None = None
    hand_id: str | None = None
    vote_end: VoteEnd | None = None
    departed: tuple[Departed, ...] = ()
    voided: int = 0

    def __repr__(self) -> str:
        return f"<Room {self.id} {self.phase} match {self.match} hand {self.hand_number}>"

    @property
    def present(self) -> Iterator[Member]:
        """The members in slot order, with those who left."""
        return (member for member in self.members if member is not None)

    @property
    def humans(self) -> Iterator[Member]:
        """The players who have not left, in slot order."""
        return (member for member in self.present if member.human)

    def by_player(self, player_id: str) -> Member | None:
        """The player's member; None for a stranger and for a player who has left."""
        return next((member for member in self.humans if member.player_id == player_id), None)

    def departure_of(self, player_id: str) -> Departed | None:
        """How the player lost a seat in this room, or None."""
        return next((gone for gone in self.departed if gone.player_id == player_id), None)

    def by_seat(self, seat: Seat) -> Member | None:
        """The member at the seat, or None."""
        return next((member for member in self.present if member.seat == seat), None)

    def totals(self) -> tuple[Ke, ...]:
        """The total of each seat in the booked hands of the match, in 颗."""
        return tuple(sum(deltas[seat] for deltas in self.results) for seat in range(len(self.members)))


def seated(room: Room, seat: Seat) -> Member:
    """The member at the seat. Raises ValueError for an empty seat."""
    found = room.by_seat(seat)
    if found is None:
        raise ValueError(f"seat {seat} is empty")
    return found


def in_slot(room: Room, slot: int) -> Member:
    """The member in the slot. Raises ValueError for an empty slot."""
    found = room.members[slot]
    if found is None:
        raise ValueError(f"slot {slot} is empty")
    return found


def hand_id_of(room_id: str, match: int, hand: int) -> str:
    """The id of a hand. It is also the context of its seed (R60)."""
    return f"{room_id}.{match}.{hand}"


def seal(room_id: str, match: int, hand: int, entropy: bytes) -> Sealed:
    """The seed of a hand. ``entropy``: 32 random bytes from the operating system; they are the seed."""
    return Sealed(entropy, commitment(entropy, hand_id_of(room_id, match, hand)))


def with_member(room: Room, member: Member) -> Room:
    """The room with this member in the member's slot."""
    at = member.slot
    return replace(room, members=(*room.members[:at], member, *room.members[at + 1 :]))
