"""The answer of the scorer: the items that a hand earned, and the reading that earned them (R30)."""

from dataclasses import dataclass
from enum import StrEnum

from app.rules.tiles.tiles import Ke, Tile


class WinBy(StrEnum):
    """How the winning tile came: self-draw, another's discard, or a robbed kong (R33, R56)."""

    DRAW = "draw"
    DISCARD = "discard"
    ROB_KONG = "rob_kong"


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What happened around a win.

    ``after_kong``: won on the replacement tile, or on the first discard after a kong and its replacement
    (R55). ``last_tile``: won on the last tile of the wall, or on the discard that follows it (R57).
    Neither can go with a robbed kong, where both are ignored.
    """

    by: WinBy
    after_kong: bool = False
    last_tile: bool = False


class GroupKind(StrEnum):
    """What a reading divides a hand into (R20)."""

    RUN = "run"
    TRIPLET = "triplet"
    KONG = "kong"
    PAIR = "pair"


@dataclass(frozen=True, slots=True)
class Group:
    """One part of a reading. ``tile`` is its lowest tile; ``melded``: it lies on the table."""

    kind: GroupKind
    tile: Tile
    melded: bool = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its tiles, lowest first."""
        match self.kind:
            case GroupKind.RUN:
                return (self.tile, self.tile + 1, self.tile + 2)
            case GroupKind.TRIPLET:
                return (self.tile,) * 3
            case GroupKind.KONG:
                return (self.tile,) * 4
            case GroupKind.PAIR:
                return (self.tile,) * 2


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a receipt: an id of ``items.ITEMS``, its 颗, and the tiles that earned it.

    ``tiles`` is empty where the hand as a whole earned it. An item earned twice is there twice;
    what earns nothing (0 颗) is left out.
    """

    id: str
    ke: Ke
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """The best reading of a winning hand.

    ``ke`` is what the hand pays after multipliers, cap and base points (R59), ``items`` the sum before
    them in table order, ``multiplier`` 1, 2 or 4, ``groups`` the reading, melds first.
    """

    ke: Ke
    items: tuple[Item, ...]
    multiplier: int
    groups: tuple[Group, ...]

    def totals(self) -> dict[str, Ke]:
        """颗 summed by item id, in table order, before multipliers."""
        sums: dict[str, Ke] = {}
        for item in self.items:
            sums[item.id] = sums.get(item.id, 0) + item.ke
        return sums
