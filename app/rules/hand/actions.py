"""The actions of a seat or of the table in a hand (R6-R11)."""

from dataclasses import dataclass
from typing import TypeAlias

from app.rules.tiles.tiles import Seat, Suit, Tile


@dataclass(frozen=True, slots=True)
class Exchange:
    """Give three tiles away before the first turn (R6). ``tiles`` is sorted."""

    seat: Seat
    tiles: tuple[Tile, Tile, Tile]


@dataclass(frozen=True, slots=True)
class Void:
    """Choose the void suit 定缺 (R7)."""

    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a tile on the seat's own turn (R8)."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Pung:
    """Claim the discard for a pung, with two of its kind in hand (R9)."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Kong:
    """On the seat's own turn: a concealed or added kong (R8). Else: a claim with three in hand (R9)."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Win:
    """Win on the drawn tile, the discard, or the tile of an added kong (R8-R10)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Pass:
    """Claim nothing (R9)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Proceed:
    """The table closes a claim window in which every seat with an offer has answered.

    The room decides when it closes the window (pace, steady windows). Before that, it gives the default
    answer for each seat whose time ran out.
    """


Action: TypeAlias = Exchange | Void | Discard | Pung | Kong | Win | Pass | Proceed


class IllegalAction(Exception):
    """The rules do not allow an action. The state does not change.

    ``code`` is one of: not_your_turn, already_answered, wrong_phase, hand_over, not_in_hand, bad_exchange,
    bad_suit, void_suit_first, cannot_pung, cannot_kong, cannot_win, must_win, win_blocked, window_open.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
