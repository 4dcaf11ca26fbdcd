"""The state of a hand as one frozen value, and small functions to read and change it (R3-R17)."""

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

    ``taken`` is the claim on it. A pung or kong moves the tile into the meld. After a win the tile stays
    here, and the winner's hand shows it too.
    """

    tile: Tile
    taken: Taken | None = None


@dataclass(frozen=True, slots=True, repr=False)
class SeatState:
    """One seat.

    ``hand`` has the concealed tiles, sorted, with a drawn tile. It does not include a winning tile that
    another player discarded. ``block`` is the most 颗 of the wins that the seat passed since its own last
    draw or kong; None if it passed none (R15).
    """

    hand: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    river: tuple[RiverTile, ...] = ()
    void: Suit | None = None
    block: Ke | None = None

    def __repr__(self) -> str:
        """Shows no tile of the hand."""
        return f"SeatState({len(self.hand)} tiles, {len(self.melds)} melds)"


@dataclass(frozen=True, slots=True)
class Exchanging:
    """All players choose three tiles to give away (R6)."""

    chosen: tuple[tuple[Tile, Tile, Tile] | None, ...]


@dataclass(frozen=True, slots=True)
class Voiding:
    """All players choose a void suit (R7)."""

    chosen: tuple[Suit | None, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """``seat`` wins, makes a kong or discards (R8).

    ``drawn`` is the tile that the seat can win on. It is None after a pung. It is also None for a dealer who
    gave away all tiles of its kind in the exchange (R16).
    """

    seat: Seat
    drawn: Tile | None
    entry: Entry


@dataclass(frozen=True, slots=True)
class Offer:
    """The claims that a seat may make on another player's tile (R9-R11, R15).

    ``win`` is the 颗 of the win; None if the seat may not win.
    """

    win: Ke | None
    pung: bool
    kong: bool


@dataclass(frozen=True, slots=True)
class Claiming:
    """``seat`` discarded ``tile``, or added it to a pung (``robbing``). Others may claim it (R9, R10).

    ``offers`` and ``answers`` are by seat. None: the seat has no offer, or no answer yet. ``after_kong``: the
    discard follows a kong's replacement tile (R55).
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
    """A hand, with all hidden information. A seat sees ``app.rules.seen.view.view`` of it.

    ``wall`` has the tiles left, the next tile first. ``last`` is the dealer's 14th tile. ``wins`` are in
    order. ``robbed`` lists the tiles of robbed kongs that did not stand; they belong to the winners.
    ``next_dealer`` is None until the first win decides it (R17). ``exchanged`` is None before the exchange.
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
        """Shows no tile, because a traceback or a log line must not reveal a hand."""
        return (
            f"HandState({type(self.phase).__name__}, {len(self.seats)} seats, {len(self.wall)} in the wall)"
        )


@dataclass(frozen=True, slots=True)
class Step:
    """The state after an action, and the events that the action caused."""

    state: HandState
    events: tuple[Event, ...]


def in_play(state: HandState, seat: Seat) -> bool:
    """True if the seat has not won (R12)."""
    return seat not in [won.seat for won in state.wins]


def seats_in_play(state: HandState) -> tuple[Seat, ...]:
    """The seats that have not won, ascending (R12)."""
    return tuple(seat for seat in range(len(state.seats)) if in_play(state, seat))


def turn_order(players: int, after: Seat) -> Iterator[Seat]:
    """The other seats in turn order after a seat (R3)."""
    return ((after + step) % players for step in range(1, players))


def is_forced(state: HandState) -> bool:
    """True if so few tiles are left that a player must take a possible win (R14)."""
    return len(state.wall) <= state.options.forced_win and state.options.forced_win > 0


def is_void(void: Suit | None, tile: Tile) -> bool:
    """True if the tile is of the void suit (R7)."""
    return void is not None and suit_of(tile) == void


def with_seat(state: HandState, seat: Seat, changed: SeatState) -> HandState:
    """The state, with ``changed`` in place of one seat."""
    return replace(state, seats=put_at(state.seats, seat, changed))


def put_at(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The row, with ``value`` in place of the entry at ``index``."""
    return (*row[:index], value, *row[index + 1 :])


def add_tile(hand: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """The sorted hand with ``tile`` added."""
    return tuple(sorted((*hand, tile)))


def remove_tiles(hand: tuple[Tile, ...], tile: Tile, copies: int = 1) -> tuple[Tile, ...]:
    """The sorted hand with ``copies`` of a tile removed. The hand must hold them."""
    at = hand.index(tile)
    return (*hand[:at], *hand[at + copies :])
