"""How far a hand is from being ready under 缺一门 (R20-R22), from tables per suit filled as they are used."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from app.rules.melds import Meld
from app.rules.tiles import FIRST_DRAGON, Counts, Suit, suit_of

Blocks: TypeAlias = tuple[int, int, int]
"""Groups, unfinished groups (two tiles), and 0 or 1 pair kept as the head."""

FAR: Final = 9
"""No way to a winning hand: more than any real distance."""
_SUITS: Final = range(3)


def distance(melds: tuple[Meld, ...], concealed: Counts, void: Suit | None) -> int:
    """Tiles to exchange before the hand is ready: 0 is ready, -1 complete, FAR if it can never win.

    The best way over the suits to do without: the void suit under R7, else any that no meld holds (R21).
    """
    best = FAR
    for dropped in droppable(melds, void):
        keys = [concealed[9 * suit : 9 * suit + 9] for suit in _SUITS if suit != dropped]
        parts = [*(_suit_blocks(key) for key in keys), _dragon_blocks(concealed[FIRST_DRAGON:])]
        best = min(best, _standard(parts, len(melds)))
        if not melds:
            best = min(best, _seven_pairs((*keys, concealed[FIRST_DRAGON:])))
    return best


def droppable(melds: Iterable[Meld], void: Suit | None) -> tuple[Suit, ...]:
    """The suits that the winning hand may do without."""
    melded = {suit_of(meld.tile) for meld in melds}
    return tuple(suit for suit in _SUITS if suit not in melded and void in (None, suit))


def _standard(parts: Sequence[tuple[Blocks, ...]], melded: int) -> int:
    """Four groups and a pair: two tiles short for each missing group, one less for each unfinished one."""
    sums: set[Blocks] = {(melded, 0, 0)}
    for part in parts:
        sums = {(g + a, t + b, min(h + c, 1)) for g, t, h in sums for a, b, c in part}
    return min(8 - 2 * min(g, 4) - min(t, 4 - min(g, 4)) - h for g, t, h in sums)


def _seven_pairs(parts: Iterable[Sequence[int]]) -> int:
    return 6 - sum(count // 2 for part in parts for count in part)


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
