"""What a winning hand is worth: the best reading, itemised (R30-R59)."""

from app.rules.melds import Meld
from app.rules.options import Options
from app.rules.receipts import Circumstances, Group, GroupKind, Item, Score, WinBy
from app.rules.tiles import Counts, Suit, Tile

__all__ = ["Circumstances", "Group", "GroupKind", "Item", "Score", "WinBy", "score"]


def score(  # noqa: PLR0913
    options: Options,
    melds: tuple[Meld, ...],
    concealed: Counts,
    tile: Tile,
    circumstances: Circumstances,
    void_suit: Suit | None = None,
) -> Score | None:
    """The score of a hand won on ``tile``, or None where it does not win (R20, R21, R7).

    ``concealed`` counts the tiles in hand with the winning tile among them, melds apart.
    """
    raise NotImplementedError
