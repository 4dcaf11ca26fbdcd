"""The state of a hand as one frozen value, and how to look into it (R3-R17)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, TypeVar

from app.rules.hand.events import Event, Exchanged, Settled, Won
from app.rules.options.options import Options
from app.rules.tiles.melds import Meld
from app.rules.tiles.tiles import Ke, Seat, Suit, Tile, suit_of

T = TypeVar("T")
Taken: TypeAlias = Literal["pung", "kong", "win"]
Entry: TypeAlias = Literal["deal", "draw", "tail", "pung"]
"""How a turn began: the dealer's first, a draw from the wall, a kong's replacement, or a pung (R8)."""
Answer: TypeAlias = Literal["win", "kong", "pung", "pass"]


@dataclass(frozen=True, slots=True)
class RiverTile:
    """A discard.

    ``taken`` says what claimed it: a pung or kong holds the tile itself, a win only shows it.
    """

    tile: Tile
    taken: Taken | None = None


@dataclass(frozen=True, slots=True, repr=False)
class SeatState:
    """One seat.

    ``hand`` holds the concealed tiles, sorted, a drawn tile included; a win on another's tile adds none.
    ``block`` is the most 颗 of the wins passed since the last own draw or kong, None if none was (R15).
    """

    hand: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    river: tuple[RiverTile, ...] = ()
    void: Suit | None = None
    block: Ke | None = None

    def __repr__(self) -> str:
        """Tells no tile of the hand."""
        return f"SeatState({len(self.hand)} tiles, {len(self.melds)} melds)"


@dataclass(frozen=True, slots=True)
class Exchanging:
    """Everyone chooses three tiles to give (R6)."""

    chosen: tuple[tuple[Tile, Tile, Tile] | None, ...]


@dataclass(frozen=True, slots=True)
class Voiding:
    """Everyone chooses a void suit (R7)."""

    chosen: tuple[Suit | None, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """``seat`` wins, kongs or discards (R8).

    ``drawn`` is the tile it would win on; None after a pung, and for the dealer who gave the last of its kind
    away (R16).
    """

    seat: Seat
    drawn: Tile | None
    entry: Entry


@dataclass(frozen=True, slots=True)
class Offer:
    """What a seat could do with another's tile (R9-R11, R15). ``win`` is its 颗, None where it cannot win."""

    win: Ke | None
    pung: bool
    kong: bool


@dataclass(frozen=True, slots=True)
class Claiming:
    """``seat`` has discarded ``tile``, or added it to a pung if ``robbing``; the others may claim (R9, R10).

    ``offers`` and ``answers`` are by seat, None where there is none (yet). ``after_kong``: the discard
    follows a kong's replacement tile (R55).
    """

    seat: Seat
    tile: Tile
    robbing: bool
    after_kong: bool
    offers: tuple[Offer | None, ...]
    answers: tuple[Answer | None, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The hand has ended and is settled."""

    result: Settled


Phase: TypeAlias = Exchanging | Voiding | Turn | Claiming | Over


@dataclass(frozen=True, slots=True, repr=False)
class HandState:
    """A hand in play. Complete information: a seat sees ``app.rules.seen.view.view`` of it.

    ``wall`` holds the tiles left, the next one first; ``last`` is the dealer's 14th tile; ``wins`` are in
    order; ``robbed`` lists the tiles of added kongs that were robbed and did not stand (they lie with the
    winners);
    ``next_dealer`` is None until the first win decides it (R17).
    """

    options: Options
    dealer: Seat
    dice: tuple[int, int]
    exchange_die: int
    last: Tile
    wall: tuple[Tile, ...]
    seats: tuple[SeatState, ...]
    phase: Phase
    wins: tuple[Won, ...] = ()
    robbed: tuple[Tile, ...] = ()
    next_dealer: Seat | None = None
    exchanged: Exchanged | None = None

    def __repr__(self) -> str:
        """Tells no tile: a traceback or a log line must not show a hand."""
        return (
            f"HandState({type(self.phase).__name__}, {len(self.seats)} seats, {len(self.wall)} in the wall)"
        )


@dataclass(frozen=True, slots=True)
class Step:
    """The state after an action and what happened on the way."""

    state: HandState
    events: tuple[Event, ...]


def in_play(state: HandState, seat: Seat) -> bool:
    """Whether the seat has not won yet (R12)."""
    return seat not in [won.seat for won in state.wins]


def seats_in_play(state: HandState) -> tuple[Seat, ...]:
    """The seats that have not won, ascending (R12)."""
    return tuple(seat for seat in range(len(state.seats)) if in_play(state, seat))


def turn_order(players: int, after: Seat) -> Iterator[Seat]:
    """The other seats in turn order after a seat (R3)."""
    return ((after + step) % players for step in range(1, players))


def is_forced(state: HandState) -> bool:
    """Whether so few tiles are left that a possible win must be taken (R14)."""
    return len(state.wall) <= state.options.forced_win and state.options.forced_win > 0


def is_void(void: Suit | None, tile: Tile) -> bool:
    """Whether a tile is of the void suit (R7)."""
    return void is not None and suit_of(tile) == void


def with_seat(state: HandState, seat: Seat, changed: SeatState) -> HandState:
    """The state with one seat exchanged for ``changed``."""
    return replace(state, seats=put_at(state.seats, seat, changed))


def put_at(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The row with one entry changed."""
    return (*row[:index], value, *row[index + 1 :])


def add_tile(hand: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """The sorted hand with one tile more."""
    return tuple(sorted((*hand, tile)))


def remove_tiles(hand: tuple[Tile, ...], tile: Tile, copies: int = 1) -> tuple[Tile, ...]:
    """The sorted hand without ``copies`` of a tile, which it holds."""
    at = hand.index(tile)
    return (*hand[:at], *hand[at + copies :])
