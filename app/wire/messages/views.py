"""The parts of a member's view, in snapshots and patches.

A tile is ``"5m"``, a string of tiles is ``"123m55p"`` (R1). Seats count counter-clockwise. Times are
server ms.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from app.rules.scoring.near_misses import NearMissReason

OptionValue: TypeAlias = bool | int | str | dict[str, int] | list[str] | None


class RoomInfo(Struct, frozen=True):
    """What does not change during a match. ``options``: those that differ from the preset.

    ``cost``: room cards for each match, 0 in a free room. ``payer``: who pays them. Both are always sent.
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
    """One taken seat. ``total``: 颗 of the match so far. ``left``: the player has left after the match."""

    name: str
    bot: bool = False
    online: bool = True
    ready: bool = False
    auto: bool = False
    rematch: bool = False
    left: bool = False
    total: int = 0


class SharingView(Struct, frozen=True):
    """Players who share a browser or an address. Each room decides whether players see shared addresses."""

    what: Literal["device", "address"]
    seats: list[int]


class VoteView(Struct, frozen=True):
    """An open proposal to dissolve.

    ``answers``: by seat, true, or null if the seat has not answered or is not asked. A refusal ends the vote.
    """

    proposer: int
    until: int
    answers: list[bool | None]


class VoteEndView(Struct, frozen=True):
    """How the newest proposal to dissolve ended. All players are seats.

    ``agreed``: the room is dissolved. ``refused``: who said no. ``silent``: who was asked and did not answer.
    """

    proposer: int
    agreed: bool
    refused: list[int]
    silent: list[int]


class DepartedView(Struct, frozen=True):
    """A player who has lost the seat since the newest match began.

    ``why``: the owner has ``removed`` them, or they were ``away`` (offline) for too long.
    """

    name: str
    why: Literal["removed", "away"]


class ExchangeChoice(Struct, frozen=True):
    """One way to choose three tiles: all of ``must``, and ``pick`` tiles of ``choices`` (R6)."""

    must: str
    choices: str
    pick: int


class WinOffer(Struct, frozen=True):
    """The value of a win now, in 颗."""

    ke: int
    items: dict[str, int]


class Decision(Struct, frozen=True, omit_defaults=True):
    """An open decision of this seat, with all its legal answers.

    ``until``: null without a limit. ``suggested``: the default answer when the time is over: three tiles of
    an exchange, the letter of a void suit, or the tile to discard. ``ready``: each discard that leaves a
    ready hand, with its waits and their 颗. The client counts how many tiles of a wait are left.
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
    """A meld (R2). ``source``: the seat whose tile was claimed."""

    kind: Literal["pung", "exposed", "added", "concealed"]
    tile: str
    source: int | None = None


class WinView(Struct, frozen=True, omit_defaults=True):
    """A win: the open hand and its receipt. ``items`` are in 颗 before ``multiplier``.

    ``ke``: what each payer pays: the sum of ``items`` times ``multiplier``, at most the option ``cap``,
    times ``base_points`` (R59). ``near_misses``: items that the open hand almost has; nobody pays for them.
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
    """A transfer between two seats, in 颗 (R65)."""

    payer: int
    payee: int
    ke: int
    reason: Literal["self_draw", "discard", "rob_kong", "ready_check", "flower_pig"]


class ResultView(Struct, frozen=True):
    """The end of a hand (R61-R65), with all hands and the revealed seeds (R60).

    ``client_seeds``: in the order of the deal: by seat, in hand 1 by the seats before R4.
    """

    exhausted: bool
    deltas: list[int]
    transfers: list[TransferView]
    hands: list[str]
    next_dealer: int
    seed: str
    client_seeds: list[str]


class ExchangeView(Struct, frozen=True, omit_defaults=True):
    """What the seat may know of the exchange (R6)."""

    chosen: list[bool]
    gave: str = ""
    received: str = ""
    die: int | None = None
    direction: Literal["next", "opposite", "previous"] | None = None


class PlayerView(Struct, frozen=True):
    """One player at the table. ``claimed``: indexes of the tiles in ``river`` that other players took."""

    tiles: int
    melds: list[MeldView]
    river: list[str]
    claimed: list[int]
    void: str | None
    won: WinView | None


class OfferView(Struct, frozen=True):
    """The tile that players may claim, and the seat it comes from."""

    tile: str
    seat: int
    kind: Literal["discard", "added_kong"]


class HandView(Struct, frozen=True):
    """A hand as one seat may see it. ``hand``: the own concealed tiles without ``drawn``."""

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
