"""Hands as text, melds first: ``[111p](2222m)567m789p44m`` (R1, R2)."""

import re
from typing import Final, Literal, TypeAlias

from app.rules.tiles.melds import Meld, MeldKind
from app.rules.tiles.tiles import (
    COPIES,
    BadNotation,
    Counts,
    Tile,
    counts_of,
    format_tile,
    format_tiles,
    parse_tiles,
    tiles_of,
)

HandCode: TypeAlias = Literal["bad_notation", "wrong_count", "too_many_tiles"]
WHOLE_HAND: Final = 14
"""Number of tiles in a hand with its winning tile. A kong counts as three."""

_PIECES: Final = re.compile(r"\[[^\[\]()]*\]|\([^\[\]()]*\)|[^\[\]()]+|.", re.DOTALL)


class HandError(ValueError):
    """The text is not a hand. ``code`` gives the reason."""

    def __init__(self, code: HandCode, message: str) -> None:
        super().__init__(message)
        self.code: Final[HandCode] = code


def parse_hand(text: str, size: int = WHOLE_HAND) -> tuple[tuple[Meld, ...], Counts]:
    """Parse a hand. Return its melds in the written order, and the counts of the other tiles.

    ``[555p]`` is a pung, ``[5555p]`` an exposed or added kong (parsed as exposed), ``(5555p)`` a concealed
    kong. ``size`` is the required number of tiles: 14 with the winning tile. A kong counts as three.
    Raises HandError: bad_notation, too_many_tiles (five of a kind), wrong_count.
    """
    melds: list[Meld] = []
    tiles: list[Tile] = []
    for piece in _PIECES.findall(text):
        try:
            if piece[0] in "[(":
                melds.append(_parse_meld(piece))
            else:
                tiles.extend(parse_tiles(piece))
        except BadNotation as error:
            raise HandError("bad_notation", str(error)) from None
    concealed = counts_of(tiles)
    _check_copies(tuple(melds), concealed)
    count = 3 * len(melds) + len(tiles)
    if count != size:
        raise HandError("wrong_count", f"{count} tiles instead of {size} (a kong counts as three)")
    return tuple(melds), concealed


def format_hand(melds: tuple[Meld, ...], concealed: Counts) -> str:
    """The text of a hand: melds in their order, then the sorted tiles. ``parse_hand`` parses it."""
    return "".join(map(format_meld, melds)) + format_tiles(tiles_of(concealed))


def format_meld(meld: Meld) -> str:
    """The text of a meld: ``[555p]``, ``[5555p]`` or ``(5555p)``."""
    rank, suit = format_tile(meld.tile)[0], format_tile(meld.tile)[1]
    text = rank * meld.size + suit
    return f"({text})" if meld.is_concealed else f"[{text}]"


def _parse_meld(piece: str) -> Meld:
    tiles = parse_tiles(piece[1:-1])
    if len(set(tiles)) == 1:
        if len(tiles) == 4:
            kind = MeldKind.CONCEALED_KONG if piece[0] == "(" else MeldKind.EXPOSED_KONG
            return Meld(kind, tiles[0])
        if len(tiles) == 3 and piece[0] == "[":
            return Meld(MeldKind.PUNG, tiles[0])
    raise BadNotation(f"{piece[:20]!r} is not a meld: write [555p], [5555p] or (5555p)")


def _check_copies(melds: tuple[Meld, ...], concealed: Counts) -> None:
    held = list(concealed)
    for meld in melds:
        held[meld.tile] += meld.size
    for tile, count in enumerate(held):
        if count > COPIES:
            raise HandError("too_many_tiles", f"{count} of {format_tile(tile)}: there are only {COPIES}")
