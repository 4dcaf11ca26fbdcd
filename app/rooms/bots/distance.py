"""How far a hand is from being ready under 缺一门 (R20-R22), from tables per suit filled as they are used."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from app.rules.tiles.melds import Meld
from app.rules.tiles.tiles import FIRST_DRAGON, Counts, Suit, Tile, changed, suit_of

Blocks: TypeAlias = tuple[int, int, int]
"""Groups, unfinished groups (two tiles), and 0 or 1 pair kept as the head."""
Plan: TypeAlias = tuple[Counts, Counts, Counts]
"""The counts of the two suits kept and of the dragons."""

FAR: Final = 14
"""No way to a winning hand: more than any real distance."""
_SUITS: Final = range(3)


def distance(melds: tuple[Meld, ...], concealed: Counts, void: Suit | None) -> int:
    """Tiles to exchange before the hand is ready: 0 is ready, -1 complete, FAR if it can never win.

    The best way over the suits to do without: the void suit under R7, else any that no meld holds (R21).
    """
    plans = (_plan(concealed, dropped) for dropped in droppable(melds, void))
    return min((_distance(plan, len(melds)) for plan in plans), default=FAR)


def improving(melds: tuple[Meld, ...], concealed: Counts, void: Suit | None) -> tuple[Tile, ...]:
    """The tiles that bring the hand nearer and go with something in it, ascending.

    Only the best ways count: one tile makes a way one better at most.
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
    """The suits that the winning hand may do without."""
    melded = {suit_of(meld.tile) for meld in melds}
    return tuple(suit for suit in _SUITS if suit not in melded and void in (None, suit))


def _bases(dropped: Suit) -> tuple[Tile, Tile, Tile]:
    """The lowest tiles of the two suits kept, and of the dragons."""
    first, second = (9 * suit for suit in _SUITS if suit != dropped)
    return first, second, FIRST_DRAGON


def _plan(concealed: Counts, dropped: Suit) -> Plan:
    first, second, dragons = _bases(dropped)
    return concealed[first : first + 9], concealed[second : second + 9], concealed[dragons:]


def _better_tiles(plan: Plan, bases: tuple[Tile, Tile, Tile], melded: int, nearest: int) -> Iterator[Tile]:
    for index, part in enumerate(plan):
        for rank, count in enumerate(part):
            if count == 4 or not _goes_with(part, rank, dragons=index == 2):
                continue
            more = list(plan)
            more[index] = changed(part, rank, 1)
            if _distance((more[0], more[1], more[2]), melded) < nearest:
                yield bases[index] + rank


def _goes_with(part: Counts, rank: int, *, dragons: bool) -> bool:
    """Whether the hand holds anything that the tile could make a group or pair with."""
    return part[rank] > 0 if dragons else any(part[max(rank - 2, 0) : rank + 3])


def _distance(plan: Plan, melded: int) -> int:
    standard = _standard(plan, melded)
    return standard if melded else min(standard, _seven_pairs(plan))


@lru_cache(maxsize=1 << 15)
def _standard(plan: Plan, melded: int) -> int:
    """13 less the tiles that already stand in the best plan of four groups and a pair.

    A group or pair that has nothing yet takes a single tile, as long as there are some: those of the suit to
    do without are of no use.
    """
    first, second, dragons = plan
    held = sum(map(sum, plan))
    best = FAR
    for a, b, c in _both(first, second):
        for d, e, f in _dragon_blocks(dragons):
            groups, head = min(a + d, 4 - melded), min(c + f, 1)
            halves = min(b + e, 4 - melded - groups)
            placed = 3 * groups + 2 * halves + 2 * head
            single = min(held - placed, 5 - melded - groups - halves - head)
            best = min(best, 13 - 3 * melded - placed - single)
    return best


def _seven_pairs(plan: Plan) -> int:
    pairs = sum(count // 2 for part in plan for count in part)
    single = sum(map(sum, plan)) - 2 * pairs
    return 13 - 2 * pairs - min(single, 7 - pairs)


@lru_cache(maxsize=1 << 15)
def _both(first: Counts, second: Counts) -> tuple[Blocks, ...]:
    """The useful divisions of two suits together."""
    sums = {_plus(blocks, more) for blocks in _suit_blocks(first) for more in _suit_blocks(second)}
    return _best({blocks for blocks in sums if blocks[2] <= 1})


@lru_cache(maxsize=1 << 16)
def _suit_blocks(counts: tuple[int, ...]) -> tuple[Blocks, ...]:
    """The useful divisions of a suit, found by taking its lowest tile away in every way."""
    low = next((rank for rank, count in enumerate(counts) if count), None)
    if low is None:
        return ((0, 0, 0),)
    found = set(_suit_blocks(_less(counts, (low,))))
    for ranks, block in _ways(counts, low):
        found.update(_plus(more, block) for more in _suit_blocks(_less(counts, ranks)))
    return _best({blocks for blocks in found if blocks[2] <= 1})


def _ways(counts: tuple[int, ...], low: int) -> list[tuple[tuple[int, ...], Blocks]]:
    ways: list[tuple[tuple[int, ...], Blocks]] = []
    if counts[low] >= 3:
        ways.append(((low,) * 3, (1, 0, 0)))
    if counts[low] >= 2:
        ways += [((low,) * 2, (0, 1, 0)), ((low,) * 2, (0, 0, 1))]
    following = [low + step for step in (1, 2) if low + step < len(counts) and counts[low + step]]
    if len(following) == 2:
        ways.append(((low, *following), (1, 0, 0)))
    ways += [((low, rank), (0, 1, 0)) for rank in following]
    return ways


@lru_cache(maxsize=256)
def _dragon_blocks(counts: tuple[int, ...]) -> tuple[Blocks, ...]:
    found: set[Blocks] = {(0, 0, 0)}
    for count in counts:
        own: list[Blocks] = [(0, 0, 0)]
        if count >= 2:
            own += [(0, 1, 0), (0, 0, 1)]
        if count >= 3:
            own.append((1, 0, 0))
        found = {_plus(blocks, block) for blocks in found for block in own}
    return _best({blocks for blocks in found if blocks[2] <= 1})


def _best(found: set[Blocks]) -> tuple[Blocks, ...]:
    """Without the divisions that another one beats in every respect."""
    return tuple(
        blocks
        for blocks in sorted(found)
        if not any(
            other != blocks and all(a >= b for a, b in zip(other, blocks, strict=True)) for other in found
        )
    )


def _plus(blocks: Blocks, more: Blocks) -> Blocks:
    return blocks[0] + more[0], blocks[1] + more[1], blocks[2] + more[2]


def _less(counts: tuple[int, ...], ranks: Iterable[int]) -> tuple[int, ...]:
    left = list(counts)
    for rank in ranks:
        left[rank] -= 1
    return tuple(left)
