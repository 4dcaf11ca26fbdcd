"""What a seat, or the table itself, may do in a hand (R6-R11)."""

from dataclasses import dataclass
from typing import TypeAlias

from app.rules.tiles.tiles import Seat, Suit, Tile


@dataclass(frozen=True, slots=True)
class Exchange:
    """Give three tiles away before the hand (R6). ``tiles`` is sorted."""

    seat: Seat
    tiles: tuple[Tile, Tile, Tile]


@dataclass(frozen=True, slots=True)
class Void:
    """Choose the void suit 定缺 (R7)."""

    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a tile on the own turn (R8)."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Pung:
    """Ask for the tile just discarded with two of its kind in hand (R9)."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Kong:
    """On the own turn a concealed or added kong (R8), else a claim with three in hand (R9)."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Win:
    """Win on the drawn tile, the discard, or the tile of an added kong (R8-R10)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Pass:
    """Let a claim go (R9)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Proceed:
    """The table closes a claim window whose entitled seats have all answered, and play goes on.

    No seat's action: the room decides when (pace, steady windows). Seats that let their time run out
    have been given their default answer before.
    """


Action: TypeAlias = Exchange | Void | Discard | Pung | Kong | Win | Pass | Proceed


class IllegalAction(Exception):
    """The rules refuse an action; the state is unchanged.

    ``code`` is one of: not_your_turn, already_answered, wrong_phase, hand_over, not_in_hand, bad_exchange,
    bad_suit, void_suit_first, cannot_pung, cannot_kong, cannot_win, must_win, win_blocked, window_open.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
