"""The readings of a complete hand: its divisions into groups and a pair, or seven pairs (R20, R30)."""

from itertools import product
from typing import Final, TypeAlias

from app.rules.scoring.reading.receipts import Group, GroupKind
from app.rules.scoring.reading.shapes import DRAGONS, NO_PAIR, SUIT, Keys, Part
from app.rules.tiles.tiles import DRAGON_ROW, KINDS, Counts, Tile

Reading: TypeAlias = tuple[Part, Part, Part, Part]
"""A division of the concealed 万, 筒, 条 and dragons. It excludes the melds."""

# Groups made in advance, because a lookup is faster than making one.
RUNS: Final = tuple(Group(GroupKind.RUN, tile) for tile in range(KINDS))
TRIPLETS: Final = tuple(Group(GroupKind.TRIPLET, tile) for tile in range(KINDS))
PAIRS: Final = tuple(Group(GroupKind.PAIR, tile) for tile in range(KINDS))
PUNGS: Final = tuple(Group(GroupKind.TRIPLET, tile, melded=True) for tile in range(KINDS))
KONGS: Final = tuple(Group(GroupKind.KONG, tile, melded=True) for tile in range(KINDS))


def standard_readings(keys: Keys) -> tuple[Reading, ...]:
    """Every division of the concealed tiles into groups and one pair; empty if there is none."""
    m, p, s = (SUIT.divisions(key) for key in keys[:DRAGON_ROW])
    z = DRAGONS.divisions(keys[DRAGON_ROW])
    pairs = sum(parts[0].pair != NO_PAIR for parts in (m, p, s, z) if parts)
    return tuple(product(m, p, s, z)) if pairs == 1 else ()


def part_groups(part: Part, first: Tile) -> tuple[Group, ...]:
    """The groups of one suit, lowest first. ``first`` is the lowest tile of the suit."""
    groups = [RUNS[first + low] for low in part.runs] + [TRIPLETS[first + rank] for rank in part.triplets]
    return tuple(sorted(groups, key=lambda group: group.tile))


def part_pair(part: Part, first: Tile) -> tuple[Group, ...]:
    """The pair of one suit; empty if the suit has none."""
    return () if part.pair == NO_PAIR else (PAIRS[first + part.pair],)


def pair_groups(hand: Counts) -> tuple[Group, ...]:
    """The seven pairs of a hand. Four equal tiles are two pairs."""
    return tuple(PAIRS[tile] for tile in range(KINDS) for _ in range(hand[tile] // 2))
