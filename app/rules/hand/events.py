"""The events of a hand. The books, the log, the replay and the wire messages all derive from them.

A redacted event has ``None`` in place of hidden tiles (see ``app.rules.seen.view.redact``).
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from app.rules.scoring.scoring import Score, WinBy
from app.rules.tiles.melds import Meld, MeldKind
from app.rules.tiles.tiles import Ke, Seat, Suit, Tile

Direction: TypeAlias = Literal["next", "opposite", "previous"]
Reason: TypeAlias = Literal["self_draw", "discard", "rob_kong", "ready_check", "flower_pig"]
Declined: TypeAlias = Literal["win", "pung", "kong"]


@dataclass(frozen=True, slots=True)
class Dealt:
    """The deal (R5). ``hands`` has the sorted tiles of each seat. ``last`` is the dealer's 14th tile."""

    dealer: Seat
    dice: tuple[int, int]
    hands: tuple[tuple[Tile, ...] | None, ...]
    last: Tile | None


@dataclass(frozen=True, slots=True)
class Chosen:
    """A seat made its sealed choice of R6 or R7. Only this seat sees the choice."""

    seat: Seat
    what: Literal["exchange", "void"]
    tiles: tuple[Tile, ...] | None = None
    suit: Suit | None = None


@dataclass(frozen=True, slots=True)
class Exchanged:
    """All exchanges at once (R6). A seat sees only its own ``gave`` and ``received``."""

    die: int
    direction: Direction
    gave: tuple[tuple[Tile, ...] | None, ...]
    received: tuple[tuple[Tile, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class Voided:
    """The void suits of all seats (R7)."""

    suits: tuple[Suit, ...]


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew a tile from the front of the wall, or from its tail after a kong (R8)."""

    seat: Seat
    tile: Tile | None
    source: Literal["wall", "tail"]


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat discarded a tile. A claim window follows (R9)."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Punged:
    """A seat made a pung with the discard of ``source`` (R9)."""

    seat: Seat
    tile: Tile
    source: Seat


@dataclass(frozen=True, slots=True)
class Konged:
    """A seat made a kong (R8, R9). Others may still rob an added kong (R10).

    ``source`` is the discarder for an exposed kong, else None.
    """

    seat: Seat
    tile: Tile
    kind: MeldKind
    source: Seat | None


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed on another player's tile. ``declined`` is what it could have claimed.

    Only this seat sees the event.
    """

    seat: Seat
    declined: tuple[Declined, ...]


@dataclass(frozen=True, slots=True)
class Overruled:
    """A seat claimed a pung or kong, and a win took the tile (R9). Only this seat sees the event."""

    seat: Seat
    asked: Literal["pung", "kong"]


@dataclass(frozen=True, slots=True)
class Won:
    """A seat won (R12). All see the winner's hand: ``concealed`` is sorted and holds the winning tile.

    ``place`` numbers the winners of the hand from 1.
    """

    seat: Seat
    tile: Tile
    by: WinBy
    source: Seat | None
    score: Score
    melds: tuple[Meld, ...]
    concealed: tuple[Tile, ...]
    place: int


@dataclass(frozen=True, slots=True)
class KongRobbed:
    """Follows the wins on an added kong: the kong stands, or becomes a pung again (R10)."""

    seat: Seat
    tile: Tile
    stands: bool


@dataclass(frozen=True, slots=True)
class Exhausted:
    """A draw was due and the wall is empty (R12)."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """颗 from one seat to another (R65); ``ke`` > 0."""

    payer: Seat
    payee: Seat
    ke: Ke
    reason: Reason


@dataclass(frozen=True, slots=True)
class Settled:
    """The end of a hand (R61-R65, R17). ``deltas`` sum to zero. All see all hands."""

    transfers: tuple[Transfer, ...]
    deltas: tuple[Ke, ...]
    next_dealer: Seat
    hands: tuple[tuple[Tile, ...], ...]


Event: TypeAlias = (
    Dealt
    | Chosen
    | Exchanged
    | Voided
    | Drew
    | Discarded
    | Punged
    | Konged
    | Passed
    | Overruled
    | Won
    | KongRobbed
    | Exhausted
    | Settled
)
