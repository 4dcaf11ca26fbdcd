"""Types of stored JSON, for the document alone: receipts and logs of finished hands go out as they are."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from app.api.http.answers import Answer, Stored, StoredOptions, Suit, WinKind, omitted


class BookedItem(Answer):
    """A line of a receipt: item, 颗 and tiles."""

    id: str
    ke: int
    tiles: str


class BookedWin(Answer):
    """A win with its receipt. ``source``: the seat that paid for a discard or a robbed kong."""

    seat: int
    place: int
    tile: str
    by: WinKind
    source: int | None
    ke: int
    multiplier: int
    items: tuple[BookedItem, ...]
    melds: str
    concealed: str


class LogHand(Answer):
    """The first line: rules, seeds and wall. ``seating_dice``: only in the first hand of a match (R4)."""

    type: Literal["hand"]
    version: int
    preset: str
    options: StoredOptions
    players: int
    hand: int
    dealer: int
    seed: str
    client_seeds: tuple[str, ...]
    context: str
    commitment: str
    seating_dice: tuple[tuple[tuple[int, ...] | None, ...], ...] = omitted()
    dice: tuple[int, ...]
    wall: tuple[str, ...]


class LogDeal(Answer):
    """The deal (R5). ``last``: the last tile of the dealer."""

    type: Literal["deal"]
    hands: tuple[str | None, ...]
    last: str | None


class LogExchange(Answer):
    """The exchange of three tiles (R6)."""

    type: Literal["exchange"]
    die: int
    direction: Literal["next", "opposite", "previous"]
    gave: tuple[str | None, ...]


class LogVoid(Answer):
    """The void suits by seat (R7)."""

    type: Literal["void"]
    suits: tuple[Suit, ...]


class LogDraw(Answer):
    """A draw from the front or the tail of the wall."""

    type: Literal["draw"]
    seat: int
    tile: str
    source: Annotated[Literal["wall", "tail"], Field(alias="from")]


class LogDiscard(Answer):
    """A discard."""

    type: Literal["discard"]
    seat: int
    tile: str


class LogPung(Answer):
    """A pung of the discard of the seat ``from``."""

    type: Literal["pung"]
    seat: int
    tile: str
    source: Annotated[int, Field(alias="from")]


class LogKong(Answer):
    """A kong. ``from``: only for an exposed one."""

    type: Literal["kong"]
    seat: int
    tile: str
    kind: Literal["exposed", "added", "concealed"]
    source: int = omitted("from")


class LogPass(Answer):
    """A seat that lets a tile pass, and what it declines."""

    type: Literal["pass"]
    seat: int
    declined: tuple[Literal["win", "pung", "kong"], ...]


class LogOverruled(Answer):
    """A pung or kong over which a win took precedence."""

    type: Literal["overruled"]
    seat: int
    asked: Literal["pung", "kong"]


class LogWin(Answer):
    """A win. ``items``: 颗 by item before ``multiplier``. ``from``: only for a discard or a robbed kong."""

    type: Literal["win"]
    seat: int
    tile: str
    by: WinKind
    source: int = omitted("from")
    ke: int
    items: dict[str, int]
    multiplier: int
    hand: str


class LogExhausted(Answer):
    """A draw is due and the wall is empty."""

    type: Literal["exhausted"]


class LogTransfer(Answer):
    """颗 that one seat pays to another."""

    payer: int
    payee: int
    ke: int
    reason: Literal["self_draw", "discard", "rob_kong", "ready_check", "flower_pig"]


class LogSettle(Answer):
    """The last line: the settlement."""

    type: Literal["settle"]
    transfers: tuple[LogTransfer, ...]
    deltas: tuple[int, ...]
    next_dealer: int


LogLine = TypeAliasType(
    "LogLine",
    LogHand
    | LogDeal
    | LogExchange
    | LogVoid
    | LogDraw
    | LogDiscard
    | LogPung
    | LogKong
    | LogPass
    | LogOverruled
    | LogWin
    | LogExhausted
    | LogSettle,
)


class StoredHands(Stored):
    """Types of finished hands."""

    win: BookedWin
    line: LogLine
