"""The items that a part of a hand earns, with their total 颗."""

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from app.rules.options.items import ITEMS
from app.rules.scoring.reading.receipts import Group, Item
from app.rules.tiles.tiles import Ke, Tile

Line: TypeAlias = tuple[str, Ke, tuple[Tile, ...]]
"""An item that may be 0 颗: id, 颗, and the tiles that earn it."""
Placed: TypeAlias = tuple[int, Item]
"""An item, after its place in table order."""

PLACES: Final = {item.id: place for place, item in enumerate(ITEMS)}
"""The place of every item id in table order."""
by_place: Final[Callable[[Placed], int]] = itemgetter(0)
item_of: Final[Callable[[Placed], Item]] = itemgetter(1)


class Worth(NamedTuple):
    """What a part of a hand earns: total ``ke`` and ``items``, with the groups and the pair of the part.

    ``times`` is the factor that it adds to the multiplier of the whole hand (R59).
    """

    ke: Ke = 0
    items: tuple[Placed, ...] = ()
    groups: tuple[Group, ...] = ()
    pair: tuple[Group, ...] = ()
    times: int = 1


NOTHING: Final = Worth()


def worth_of(
    lines: Iterable[Line], groups: tuple[Group, ...] = (), pair: tuple[Group, ...] = (), times: int = 1
) -> Worth:
    """Build a Worth from lines, in their order. Lines of 0 颗 are left out."""
    items = tuple((PLACES[id_], Item(id_, ke, tiles)) for id_, ke, tiles in lines if ke)
    return Worth(sum(item.ke for _, item in items), items, groups, pair, times)
