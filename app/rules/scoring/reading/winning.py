"""Checks of a hand that a person typed in: does it win so, and if not, why (R7, R10, R11, R20, R21, R55)."""

from typing import Final, Literal, TypeAlias

from app.rules.scoring.reading.readings import standard_readings
from app.rules.scoring.reading.ready import is_seven_pairs, may_win, suit_mask
from app.rules.scoring.reading.receipts import Circumstances, WinBy
from app.rules.scoring.reading.shapes import split
from app.rules.tiles.melds import Meld
from app.rules.tiles.tiles import Counts, Suit, Tile, format_tile

FaultCode: TypeAlias = Literal[
    "tile_not_in_hand", "not_complete", "three_suits", "void_suit", "not_robbed", "no_kong", "only_robbed"
]


class NotWinning(ValueError):
    """The hand cannot win. ``code`` gives the reason, the message explains it."""

    def __init__(self, code: FaultCode, message: str) -> None:
        super().__init__(message)
        self.code: Final[FaultCode] = code


def fault_of(melds: tuple[Meld, ...], concealed: Counts, tile: Tile) -> NotWinning:
    """Why a hand that includes ``tile`` and does not win on it does not (R20, then R21 and R7)."""
    if not concealed[tile]:
        return NotWinning("tile_not_in_hand", f"the winning tile {format_tile(tile)} is not in the hand")
    if not standard_readings(split(concealed)) and not is_seven_pairs(concealed):
        return NotWinning("not_complete", "the hand is neither four groups and a pair nor seven pairs (R20)")
    return _suit_fault(suit_mask(melds, split(concealed)))


def check_suits(melds: tuple[Meld, ...], concealed: Counts, void_suit: Suit | None) -> None:
    """Raises NotWinning if the suits of the hand do not allow a win (R21, R7)."""
    suits = suit_mask(melds, split(concealed))
    if not may_win(suits, void_suit):
        raise _suit_fault(suits)


def _suit_fault(suits: int) -> NotWinning:
    """Why a hand of these suits, as bits, does not win."""
    if not may_win(suits, None):
        return NotWinning("three_suits", "the hand has three suits; a winning hand has at most two (R21)")
    return NotWinning("void_suit", "the hand holds tiles of its void suit (R7, R21)")


def check_circumstances(melds: tuple[Meld, ...], circumstances: Circumstances) -> None:
    """Raises NotWinning for circumstances that exclude each other, or that no hand with these melds can have.

    A replacement tile comes after a kong of one's own (R55). While a kong can be robbed, nobody has drawn its
    replacement and the wall has a tile (R11), so a robbed kong is neither after a kong nor the last tile.
    """
    if circumstances.by is WinBy.ROB_KONG and (circumstances.after_kong or circumstances.last_tile):
        raise NotWinning(
            "only_robbed", "a robbed kong is neither after a kong nor on the last tile (R11, R55)"
        )
    drew_replacement = circumstances.by is WinBy.DRAW and circumstances.after_kong
    if drew_replacement and not any(meld.is_kong for meld in melds):
        raise NotWinning("no_kong", "the hand has no kong, so it drew no replacement tile (R55)")


def check_robbed(melds: tuple[Meld, ...], concealed: Counts, tile: Tile) -> None:
    """Raises NotWinning unless ``tile`` can come from an added kong: its owner has the other three (R10)."""
    if concealed[tile] > 1 or any(meld.tile == tile for meld in melds):
        name = format_tile(tile)
        raise NotWinning("not_robbed", f"the hand holds another {name}, so nobody had a kong of it (R10)")
