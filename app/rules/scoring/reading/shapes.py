"""Shape tables of one suit and of the dragons, built once at import (R20, R22, R53).

A *key* is the counts of one suit as nine bytes, rank 1 first; the dragons have three bytes and no runs.
Ranks in these tables are indexes 0-8.
"""

from collections.abc import Callable, Iterator
from struct import Struct
from typing import Final, NamedTuple, TypeAlias

from app.rules.tiles.tiles import Counts

Key: TypeAlias = bytes
Keys: TypeAlias = tuple[Key, Key, Key, Key]
"""The keys of 万, 筒, 条 and the dragons."""
RunOfPairs: TypeAlias = tuple[int, int]
"""A 板子 block: its lowest rank index and its number of consecutive pairs."""
Packing: TypeAlias = tuple[RunOfPairs, ...]
"""板子 blocks that share no element."""

EMPTY: Final = bytes(9)
"""The key of a suit that is absent."""
NO_DRAGONS: Final = bytes(3)
MAX_GROUPS: Final = 4
NO_PAIR: Final = -1

# A readiness is one number, so that the four of a hand can be added up: from OPEN on the sum counts the parts
# that are open, that have the pair, and that are hopeless.
WAITS: Final = (1 << 9) - 1
"""The ranks that complete the part to groups, or to groups and the pair."""
BESIDE_PAIR: Final = 9
"""Where the waits are shifted to that leave the part without its pair, for there is one elsewhere."""
OPEN: Final = 1 << 20
"""The part is not whole groups."""
PAIRED: Final = 1 << 23
"""It is groups and the pair."""
HOPELESS: Final = 1 << 26
"""No tile completes it."""
PRESENT: Final = 1 << 29
"""It has tiles: only that of no tiles at all is 0."""


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
    ``readiness`` says what a key does in a hand that lacks its winning tile; it is HOPELESS
    for keys that are not there.
    """

    groups: dict[Key, tuple[Part, ...]]
    paired: dict[Key, tuple[Part, ...]]
    readiness: dict[Key, int]

    def divisions(self, key: Key) -> tuple[Part, ...]:
        """Every way to divide the key into groups and at most one pair, triplets first; maybe none."""
        return self.groups.get(key) or self.paired.get(key, ())


split: Final[Callable[[Counts], Keys]] = Struct("9s9s9s3s").unpack
"""The keys of a hand."""


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
        self.counts = bytearray(ranks)
        self.steps = [((rank,) * 3, False) for rank in range(ranks)]
        if runs:
            self.steps += [((low, low + 1, low + 2), True) for low in range(7)]
        self.groups: dict[Key, tuple[Part, ...]] = {}
        self.paired: dict[Key, tuple[Part, ...]] = {}
        self._extend(0, (), ())

    def _extend(self, first: int, runs: tuple[int, ...], triplets: tuple[int, ...]) -> None:
        self._note(runs, triplets)
        if len(runs) + len(triplets) == MAX_GROUPS:
            return
        counts = self.counts
        for index in range(first, len(self.steps)):
            ranks, is_run = self.steps[index]
            a, b, c = ranks
            counts[a] += 1
            counts[b] += 1
            counts[c] += 1
            if counts[a] <= 4 and counts[b] <= 4 and counts[c] <= 4:
                if is_run:
                    self._extend(index, (*runs, a), triplets)
                else:
                    self._extend(index, runs, (*triplets, a))
            counts[a] -= 1
            counts[b] -= 1
            counts[c] -= 1

    def _note(self, runs: tuple[int, ...], triplets: tuple[int, ...]) -> None:
        counts = self.counts
        doubled = _doubled(runs) if len(runs) >= 2 else ()
        straight = len(runs) >= 3 and {0, 3, 6} <= set(runs)
        whole = bytes(counts)
        part = Part(runs, triplets, NO_PAIR, _packings(doubled, NO_PAIR), straight)
        self.groups[whole] = (*self.groups.get(whole, ()), part)
        for pair, count in enumerate(whole):
            if count <= 2:
                counts[pair] = count + 2
                paired = bytes(counts)
                counts[pair] = count
                part = Part(runs, triplets, pair, _packings(doubled, pair) if doubled else (), straight)
                self.paired[paired] = (*self.paired.get(paired, ()), part)

    def shapes(self) -> Shapes:
        readiness = dict.fromkeys(self.groups, PRESENT) | dict.fromkeys(self.paired, PRESENT | OPEN | PAIRED)
        readiness[bytes(self.counts)] = 0
        for whole in (*self.groups, *self.paired):
            counts = bytearray(whole)
            for rank, count in enumerate(whole):
                if count:
                    counts[rank] = count - 1
                    key = bytes(counts)
                    counts[rank] = count
                    known = readiness.get(key, PRESENT | OPEN)
                    readiness[key] = known | 1 << (rank + BESIDE_PAIR if known & PAIRED else rank)
        return Shapes(self.groups, self.paired, readiness)


SUIT: Final = _Builder(9, runs=True).shapes()
"""Any of the three suits."""
DRAGONS: Final = _Builder(3, runs=False).shapes()
"""白, 发 and 中 together."""
