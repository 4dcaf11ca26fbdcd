"""Items on their way to a receipt, added up as soon as they are known."""

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from app.rules.options.items import ITEMS
from app.rules.scoring.reading.receipts import Group, Item
from app.rules.tiles.tiles import Ke, Tile

Line: TypeAlias = tuple[str, Ke, tuple[Tile, ...]]
"""An item that may earn nothing: id, 颗, and the tiles that earned it."""
Placed: TypeAlias = tuple[int, Item]
"""An item with its place in table order."""

PLACES: Final = {item.id: place for place, item in enumerate(ITEMS)}
"""The place of every item id in table order."""
by_place: Final[Callable[[Placed], int]] = itemgetter(0)
item_of: Final[Callable[[Placed], Item]] = itemgetter(1)


class Worth(NamedTuple):
    """What a part or a property of a hand earns, with the groups and the pair that it is read as.

    ``times`` is what it multiplies the sum of all with (R59).
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
    """The lines that earn something, in their order."""
    items = tuple((PLACES[id_], Item(id_, ke, tiles)) for id_, ke, tiles in lines if ke)
    return Worth(sum(item.ke for _, item in items), items, groups, pair, times)
