"""Actions as JSON objects: ``{"type": "discard", "seat": 0, "tile": "5m"}``."""

from collections.abc import Mapping
from typing import assert_never

from app.rules.hand.actions import Action, Discard, Exchange, Kong, Pass, Proceed, Pung, Void, Win
from app.rules.tiles.tiles import SUIT_LETTERS, Suit, Tile, format_tile, parse_tile


def action_to_json(action: Action) -> dict[str, object]:
    """Action -> JSON object. Tiles are ``5m``, suits are ``m``, ``p`` or ``s``."""
    match action:
        case Exchange(seat=seat, tiles=tiles):
            return {"type": "exchange", "seat": seat, "tiles": [format_tile(tile) for tile in tiles]}
        case Void(seat=seat, suit=suit):
            return {"type": "void", "seat": seat, "suit": SUIT_LETTERS[suit]}
        case Discard(seat=seat, tile=tile):
            return {"type": "discard", "seat": seat, "tile": format_tile(tile)}
        case Pung(seat=seat, tile=tile):
            return {"type": "pung", "seat": seat, "tile": format_tile(tile)}
        case Kong(seat=seat, tile=tile):
            return {"type": "kong", "seat": seat, "tile": format_tile(tile)}
        case Win(seat=seat):
            return {"type": "win", "seat": seat}
        case Pass(seat=seat):
            return {"type": "pass", "seat": seat}
        case Proceed():
            return {"type": "proceed"}
        case _:
            assert_never(action)


def action_from_json(data: Mapping[str, object]) -> Action:
    """JSON object -> action. Raises ValueError if it is not an action (BadNotation for a tile)."""
    match dict(data):
        case {"type": "proceed"}:
            return Proceed()
        case {"type": str(kind), "seat": int(seat), **rest} if not isinstance(seat, bool):
            return _seat_action(kind, seat, rest)
        case _:
            raise ValueError("an action must have a type and a seat")


def _seat_action(kind: str, seat: int, rest: Mapping[str, object]) -> Action:
    match kind:
        case "exchange":
            first, second, third = sorted(_tiles(rest))
            return Exchange(seat, (first, second, third))
        case "void":
            return Void(seat, _suit(rest))
        case "discard":
            return Discard(seat, _tile(rest.get("tile")))
        case "pung":
            return Pung(seat, _tile(rest.get("tile")))
        case "kong":
            return Kong(seat, _tile(rest.get("tile")))
        case "win":
            return Win(seat)
        case "pass":
            return Pass(seat)
        case _:
            raise ValueError(f"unknown action {kind[:20]!r}")


def _tile(value: object) -> Tile:
    if not isinstance(value, str):
        raise ValueError("a tile must be a string such as 5m")
    return parse_tile(value)


def _tiles(rest: Mapping[str, object]) -> list[Tile]:
    tiles = rest.get("tiles")
    if not isinstance(tiles, list | tuple) or len(tiles) != 3:
        raise ValueError("an exchange must have three tiles")
    return [_tile(tile) for tile in tiles]


def _suit(rest: Mapping[str, object]) -> Suit:
    suit = rest.get("suit")
    if not isinstance(suit, str) or len(suit) != 1 or suit not in SUIT_LETTERS:
        raise ValueError("a suit must be m, p or s")
    return SUIT_LETTERS.index(suit)
