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
    """The secret seed of the next hand and its published commitment (R60)."""

    seed: bytes
    commitment: str


@dataclass(frozen=True, slots=True)
class Window:
    """The open claim window: ``earliest`` closes it if nobody is left to answer, ``latest`` in any case.

    ``latest`` None: only the answers, or each seat's own clock, close it (mode ``fast``).
    """

    earliest: int
    latest: int | None


@dataclass(frozen=True, slots=True, repr=False)
class Play:
    """The hand on the table, kept in sight after its end until the next one is dealt.

    ``client_seeds`` are in the order in which the deal used them (R60): by seat, in hand 1 by those before
    R4. ``log`` holds the lines of the log so far. ``clock``: when the time of the newest turn, or of a choice
    that all make, runs out, as everybody sees it; None without a limit, or if the table acts for that seat.
    ``inspected_at``: when the operator last looked at the hands; None if he has not.
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
    """An open proposal to dissolve. ``answers`` by slot; only the ``asked`` slots must agree."""

    proposer: int
    until: int
    asked: tuple[int, ...]
    answers: tuple[bool | None, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Room:
    """Everything about a room, hidden tiles and seeds included: it never leaves the server.

    ``owner`` is a slot. ``members`` and ``streams`` are by slot, ``results`` by seat: the deltas of each
    booked hand of the match, in 颗. ``hand_number`` is the hand on the table, or the last one.
    ``seating_dice`` are by seat. ``dealer`` is the seat that deals this hand, or the next one. ``next_at``:
    when the next hand is dealt at the latest; None while nobody is online to see it. ``hand_id`` names the
    newest booked hand.
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

    def __repr__(self) -> str:
        return f"<Room {self.id} {self.phase} match {self.match} hand {self.hand_number}>"

    @property
    def present(self) -> Iterator[Member]:
        """The members in the order of their slots, those who left included."""
        return (member for member in self.members if member is not None)

    @property
    def humans(self) -> Iterator[Member]:
        """The players who are still here."""
        return (member for member in self.present if member.human)

    def by_player(self, player_id: str) -> Member | None:
        """The player's member, None for a stranger and for one who has left."""
        return next((member for member in self.humans if member.player_id == player_id), None)

    def by_seat(self, seat: Seat) -> Member | None:
        """Who sits there."""
        return next((member for member in self.present if member.seat == seat), None)

    def totals(self) -> tuple[Ke, ...]:
        """The 颗 of the match so far, by seat."""
        return tuple(sum(deltas[seat] for deltas in self.results) for seat in range(len(self.members)))


def hand_id_of(room_id: str, match: int, hand: int) -> str:
    """The name of a hand: also the context of its seed (R60)."""
    return f"{room_id}.{match}.{hand}"


def seal(room_id: str, match: int, hand: int, entropy: bytes) -> Sealed:
    """A fresh seed for a hand; ``entropy`` is 32 bytes from the operating system."""
    return Sealed(entropy, commitment(entropy, hand_id_of(room_id, match, hand)))


def with_member(room: Room, member: Member) -> Room:
    """The room with the member in place of the one of his slot."""
    at = member.slot
    return replace(room, members=(*room.members[:at], member, *room.members[at + 1 :]))
