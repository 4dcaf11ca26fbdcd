"""What happened in a hand. Ledger, log, replay and wire are derived from these.

``None`` in place of tiles stands for what a redacted event may not tell. See ``app.rules.seen.view.redact``.
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
    """The deal (R5). ``hands`` sorted per seat; the dealer's 14 include ``last``, his 14th tile."""

    dealer: Seat
    dice: tuple[int, int]
    hands: tuple[tuple[Tile, ...] | None, ...]
    last: Tile | None


@dataclass(frozen=True, slots=True)
class Chosen:
    """A seat has made its sealed choice of R6 or R7. The choice itself is told to that seat only."""

    seat: Seat
    what: Literal["exchange", "void"]
    tiles: tuple[Tile, ...] | None = None
    suit: Suit | None = None


@dataclass(frozen=True, slots=True)
class Exchanged:
    """All exchanges at once (R6). A seat sees its own ``gave`` and ``received``."""

    die: int
    direction: Direction
    gave: tuple[tuple[Tile, ...] | None, ...]
    received: tuple[tuple[Tile, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class Voided:
    """All void suits at once (R7)."""

    suits: tuple[Suit, ...]


@dataclass(frozen=True, slots=True)
class Drew:
    """A tile drawn from the front of the wall, or from its tail after a kong (R8)."""

    seat: Seat
    tile: Tile | None
    source: Literal["wall", "tail"]


@dataclass(frozen=True, slots=True)
class Discarded:
    """A discard; a claim window follows (R9)."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Punged:
    """A pung of ``source``'s discard (R9)."""

    seat: Seat
    tile: Tile
    source: Seat


@dataclass(frozen=True, slots=True)
class Konged:
    """A kong; an added one may still be robbed (R8-R10). ``source`` only for an exposed one."""

    seat: Seat
    tile: Tile
    kind: MeldKind
    source: Seat | None


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat let something go on another's tile: told to that seat only."""

    seat: Seat
    declined: tuple[Declined, ...]


@dataclass(frozen=True, slots=True)
class Overruled:
    """A pung or kong asked for and overruled by a win (R9): told to that seat only."""

    seat: Seat
    asked: Literal["pung", "kong"]


@dataclass(frozen=True, slots=True)
class Won:
    """A win (R12). The winner's hand is laid open: ``concealed`` holds the winning tile, sorted.

    ``place`` counts the winners of the hand from 1.
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
    """After the wins on an added kong: whether the kong stands or falls back to a pung (R10)."""

    seat: Seat
    tile: Tile
    stands: bool


@dataclass(frozen=True, slots=True)
class Exhausted:
    """A draw is due and the wall is empty (R12)."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """颗 from one seat to another (R65); ``ke`` > 0."""

    payer: Seat
    payee: Seat
    ke: Ke
    reason: Reason


@dataclass(frozen=True, slots=True)
class Settled:
    """The end of a hand (R61-R65, R17). ``deltas`` sum to zero. All hands are open now."""

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
