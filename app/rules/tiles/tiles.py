"""Tiles as kinds 0-29 and their text form (R1).

0-8 are 1m-9m, 9-17 are 1p-9p, 18-26 are 1s-9s, 27 is 5z (白), 28 is 6z (发), 29 is 7z (中).
There are no tile ids: the program does not distinguish the four copies of a kind.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

Tile: TypeAlias = int
Seat: TypeAlias = int
Suit: TypeAlias = int
"""0 万 (m), 1 筒 (p), 2 条 (s)."""
Ke: TypeAlias = int
"""颗, the unit of score."""
Counts: TypeAlias = bytes
"""Number of tiles of each of the 30 kinds, one byte per kind."""

KINDS: Final = 30
COPIES: Final = 4
TILES: Final = KINDS * COPIES
SUIT_LETTERS: Final = "mps"
FIRST_DRAGON: Final = 27
DRAGON_ROW: Final = 3
"""Index of the dragons in a row with one entry for each of 万, 筒, 条 and the dragons."""
DRAGONS: Final = (27, 28, 29)

NAMES: Final[tuple[str, ...]] = (
    *(f"{rank}{letter}" for letter in SUIT_LETTERS for rank in range(1, 10)),
    "5z",
    "6z",
    "7z",
)
_BY_NAME: Final = {name: kind for kind, name in enumerate(NAMES)}


class BadNotation(ValueError):
    """The text does not name tiles. ``code`` is ``bad_notation``."""

    code: Final = "bad_notation"


def suit_of(tile: Tile) -> Suit | None:
    """The suit of a tile; None for a dragon (R21: dragons are not a suit)."""
    return tile // 9 if tile < FIRST_DRAGON else None


def parse_tile(text: str) -> Tile:
    """``"5m"`` -> 4. Raises BadNotation."""
    try:
        return _BY_NAME[text]
    except KeyError:
        raise BadNotation(f"{text[:20]!r} is not a tile: write 1m-9m, 1p-9p, 1s-9s, 5z, 6z or 7z") from None


def format_tile(tile: Tile) -> str:
    """4 -> ``"5m"``."""
    return NAMES[tile]


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """``"123m55p777z"`` -> tiles in the written order. Raises BadNotation."""
    tiles: list[Tile] = []
    ranks = ""
    for char in text:
        if char in "123456789":
            ranks += char
        elif ranks and char in "mpsz":
            tiles.extend(parse_tile(rank + char) for rank in ranks)
            ranks = ""
        else:
            raise BadNotation(f"unexpected {char!r} in {text[:80]!r}")
    if ranks:
        raise BadNotation(f"{text[:80]!r} ends without a suit letter")
    return tuple(tiles)


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles -> sorted text such as ``"123m55p777z"``."""
    out = ""
    ranks = ""
    letter = ""
    for tile in sorted(tiles):
        rank, suit = NAMES[tile][0], NAMES[tile][1]
        if suit != letter and ranks:
            out += ranks + letter
            ranks = ""
        letter = suit
        ranks += rank
    return out + ranks + letter if ranks else out


def counts_of(tiles: Iterable[Tile]) -> Counts:
    """Number of tiles of each kind."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile] += 1
    return bytes(counts)


def changed(counts: Counts, tile: Tile, by: int) -> Counts:
    """The counts with ``by`` added to the count of one tile."""
    found = bytearray(counts)
    found[tile] += by
    return bytes(found)


def tiles_of(counts: Counts) -> tuple[Tile, ...]:
    """Counts -> sorted tiles."""
    return tuple(tile for tile in range(KINDS) for _ in range(counts[tile]))
