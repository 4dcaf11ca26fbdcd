"""The distance of a hand from ready under 缺一门 (R20-R22), in tiles. Results for each suit are cached."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from app.rules.tiles.melds import Meld
from app.rules.tiles.tiles import FIRST_DRAGON, Counts, Suit, Tile, changed, suit_of


class Blocks(NamedTuple):
    """Blocks of tiles: groups (three tiles), halves of a group (two tiles), and pairs kept as the head."""

    groups: int
    halves: int
    heads: int


class Plan(NamedTuple):
    """The parts of a hand without the dropped suit: the two other suits and the dragons, as counts."""

    first: Counts
    second: Counts
    dragons: Counts


_NOTHING: Final = Blocks(0, 0, 0)
_GROUP: Final = Blocks(1, 0, 0)
_HALF: Final = Blocks(0, 1, 0)
_HEAD: Final = Blocks(0, 0, 1)

FAR: Final = 14
"""The distance of a hand that can never win: more than any other distance."""
_SUITS: Final = range(3)


def distance(melds: tuple[Meld, ...], concealed: Counts, void: Suit | None) -> int:
    """Number of tiles to exchange before the hand is ready: 0 ready, -1 complete, FAR if it can never win.

    It is the smallest distance over the suits that the hand may drop.
    """
    plans = (_plan(concealed, dropped) for dropped in droppable(melds, void))
    return min((_distance(plan, len(melds)) for plan in plans), default=FAR)


def improving(melds: tuple[Meld, ...], concealed: Counts, void: Suit | None) -> tuple[Tile, ...]:
    """The tiles that lower the distance and make a group or a pair with tiles of the hand, ascending.

    Only plans with the smallest distance count: one tile lowers the distance of a plan by at most 1.
    """
    plans = {dropped: _plan(concealed, dropped) for dropped in droppable(melds, void)}
    away = {dropped: _distance(plan, len(melds)) for dropped, plan in plans.items()}
    nearest = min(away.values(), default=FAR)
    found: set[Tile] = set()
    for dropped, plan in plans.items():
        if away[dropped] == nearest:
            found.update(_better_tiles(plan, _bases(dropped), len(melds), nearest))
    return tuple(sorted(found))


def droppable(melds: Iterable[Meld], void: Suit | None) -> tuple[Suit, ...]:
    """The suits that the hand may drop: the void suit under R7, else each suit without a meld (R21)."""
    melded = {suit_of(meld.tile) for meld in melds}
    return tuple(suit for suit in _SUITS if suit not in melded and void in (None, suit))


def _bases(dropped: Suit) -> tuple[Tile, Tile, Tile]:
    """The lowest tile of each part of a plan."""
    first, second = (9 * suit for suit in _SUITS if suit != dropped)
    return first, second, FIRST_DRAGON


def _plan(concealed: Counts, dropped: Suit) -> Plan:
    first, second, dragons = _bases(dropped)
    return Plan(concealed[first : first + 9], concealed[second : second + 9], concealed[dragons:])


def _better_tiles(plan: Plan, bases: tuple[Tile, Tile, Tile], melded: int, nearest: int) -> Iterator[Tile]:
    for index, part in enumerate(plan):
        for rank, count in enumerate(part):
            if count == 4 or not _goes_with(part, rank, dragons=index == 2):
                continue
            more = Plan._make((*plan[:index], changed(part, rank, 1), *plan[index + 1 :]))
            if _distance(more, melded) < nearest:
                yield bases[index] + rank


def _goes_with(part: Counts, rank: int, *, dragons: bool) -> bool:
    """Whether the part holds a tile that makes a group or a pair with this one."""
    return part[rank] > 0 if dragons else any(part[max(rank - 2, 0) : rank + 3])


def _distance(plan: Plan, melded: int) -> int:
    standard = _standard(plan, melded)
    return standard if melded else min(standard, _seven_pairs(plan))


@lru_cache(maxsize=1 << 15)
def _standard(plan: Plan, melded: int) -> int:
    """The distance to four groups and a pair: 13 minus the tiles that have a place in the best blocks.

    A group or pair without any tile takes a single tile. Tiles of the dropped suit have no place.
    """
    held = sum(map(sum, plan))
    best = FAR
    for suits in _both(plan.first, plan.second):
        for dragons in _dragon_blocks(plan.dragons):
            groups, head = min(suits.groups + dragons.groups, 4 - melded), min(suits.heads + dragons.heads, 1)
            halves = min(suits.halves + dragons.halves, 4 - melded - groups)
            placed = 3 * groups + 2 * halves + 2 * head
            single = min(held - placed, 5 - melded - groups - halves - head)
            best = min(best, 13 - 3 * melded - placed - single)
    return best


def _seven_pairs(plan: Plan) -> int:
    """The distance to seven pairs."""
    pairs = sum(count // 2 for part in plan for count in part)
    single = sum(map(sum, plan)) - 2 * pairs
    return 13 - 2 * pairs - min(single, 7 - pairs)


@lru_cache(maxsize=1 << 15)
def _both(first: Counts, second: Counts) -> tuple[Blocks, ...]:
    """The useful blocks of two suits together."""
    sums = {_plus(blocks, more) for blocks in _suit_blocks(first) for more in _suit_blocks(second)}
    return _best(sums)


@lru_cache(maxsize=1 << 16)
def _suit_blocks(counts: tuple[int, ...]) -> tuple[Blocks, ...]:
    """The useful blocks of a suit: its lowest tile is single, or in one of the blocks of ``_ways``."""
    low = next((rank for rank, count in enumerate(counts) if count), None)
    if low is None:
        return (_NOTHING,)
    found = set(_suit_blocks(_less(counts, (low,))))
    for way in _ways(counts, low):
        found.update(_plus(more, way.block) for more in _suit_blocks(_less(counts, way.ranks)))
    return _best(found)


class _Way(NamedTuple):
    """A block that takes these ranks from a suit."""

    ranks: tuple[int, ...]
    block: Blocks


def _ways(counts: tuple[int, ...], low: int) -> list[_Way]:
    """The blocks with the lowest rank."""
    ways: list[_Way] = []
    if counts[low] >= 3:
        ways.append(_Way((low,) * 3, _GROUP))
    if counts[low] >= 2:
        ways += [_Way((low,) * 2, _HALF), _Way((low,) * 2, _HEAD)]
    following = [low + step for step in (1, 2) if low + step < len(counts) and counts[low + step]]
    if len(following) == 2:
        ways.append(_Way((low, *following), _GROUP))
    ways += [_Way((low, rank), _HALF) for rank in following]
    return ways


@lru_cache(maxsize=256)
def _dragon_blocks(counts: tuple[int, ...]) -> tuple[Blocks, ...]:
    """The useful blocks of the dragons."""
    found = {_NOTHING}
    for count in counts:
        own = [_NOTHING]
        if count >= 2:
            own += [_HALF, _HEAD]
        if count >= 3:
            own.append(_GROUP)
        found = {_plus(blocks, block) for blocks in found for block in own}
    return _best(found)


def _best(found: Iterable[Blocks]) -> tuple[Blocks, ...]:
    """The blocks with at most one head, without those that others exceed or equal in all numbers."""
    useful = sorted({blocks for blocks in found if blocks.heads <= 1})
    return tuple(
        blocks
        for blocks in useful
        if not any(
            other != blocks and all(a >= b for a, b in zip(other, blocks, strict=True)) for other in useful
        )
    )


def _plus(blocks: Blocks, more: Blocks) -> Blocks:
    return Blocks(blocks.groups + more.groups, blocks.halves + more.halves, blocks.heads + more.heads)


def _less(counts: tuple[int, ...], ranks: Iterable[int]) -> tuple[int, ...]:
    """The counts without one tile of each of the ranks."""
    left = list(counts)
    for rank in ranks:
        left[rank] -= 1
    return tuple(left)
