"""Shape tables of one suit and of the dragons, built once at import (R20, R22, R53).

A *key* holds the counts of one suit as a base-5 number, rank 1 lowest. The dragons have three digits and
no runs. Ranks in these tables are indexes 0-8.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from app.rules.tiles import FIRST_DRAGON, Counts

Key: TypeAlias = int
Keys: TypeAlias = tuple[Key, Key, Key, Key]
"""The keys of 万, 筒, 条 and the dragons."""
RunOfPairs: TypeAlias = tuple[int, int]
"""A 板子 block: its lowest rank index and its number of consecutive pairs."""
Packing: TypeAlias = tuple[RunOfPairs, ...]
"""板子 blocks that share no element."""

POWERS: Final = tuple(5**rank for rank in range(9))
"""One tile of each rank in a key."""
MAX_GROUPS: Final = 4
NO_PAIR: Final = -1


class Part(NamedTuple):
    """One division of one suit: the lowest ranks of its runs, its triplets, its pair (or NO_PAIR).

    ``packings`` are the ways to take 板子 blocks from it (R53), empty where there is none;
    ``straight``: it holds 123, 456 and 789 (R41).
    """

    runs: tuple[int, ...]
    triplets: tuple[int, ...]
    pair: int
    packings: tuple[Packing, ...]
    straight: bool


class Shapes(NamedTuple):
    """What is known of the keys of one suit.

    ``groups`` and ``paired`` divide the keys of whole groups, without and with a pair, in every way.
    ``waits`` is a bit mask of the ranks that complete a key to either; keys that nothing completes are
    not there.
    """

    groups: dict[Key, tuple[Part, ...]]
    paired: dict[Key, tuple[Part, ...]]
    waits: dict[Key, int]


def suit_keys(concealed: Counts) -> Keys:
    """The keys of a hand."""
    white, green, red = concealed[FIRST_DRAGON:]
    return (
        _key(concealed[0:9]),
        _key(concealed[9:18]),
        _key(concealed[18:27]),
        (red * 5 + green) * 5 + white,
    )


def _key(counts: Counts) -> Key:
    # Spelled out: this runs for every hand that is looked at.
    a, b, c, d, e, f, g, h, i = counts
    return (((((((i * 5 + h) * 5 + g) * 5 + f) * 5 + e) * 5 + d) * 5 + c) * 5 + b) * 5 + a


def _chains(start: int, end: int, rest: tuple[RunOfPairs, ...]) -> Iterator[tuple[RunOfPairs, Packing]]:
    """Every block that begins as start..end and grows by elements of ``rest``, with what it leaves."""
    yield (start, end - start), rest
    for index, (low, length) in enumerate(rest):
        if low == end:
            yield from _chains(start, end + length, rest[:index] + rest[index + 1 :])


def _pack(elements: tuple[RunOfPairs, ...]) -> Iterator[Packing]:
    """Every way to join sorted elements into blocks; a pair that joins none is left over."""
    if not elements:
        yield ()
        return
    low, length = elements[0]
    for block, rest in _chains(low, low + length, elements[1:]):
        for others in _pack(rest):
            yield (block, *others) if block[1] >= 3 else others


def _doubled(runs: tuple[int, ...]) -> tuple[RunOfPairs, ...]:
    """The equal runs taken twice, each as three consecutive pairs."""
    return tuple((low, 3) for low in sorted(set(runs)) for _ in range(runs.count(low) // 2))


def _packings(doubled: tuple[RunOfPairs, ...], pair: int) -> tuple[Packing, ...]:
    if not doubled:
        return ()
    single = () if pair == NO_PAIR else ((pair, 1),)
    return tuple(sorted(set(_pack(tuple(sorted(doubled + single))))))


class _Builder:
    """Enumerates every set of up to four groups, then every pair on top, within four copies of a rank."""

    def __init__(self, ranks: int, runs: bool) -> None:
        self.counts = [0] * ranks
        self.steps = [(3 * POWERS[rank], (rank,) * 3, False) for rank in range(ranks)]
        if runs:
            self.steps += [(sum(POWERS[low : low + 3]), (low, low + 1, low + 2), True) for low in range(7)]
        self.groups: dict[Key, tuple[Part, ...]] = {}
        self.paired: dict[Key, tuple[Part, ...]] = {}
        self._extend(0, 0, (), ())

    def _extend(self, first: int, key: Key, runs: tuple[int, ...], triplets: tuple[int, ...]) -> None:
        self._note(key, runs, triplets)
        if len(runs) + len(triplets) == MAX_GROUPS:
            return
        counts = self.counts
        for index in range(first, len(self.steps)):
            value, ranks, is_run = self.steps[index]
            for rank in ranks:
                counts[rank] += 1
            if all(counts[rank] <= 4 for rank in ranks):
                if is_run:
                    self._extend(index, key + value, (*runs, ranks[0]), triplets)
                else:
                    self._extend(index, key + value, runs, (*triplets, ranks[0]))
            for rank in ranks:
                counts[rank] -= 1

    def _note(self, key: Key, runs: tuple[int, ...], triplets: tuple[int, ...]) -> None:
        doubled = _doubled(runs) if len(runs) >= 2 else ()
        straight = len(runs) >= 3 and {0, 3, 6} <= set(runs)
        whole = Part(runs, triplets, NO_PAIR, _packings(doubled, NO_PAIR), straight)
        self.groups[key] = (*self.groups.get(key, ()), whole)
        for pair, count in enumerate(self.counts):
            if count <= 2:
                paired = key + 2 * POWERS[pair]
                part = Part(runs, triplets, pair, _packings(doubled, pair) if doubled else (), straight)
                self.paired[paired] = (*self.paired.get(paired, ()), part)

    def shapes(self) -> Shapes:
        waits: dict[Key, int] = {}
        powers = POWERS[: len(self.counts)]
        for whole in (*self.groups, *self.paired):
            for rank, power in enumerate(powers):
                if whole // power % 5:
                    waits[whole - power] = waits.get(whole - power, 0) | 1 << rank
        return Shapes(self.groups, self.paired, waits)


SUIT: Final = _Builder(9, runs=True).shapes()
"""Any of the three suits."""
DRAGONS: Final = _Builder(3, runs=False).shapes()
"""白, 发 and 中 together."""
