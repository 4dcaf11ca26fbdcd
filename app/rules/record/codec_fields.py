"""The parts of an encoded hand: tiles, melds, rivers, wins and results as short text.

A tile is one letter: ``A``-``Z`` and ``a``-``d`` for kinds 0-29. None is ``-``.
"""

from typing import Final, NamedTuple

from app.rules.hand.events import Reason, Settled, Transfer, Won
from app.rules.hand.settlement import deltas_of
from app.rules.hand.state import RiverTile, Taken
from app.rules.scoring.scoring import Group, GroupKind, Item, Score, WinBy
from app.rules.tiles.melds import Meld, MeldKind
from app.rules.tiles.tiles import KINDS, Tile

_LETTERS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcd"
_TO_LETTERS: Final = _LETTERS.ljust(256, b"?")
_TO_TILES: Final = bytes(_LETTERS.find(code) & 0xFF for code in range(256))
NONE: Final = "-"

_MELD_CODES: Final = {
    MeldKind.PUNG: "p",
    MeldKind.EXPOSED_KONG: "e",
    MeldKind.ADDED_KONG: "a",
    MeldKind.CONCEALED_KONG: "c",
}
_MELD_KINDS: Final = {code: kind for kind, code in _MELD_CODES.items()}
_GROUP_CODES: Final = {GroupKind.RUN: "r", GroupKind.TRIPLET: "t", GroupKind.KONG: "k", GroupKind.PAIR: "p"}
_GROUP_KINDS: Final = {code: kind for kind, code in _GROUP_CODES.items()}
_TAKEN_CODES: Final[dict[Taken | None, str]] = {None: NONE, "pung": "p", "kong": "k", "win": "w"}
_TAKEN: Final = {code: taken for taken, code in _TAKEN_CODES.items()}
_REASON_CODES: Final[dict[Reason, str]] = {
    "self_draw": "s",
    "discard": "d",
    "rob_kong": "k",
    "ready_check": "r",
    "flower_pig": "p",
}
_REASONS: Final = {code: reason for reason, code in _REASON_CODES.items()}


class _WonText(NamedTuple):
    """The values of an encoded win, in their order."""

    seat: str
    tile: str
    by: str
    source: str
    place: str
    melds: str
    concealed: str
    ke: str
    multiplier: str
    items: str
    groups: str


def put_tiles(tiles: tuple[Tile, ...]) -> str:
    """Tiles -> letters."""
    return bytes(tiles).translate(_TO_LETTERS).decode()


def get_tiles(text: str) -> tuple[Tile, ...]:
    """Letters -> tiles. Raises ValueError."""
    tiles = tuple(text.encode().translate(_TO_TILES))
    if tiles and max(tiles) >= KINDS:
        raise ValueError(f"not tiles: {text[:20]!r}")
    return tiles


def put_tile(tile: Tile | None) -> str:
    """Tile or None -> one letter."""
    return NONE if tile is None else chr(_LETTERS[tile])


def get_tile(text: str) -> Tile:
    """One letter -> tile. Raises ValueError."""
    (tile,) = get_tiles(text)
    return tile


def get_optional_tile(text: str) -> Tile | None:
    """One letter -> tile or None. Raises ValueError."""
    return None if text == NONE else get_tile(text)


def put_int(number: int | None) -> str:
    """Number or None -> text."""
    return NONE if number is None else str(number)


def get_int(text: str) -> int | None:
    """Text -> number or None. Raises ValueError."""
    return None if text == NONE else int(text)


def put_melds(melds: tuple[Meld, ...]) -> str:
    """Melds -> three characters each: kind, tile, source."""
    return "".join(_MELD_CODES[meld.kind] + put_tile(meld.tile) + put_int(meld.source) for meld in melds)


def get_melds(text: str) -> tuple[Meld, ...]:
    """Text of ``put_melds`` -> melds. Raises KeyError, ValueError."""
    tiles = get_tiles(text[1::3])
    return tuple(
        Meld(_MELD_KINDS[kind], tile, get_int(source))
        for kind, tile, source in zip(text[::3], tiles, text[2::3], strict=True)
    )


def put_river(river: tuple[RiverTile, ...]) -> str:
    """Discards -> two characters each: tile and claim."""
    return "".join(put_tile(entry.tile) + _TAKEN_CODES[entry.taken] for entry in river)


def get_river(text: str) -> tuple[RiverTile, ...]:
    """Text of ``put_river`` -> discards. Raises KeyError, ValueError."""
    tiles = get_tiles(text[::2])
    return tuple(RiverTile(tile, _TAKEN[taken]) for tile, taken in zip(tiles, text[1::2], strict=True))


def put_won(won: Won) -> str:
    """Win with its receipt -> text: fields separated by commas, lists by spaces."""
    score = won.score
    items = " ".join(f"{item.id}={item.ke}={put_tiles(item.tiles)}" for item in score.items)
    groups = "".join(
        _GROUP_CODES[group.kind] + put_tile(group.tile) + str(int(group.melded)) for group in score.groups
    )
    values = _WonText(
        seat=str(won.seat),
        tile=put_tile(won.tile),
        by=won.by.value,
        source=put_int(won.source),
        place=str(won.place),
        melds=put_melds(won.melds),
        concealed=put_tiles(won.concealed),
        ke=str(score.ke),
        multiplier=str(score.multiplier),
        items=items,
        groups=groups,
    )
    return ",".join(values)


def get_won(text: str) -> Won:
    """Text of ``put_won`` -> win. Raises IndexError, KeyError, TypeError, ValueError."""
    values = _WonText._make(text.split(","))
    groups = values.groups
    return Won(
        seat=int(values.seat),
        tile=get_tile(values.tile),
        by=WinBy(values.by),
        source=get_int(values.source),
        score=Score(
            ke=int(values.ke),
            items=tuple(_get_item(item) for item in values.items.split()),
            multiplier=int(values.multiplier),
            groups=tuple(
                Group(_GROUP_KINDS[groups[at]], get_tile(groups[at + 1]), groups[at + 2] == "1")
                for at in range(0, len(groups), 3)
            ),
        ),
        melds=get_melds(values.melds),
        concealed=get_tiles(values.concealed),
        place=int(values.place),
    )


def put_result(result: Settled) -> str:
    """Settlement -> text. It leaves out the deltas, because they follow from the transfers."""
    transfers = " ".join(
        f"{paid.payer}{paid.payee}{_REASON_CODES[paid.reason]}{paid.ke}" for paid in result.transfers
    )
    return ",".join((transfers, str(result.next_dealer), *(put_tiles(hand) for hand in result.hands)))


def get_result(text: str) -> Settled:
    """Text of ``put_result`` -> settlement. Raises KeyError, ValueError."""
    paid, dealer, *hands = text.split(",")
    transfers = tuple(
        Transfer(int(entry[0]), int(entry[1]), int(entry[3:]), _REASONS[entry[2]]) for entry in paid.split()
    )
    return Settled(
        transfers=transfers,
        deltas=deltas_of(transfers, len(hands)),
        next_dealer=int(dealer),
        hands=tuple(get_tiles(hand) for hand in hands),
    )


def _get_item(text: str) -> Item:
    name, ke, tiles = text.split("=")
    return Item(name, int(ke), get_tiles(tiles))
