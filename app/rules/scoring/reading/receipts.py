"""The result of the scorer: the items of a hand, and the reading that earns them (R30)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from app.rules.tiles.tiles import Ke, Tile


class WinBy(StrEnum):
    """Source of the winning tile: self-draw, another player's discard, or a robbed kong (R33, R56)."""

    DRAW = "draw"
    DISCARD = "discard"
    ROB_KONG = "rob_kong"


@dataclass(frozen=True, slots=True)
class Circumstances:
    """How the player won.

    ``after_kong``: the winning tile is a kong's replacement tile, or the first discard after it (R55).
    ``last_tile``: the winning tile is the last tile of the wall, or the discard that follows it (R57).
    The scorer ignores both for a robbed kong, because neither can happen with it.
    """

    by: WinBy
    after_kong: bool = False
    last_tile: bool = False


class GroupKind(StrEnum):
    """The kinds of parts in a reading (R20)."""

    RUN = "run"
    TRIPLET = "triplet"
    KONG = "kong"
    PAIR = "pair"


@dataclass(frozen=True, slots=True)
class Group:
    """One part of a reading. ``tile`` is its lowest tile. ``melded``: the group is a meld."""

    kind: GroupKind
    tile: Tile
    melded: bool = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles of the group, lowest first."""
        match self.kind:
            case GroupKind.RUN:
                return (self.tile, self.tile + 1, self.tile + 2)
            case GroupKind.TRIPLET:
                return (self.tile,) * 3
            case GroupKind.KONG:
                return (self.tile,) * 4
            case GroupKind.PAIR:
                return (self.tile,) * 2
            case _:
                assert_never(self.kind)


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a receipt: an id of ``items.ITEMS``, its 颗, and the tiles that earn it.

    ``tiles`` is empty if the whole hand earns the item. A receipt lists an item once for each time the hand
    earns it, and omits items of 0 颗.
    """

    id: str
    ke: Ke
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """The best reading of a winning hand, with its receipt.

    ``ke`` is the 颗 of the hand after multiplier, cap and base points (R59). ``items`` are the lines before
    these, in table order. ``multiplier`` is 1, 2 or 4. ``groups`` is the reading, melds first.
    """

    ke: Ke
    items: tuple[Item, ...]
    multiplier: int
    groups: tuple[Group, ...]

    def totals(self) -> dict[str, Ke]:
        """Total 颗 of each item id before the multiplier, in table order."""
        sums: dict[str, Ke] = {}
        for item in self.items:
            sums[item.id] = sums.get(item.id, 0) + item.ke
        return sums
