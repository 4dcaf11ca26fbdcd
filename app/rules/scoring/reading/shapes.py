"""Shape tables of one suit and of the dragons, built once at import (R20, R22, R53).

A *key* is the counts of one suit as nine bytes, rank 1 first. The key of the dragons has three bytes, one for
each dragon. Ranks in these tables are indexes 0-8. A *part* is the tiles of one key.

The *readiness* of a key packs two bit masks and four counters into one number:

    bits 0-8    waits: the ranks that complete the part to groups, or to groups and the pair
    bits 9-17   waits beside the pair: the ranks that complete a PAIRED part to groups without a pair
    bits 20-22  OPEN: 1 if the part is not whole groups
    bits 23-25  PAIRED: 1 if the part is groups and the pair
    bits 26-28  HOPELESS: 1 if no tile completes the part
    bits 29-31  PRESENT: 1 if the part has tiles

``ready`` adds the numbers of the four parts of a hand. A counter has three bits, so it cannot overflow, and
one comparison tells whether the hand may be ready. Example: the hand ``44m23456789p777z``.

    44m        PRESENT OPEN PAIRED, beside the pair 4m  0x20901000
    23456789p  PRESENT OPEN, waits 1p 4p 7p             0x20100049
    no 条      nothing                                  0x00000000
    777z       PRESENT                                  0x20000000
    counters   3 PRESENT, 2 OPEN, 1 PAIRED              0x60a00000

Two parts are open, and one of them has the pair. So the hand waits on the ranks of the other: 1p, 4p, 7p.
"""

from collections.abc import Callable, Iterator
from struct import Struct
from typing import Final, NamedTuple, TypeAlias

from app.rules.tiles.tiles import Counts

Key: TypeAlias = bytes
Keys: TypeAlias = tuple[Key, Key, Key, Key]
"""The keys of 万, 筒, 条 and the dragons."""
RunOfPairs: TypeAlias = tuple[int, int]
"""A 板子 block: its lowest rank index, and its number of consecutive pairs."""
Packing: TypeAlias = tuple[RunOfPairs, ...]
"""板子 blocks that share no element."""

EMPTY: Final = bytes(9)
"""The key of a suit without tiles."""
NO_DRAGONS: Final = bytes(3)
MAX_GROUPS: Final = 4
NO_PAIR: Final = -1

# The fields of a readiness; see the module docstring.
WAITS: Final = (1 << 9) - 1
"""Mask of the waits."""
BESIDE_PAIR: Final = 9
"""Shift of the waits beside the pair."""
OPEN: Final = 1 << 20
"""The part is not whole groups."""
PAIRED: Final = 1 << 23
"""The part is groups and the pair."""
HOPELESS: Final = 1 << 26
"""No tile completes the part."""
PRESENT: Final = 1 << 29
"""The part has tiles. The readiness of a part without tiles is 0."""


class Part(NamedTuple):
    """One division of a key: the lowest ranks of its runs, the ranks of its triplets, and of its pair.

    ``pair`` is NO_PAIR if there is none. ``packings`` are the ways to take 板子 blocks from the division
    (R53). ``straight``: it has the runs 123, 456 and 789 (R41).
    """

    runs: tuple[int, ...]
    triplets: tuple[int, ...]
    pair: int
    packings: tuple[Packing, ...]
    straight: bool


class Shapes(NamedTuple):
    """The tables for the keys of one suit, or of the dragons.

    ``groups`` has all divisions of each key that is whole groups; ``paired`` of each key that is groups and a
    pair. ``readiness`` describes a key in a hand before its winning tile. A key outside it is HOPELESS.
    """

    groups: dict[Key, tuple[Part, ...]]
    paired: dict[Key, tuple[Part, ...]]
    readiness: dict[Key, int]

    def divisions(self, key: Key) -> tuple[Part, ...]:
        """All divisions of the key into groups and at most one pair; empty if there is none.

        The first division has the most triplets.
        """
        return self.groups.get(key) or self.paired.get(key, ())


split: Final[Callable[[Counts], Keys]] = Struct("9s9s9s3s").unpack
"""The keys of a hand."""


def _chains(start: int, end: int, rest: tuple[RunOfPairs, ...]) -> Iterator[tuple[RunOfPairs, Packing]]:
    """Each block that starts as start..end and may join elements of ``rest``, and the elements left."""
    yield (start, end - start), rest
    for index, (low, length) in enumerate(rest):
        if low == end:
            yield from _chains(start, end + length, rest[:index] + rest[index + 1 :])


def _pack(elements: tuple[RunOfPairs, ...]) -> Iterator[Packing]:
    """All ways to join sorted elements into blocks. A packing omits a pair that joins no block."""
    if not elements:
        yield ()
        return
    low, length = elements[0]
    for block, rest in _chains(low, low + length, elements[1:]):
        for others in _pack(rest):
            yield (block, *others) if block[1] >= 3 else others


def _doubled(runs: tuple[int, ...]) -> tuple[RunOfPairs, ...]:
    """The runs that occur twice, each as three consecutive pairs."""
    return tuple((low, 3) for low in sorted(set(runs)) for _ in range(runs.count(low) // 2))


def _packings(doubled: tuple[RunOfPairs, ...], pair: int) -> tuple[Packing, ...]:
    if not doubled:
        return ()
    single = () if pair == NO_PAIR else ((pair, 1),)
    return tuple(sorted(set(_pack(tuple(sorted(doubled + single))))))


class _Builder:
    """Enumerates all sets of up to four groups, without and with a pair, and at most four tiles of a rank."""

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
