"""The parts of what a seat sees, as they stand in snapshots and patches.

Tiles are ``"5m"``; a string of tiles is ``"123m55p"`` (R1). Seats count counter-clockwise; times are
server milliseconds.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from app.rules.scoring.near_misses import NearMissReason

OptionValue: TypeAlias = bool | int | str | dict[str, int] | list[str] | None


class RoomInfo(Struct, frozen=True):
    """What does not change while a match runs. ``options`` holds only what differs from the preset.

    A match costs ``cost`` room cards, 0 in a free room, and ``payer`` says who pays them: both are always
    sent.
    """

    id: str
    code: str
    preset: str
    options: dict[str, OptionValue]
    players: int
    hands: int
    turn_seconds: int | None
    window: Literal["fast", "steady"]
    owner: int
    payer: Literal["owner", "split", "winner"] = "owner"
    cost: int = 0


class SeatInfo(Struct, frozen=True, omit_defaults=True):
    """One taken seat. ``total`` is the match's 颗 so far; ``left`` a member who has gone after the match."""

    name: str
    bot: bool = False
    online: bool = True
    ready: bool = False
    auto: bool = False
    rematch: bool = False
    left: bool = False
    total: int = 0


class SharingView(Struct, frozen=True):
    """Players whose browser is the same, or whose address, which the operator may leave to himself."""

    what: Literal["device", "address"]
    seats: list[int]


class VoteView(Struct, frozen=True):
    """An open proposal to dissolve.

    ``answers`` by seat: true, or null for who is silent or not waited for; a false ends it.
    """

    proposer: int
    until: int
    answers: list[bool | None]


class ExchangeChoice(Struct, frozen=True):
    """One way to choose three tiles: all of ``must`` and ``pick`` more from ``choices`` (R6)."""

    must: str
    choices: str
    pick: int


class WinOffer(Struct, frozen=True):
    """What a win would be worth now."""

    ke: int
    items: dict[str, int]


class Decision(Struct, frozen=True, omit_defaults=True):
    """What this seat is asked, and exactly what it may answer.

    ``until`` null means no limit. ``suggested`` is what silence means: three tiles of an exchange, the letter
    of a void suit, or the tile discarded. ``ready`` maps each discard that leaves a ready hand to its waits
    with the 颗 of each; how many of a wait are left is for the client to count from what it sees.
    """

    id: int
    until: int | None = None
    discard: str = ""
    pung: str | None = None
    kong: list[str] = []
    win: WinOffer | None = None
    can_pass: bool = False
    exchange: list[ExchangeChoice] = []
    suggested: str = ""
    void: list[str] = []
    ready: dict[str, dict[str, int]] = {}


class MeldView(Struct, frozen=True, omit_defaults=True):
    """A meld (R2). ``source`` is the seat it was claimed from."""

    kind: Literal["pung", "exposed", "added", "concealed"]
    tile: str
    source: int | None = None


class WinView(Struct, frozen=True, omit_defaults=True):
    """A win: the hand laid open and its receipt, in 颗 before ``multiplier``.

    ``ke`` is what each payer pays: the sum of ``items`` times ``multiplier``, at most the option ``cap``,
    times ``base_points`` (R59). ``near_misses`` is what the open hand might claim besides and is not paid
    for.
    """

    seat: int
    place: int
    tile: str
    by: Literal["draw", "discard", "rob_kong"]
    ke: int
    multiplier: int
    items: list["ReceiptItem"]
    concealed: str
    source: int | None = None
    near_misses: list["NearMissView"] = []


class ReceiptItem(Struct, frozen=True):
    """One line of a receipt: item id, 颗, and the tiles that earned it."""

    id: str
    ke: int
    tiles: str


class NearMissView(Struct, frozen=True):
    """An item that does not count, or not in full: item id, the reason, and the tiles in question."""

    id: str
    reason: NearMissReason
    tiles: str


class TransferView(Struct, frozen=True):
    """颗 that change hands (R65)."""

    payer: int
    payee: int
    ke: int
    reason: Literal["self_draw", "discard", "rob_kong", "ready_check", "flower_pig"]


class ResultView(Struct, frozen=True):
    """The end of a hand (R61-R65) with all hands open and the seeds revealed (R60).

    ``client_seeds`` as the deal took them: by seat, in hand 1 by the seats before R4.
    """

    exhausted: bool
    deltas: list[int]
    transfers: list[TransferView]
    hands: list[str]
    next_dealer: int
    seed: str
    client_seeds: list[str]


class ExchangeView(Struct, frozen=True, omit_defaults=True):
    """What a seat knows of the exchange (R6)."""

    chosen: list[bool]
    gave: str = ""
    received: str = ""
    die: int | None = None
    direction: Literal["next", "opposite", "previous"] | None = None


class PlayerView(Struct, frozen=True):
    """One player's side of the table. ``claimed`` lists the indexes in ``river`` that others took."""

    tiles: int
    melds: list[MeldView]
    river: list[str]
    claimed: list[int]
    void: str | None
    won: WinView | None


class OfferView(Struct, frozen=True):
    """The tile a claim window is about."""

    tile: str
    seat: int
    kind: Literal["discard", "added_kong"]


class HandView(Struct, frozen=True):
    """A hand as one seat may see it. ``hand`` are the own tiles without ``drawn``."""

    number: int
    dealer: int
    dice: list[int]
    phase: Literal["exchanging", "voiding", "turn", "claiming", "over"]
    turn: int | None
    offer: OfferView | None
    wall: int
    hand: str
    drawn: str | None
    players: list[PlayerView]
    exchange: ExchangeView | None
    void_chosen: list[bool] | None
    exhausted: bool
    result: ResultView | None
