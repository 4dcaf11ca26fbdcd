"""Tiles and suits in the notation of the wire."""

from collections import Counter
from collections.abc import Iterable

from app.rules.tiles.tiles import SUIT_LETTERS, Suit, Tile, format_tile


def tile_name(tile: Tile | None) -> str | None:
    """``"5m"``, or None for no tile."""
    return None if tile is None else format_tile(tile)


def suit_name(suit: Suit | None) -> str | None:
    """``"m"``, ``"p"``, ``"s"``, or None for no suit."""
    return None if suit is None else SUIT_LETTERS[suit]


def less(tiles: Iterable[Tile], gone: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles, sorted, without one copy for each tile of ``gone``."""
    return tuple(sorted((Counter(tiles) - Counter(gone)).elements()))
