"""The shape tables: exact counts, and divisions that add up."""

from collections import Counter
from itertools import product

from app.rules.readings import standard_readings
from app.rules.shapes import DRAGONS, NO_PAIR, POWERS, SUIT, Key, Part, Shapes, suit_keys
from app.rules.tiles import counts_of, parse_tiles


def _digits(key: Key) -> tuple[int, ...]:
    return tuple(key // power % 5 for power in POWERS)


def _sizes(keys: dict[Key, tuple[Part, ...]]) -> list[int]:
    by_tiles = Counter(sum(_digits(key)) for key in keys)
    return [by_tiles[tiles] for tiles in sorted(by_tiles)]


def test_one_suit_shapes_with_a_pair() -> None:
    assert _sizes(SUIT.paired) == [9, 135, 996, 4475, 13_259]


def test_one_suit_shapes_without_a_pair() -> None:
    assert _sizes(SUIT.groups) == [1, 16, 127, 627, 2098]


def test_dragon_shapes_are_triplets_and_a_pair() -> None:
    assert _sizes(DRAGONS.groups) == [1, 3, 3, 1]
    assert _sizes(DRAGONS.paired) == [3, 6, 3]


def _tiles_of(part: Part) -> list[int]:
    counts = [0] * 9
    for low in part.runs:
        for rank in (low, low + 1, low + 2):
            counts[rank] += 1
    for rank in part.triplets:
        counts[rank] += 3
    if part.pair != NO_PAIR:
        counts[part.pair] += 2
    return counts


def test_every_division_adds_up_to_its_key() -> None:
    for shapes in (SUIT, DRAGONS):
        for key, parts in (*shapes.groups.items(), *shapes.paired.items()):
            assert len(set(parts)) == len(parts)
            assert all(tuple(_tiles_of(part)) == _digits(key) for part in parts)


def test_waits_are_exactly_the_completing_ranks() -> None:
    def brute(shapes: Shapes, key: Key) -> int:
        digits = _digits(key)
        return sum(
            1 << rank
            for rank in range(9)
            if digits[rank] < 4
            and (key + POWERS[rank] in shapes.groups or key + POWERS[rank] in shapes.paired)
        )

    # One of a whole key's tiles away, plus every small key at all: more than the table can have missed.
    near = {whole - POWERS[r] for whole in SUIT.paired for r in range(9) if _digits(whole)[r]}
    small = {sum(n * POWERS[r] for r, n in enumerate(counts)) for counts in product(range(3), repeat=6)}
    assert all(SUIT.waits.get(key, 0) == brute(SUIT, key) for key in near | small)


def test_four_pairs_are_not_one_pair() -> None:
    assert standard_readings(suit_keys(counts_of(parse_tiles("11m22p33s55666777z")))) == ()
    assert standard_readings(suit_keys(counts_of(parse_tiles("11m222p333s666777z")))) != ()


def test_packings_join_doubled_runs_with_the_pair_between_them() -> None:
    (part,) = (
        part
        for part in SUIT.paired[sum(2 * POWERS[rank] for rank in range(7))]
        if part.pair == 3 and part.runs == (0, 0, 4, 4)
    )
    assert ((0, 7),) in part.packings
    assert ((0, 3), (4, 3)) in part.packings
    assert ((0, 4), (4, 3)) in part.packings
    assert ((0, 3), (3, 4)) in part.packings
