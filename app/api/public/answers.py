"""Answers to players and clients. Times are server ms, sums are 颗 or room cards."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import WithJsonSchema

from app.api.http.answers import (
    STORED,
    Answer,
    OptionValue,
    Payer,
    StoredOptions,
    Window,
    omitted,
    shown,
)
from app.rooms.state.room import Phase
from app.rules.options.option_specs import OptionKind
from app.rules.scoring.near_patterns import NearMissReason


class SeatCard(Answer):
    """Who has a seat."""

    name: str
    bot: bool


class RoomCard(Answer):
    """What a room shows to a visitor who knows its code. ``id``: for members only.

    ``options``: what differs from the preset. ``cost``: room cards of a match, for the whole table.
    ``join_cost``: room cards that a player who takes a seat has to hold. ``seats``: null for a free seat.
    """

    model_config = shown(
        {
            "id": "0f3e8a91c47d4b02a6e5d3c1b8f7a924",
            "code": "204816",
            "preset": "classic",
            "options": {"hands": 4},
            "players": 4,
            "hands": 4,
            "turn_seconds": 30,
            "window": "fast",
            "payer": "split",
            "cost": 4,
            "join_cost": 1,
            "phase": "lobby",
            "seats": [{"name": "阿勇", "bot": False}, None, None, None],
            "member": True,
        }
    )

    id: str | None
    code: str
    preset: str
    options: StoredOptions
    players: int
    hands: int
    turn_seconds: int | None
    window: Window
    payer: Payer
    cost: int
    join_cost: int
    phase: Phase
    seats: tuple[SeatCard | None, ...]
    member: bool


class RoomAnswer(Answer):
    """A room."""

    room: RoomCard


class HandPlayer(Answer):
    """Who played a seat of a hand, under the name of that day."""

    name: str
    bot: bool


class HandSummary(Answer):
    """A finished hand. By seat: ``players`` and ``deltas`` (颗)."""

    id: str
    match: int
    hand: int
    players: tuple[HandPlayer, ...]
    deltas: tuple[int, ...]
    dealer: int
    exhausted: bool
    ended_at: int


class HandList(Answer):
    """The finished hands of a room in the order of play."""

    hands: tuple[HandSummary, ...]


class HandTransfer(Answer):
    """颗 that one seat pays to another (R65)."""

    payer: int
    payee: int
    ke: int
    reason: str


BookedWinJson: TypeAlias = Annotated[Mapping[str, object], WithJsonSchema({STORED: "BookedWin"})]
LogLineJson: TypeAlias = Annotated[Mapping[str, object], WithJsonSchema({STORED: "LogLine"})]


class HandDetail(HandSummary):
    """All that the server keeps of a finished hand.

    ``wins``: the receipts in the order of the wins. ``seed``, ``client_seeds`` and ``commitment``: hex (R60).
    ``kept``: ``no_log`` if the time of the log is over, ``sums`` if that of transfers and receipts is too.
    """

    preset: str
    options: StoredOptions
    next_dealer: int
    transfers: tuple[HandTransfer, ...]
    wins: tuple[BookedWinJson, ...]
    seed: str
    client_seeds: tuple[str, ...]
    commitment: str
    kept: Literal["whole", "no_log", "sums"]
    log: tuple[LogLineJson, ...]


class OptionSpec(Answer):
    """One option of the rules, enough to draw its control.

    ``choices``: the values of a choice or the members of a set. ``keys``: the keys of a map. ``minimum`` and
    ``maximum``: the bounds of an int or of the values of a map.
    """

    name: str
    kind: OptionKind
    rules: tuple[str, ...]
    choices: tuple[str | int, ...]
    keys: tuple[str, ...]
    minimum: int
    maximum: int
    nullable: bool


class ItemSpec(Answer):
    """A scoring item. ``ke``: its 颗 unless the option ``values`` differs; null if an option prices it."""

    id: str
    rule: str
    ke: int | None


class RoomDefaults(Answer):
    """What a new room has if its maker does not say otherwise."""

    preset: str
    turn_seconds: int | None
    window: Window
    payer: Payer


class Rules(Answer):
    """Presets with all their options, the options with their bounds, the scoring items, and the defaults."""

    presets: dict[str, dict[str, OptionValue]]
    options: tuple[OptionSpec, ...]
    items: tuple[ItemSpec, ...]
    turn_seconds: tuple[int | None, ...]
    windows: tuple[Window, ...]
    defaults: RoomDefaults


class Prices(Answer):
    """Room cards of a match by its greatest number of hands, for each kind of payer."""

    owner: dict[str, int]
    split: dict[str, int]
    winner: dict[str, int]


class CardPrices(Answer):
    """What rooms cost. ``free``: nothing."""

    free: bool
    prices: Prices


class Config(Answer):
    """What a client needs before it draws.

    ``share_url``: an address of this server that other devices can open; null for the address of the page.
    ``announcement``: the operator's text, empty for none. ``draining``: the server opens no new rooms.
    """

    model_config = shown(
        {
            "version": "0.1.0",
            "share_url": "https://mahjong.example",
            "languages": ["zh-CN", "en"],
            "announcement": "",
            "draining": False,
            "cards": {
                "free": False,
                "prices": {"owner": {"8": 4}, "split": {"8": 4}, "winner": {"8": 4}},
            },
        }
    )

    version: str
    share_url: str | None
    languages: tuple[str, ...]
    announcement: str
    draining: bool
    cards: CardPrices


class ScoredItem(Answer):
    """A line of a receipt: the item, its rule (R41), 颗, and its tiles."""

    id: str
    rule: str
    ke: int
    tiles: str


class NearMiss(Answer):
    """An item that the hand seems to earn and does not, and why."""

    id: str
    rule: str
    reason: NearMissReason
    tiles: str


class WaitKe(Answer):
    """A tile that completes the hand, and the 颗 of that win."""

    tile: str
    ke: int


class Receipt(Answer):
    """What a hand of 14 tiles pays. ``ke``: after ``multiplier``; the items: before it.

    ``waits``: the waits of the 13 tiles without the winning one.
    """

    ke: int
    multiplier: int
    items: tuple[ScoredItem, ...]
    near_misses: tuple[NearMiss, ...]
    waits: tuple[WaitKe, ...]


class Waits(Answer):
    """The waits of 13 tiles. ``why``: only where there is none."""

    model_config = shown({"waits": [{"tile": "3p", "ke": 12}]}, {"waits": [], "why": "not_ready"})

    waits: tuple[WaitKe, ...]
    why: Literal["not_ready", "three_suits", "void_suit"] = omitted()
