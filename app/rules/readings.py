"""The ways to read a whole hand: its divisions into groups and a pair, or seven pairs (R20, R30)."""

from itertools import product
from typing import Final, TypeAlias

from app.rules.melds import Meld
from app.rules.receipts import Group, GroupKind
from app.rules.shapes import DRAGONS, NO_PAIR, SUIT, Keys, Part
from app.rules.tiles import KINDS, Counts

Reading: TypeAlias = tuple[Part, Part, Part, Part]
"""A division of 万, 筒, 条 and the dragons in hand; melds apart."""

_FIRST: Final = (0, 9, 18, 27)


def standard_readings(keys: Keys) -> tuple[Reading, ...]:
    """Every division of the tiles in hand into groups and one pair; empty where there is none."""
    choices: list[tuple[Part, ...]] = []
    pairs = 0
    for index, key in enumerate(keys):
        shapes = SUIT if index < 3 else DRAGONS
        parts = shapes.groups.get(key)
        if parts is None:
            parts = shapes.paired.get(key)
            if parts is None:
                return ()
            pairs += 1
        choices.append(parts)
    if pairs != 1:
        return ()
    m, p, s, z = choices
    return tuple(product(m, p, s, z))


def meld_groups(melds: tuple[Meld, ...]) -> tuple[Group, ...]:
    """The melds as groups of a reading."""
    return tuple(
        Group(GroupKind.KONG if meld.is_kong else GroupKind.TRIPLET, meld.tile, melded=True) for meld in melds
    )


def reading_groups(reading: Reading) -> tuple[Group, ...]:
    """The groups in hand, lowest first, the pair last."""
    groups: list[Group] = []
    pairs: list[Group] = []
    for first, part in zip(_FIRST, reading, strict=True):
        own = [Group(GroupKind.RUN, first + low) for low in part.runs]
        own += [Group(GroupKind.TRIPLET, first + rank) for rank in part.triplets]
        groups += sorted(own, key=lambda group: group.tile)
        if part.pair != NO_PAIR:
            pairs.append(Group(GroupKind.PAIR, first + part.pair))
    return (*groups, *pairs)


def pair_groups(concealed: Counts) -> tuple[Group, ...]:
    """The seven pairs of a hand; four equal tiles are two of them."""
    return tuple(Group(GroupKind.PAIR, tile) for tile in range(KINDS) for _ in range(concealed[tile] // 2))
