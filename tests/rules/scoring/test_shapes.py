"""The shape tables: exact numbers of keys, and divisions that add up to their key."""

from collections import Counter
from itertools import product

from app.rules.scoring.reading import shapes as shape_tables
from app.rules.scoring.reading.readings import standard_readings
from app.rules.scoring.reading.ready import mask_tiles, wait_mask
from app.rules.scoring.reading.shapes import (
    BESIDE_PAIR,
    DRAGONS,
    HOPELESS,
    NO_PAIR,
    OPEN,
    PAIRED,
    PRESENT,
    SUIT,
    WAITS,
    Key,
    Part,
    split,
)
from app.rules.tiles.tiles import KINDS, changed, counts_of, parse_tiles

REST = (0,) * (KINDS - 9)


def _sizes(keys: dict[Key, tuple[Part, ...]]) -> list[int]:
    by_tiles = Counter(sum(key) for key in keys)
    return [by_tiles[tiles] for tiles in sorted(by_tiles)]


def test_one_suit_shapes_with_a_pair() -> None:
    assert _sizes(SUIT.paired) == [9, 135, 996, 4475, 13_259]


def test_one_suit_shapes_without_a_pair() -> None:
    assert _sizes(SUIT.groups) == [1, 16, 127, 627, 2098]


def test_dragon_shapes_are_triplets_and_a_pair() -> None:
    assert _sizes(DRAGONS.groups) == [1, 3, 3, 1]
    assert _sizes(DRAGONS.paired) == [3, 6, 3]


def _key_of(part: Part, ranks: int) -> Key:
    counts = [0] * ranks
    for low in part.runs:
        for rank in (low, low + 1, low + 2):
            counts[rank] += 1
    for rank in part.triplets:
        counts[rank] += 3
    if part.pair != NO_PAIR:
        counts[part.pair] += 2
    return bytes(counts)


def test_every_division_adds_up_to_its_key() -> None:
    for shapes in (SUIT, DRAGONS):
        for key, parts in (*shapes.groups.items(), *shapes.paired.items()):
            assert len(set(parts)) == len(parts)
            assert all(_key_of(part, len(key)) == key for part in parts)


def test_hands_of_one_suit_by_their_number_of_waits() -> None:
    # Known figures: 93 600 hands of 13 tiles, by the number of ranks that complete them.
    numbers: Counter[int] = Counter()
    for counts in product(range(5), repeat=9):
        if sum(counts) == 13:
            hand = bytes((*counts, *REST))
            tiles = mask_tiles(wait_mask((), hand))
            numbers[sum(bool(standard_readings(split(changed(hand, tile, 1)))) for tile in tiles)] += 1
    assert sorted(numbers.items()) == [
        (0, 53_530),
        (1, 14_067),
        (2, 14_493),
        (3, 6_739),
        (4, 2_948),
        (5, 1_335),
        (6, 392),
        (7, 79),
        (8, 16),
        (9, 1),
    ]


def test_readiness_is_what_trying_every_rank_finds() -> None:
    def brute(key: Key) -> int:
        tables = (SUIT.groups, SUIT.paired)
        tried = sum(
            1 << rank
            for rank in range(9)
            if key[rank] < 4 and any(changed(key, rank, 1) in table for table in tables)
        )
        if not any(key):
            return 0
        if key in SUIT.groups:
            return PRESENT
        if key in SUIT.paired:
            return PRESENT | OPEN | PAIRED | tried << BESIDE_PAIR
        return PRESENT | OPEN | tried if tried else HOPELESS

    # All keys one tile away from a whole key, and all small keys.
    wholes = {*SUIT.groups, *SUIT.paired}
    near = {changed(whole, rank, -1) for whole in wholes for rank in range(9) if whole[rank]}
    small = {bytes((*counts, 0, 0, 0)) for counts in product(range(3), repeat=6)}
    assert all(SUIT.readiness.get(key, HOPELESS) == brute(key) for key in wholes | near | small)


def test_the_example_of_the_module_docstring() -> None:
    keys = split(counts_of(parse_tiles("44m23456789p777z")))
    tables = (SUIT, SUIT, SUIT, DRAGONS)
    found = [table.readiness[key] for table, key in zip(tables, keys, strict=True)]
    beside_4m, waits_147p = 1 << 3 + BESIDE_PAIR, 1 << 0 | 1 << 3 | 1 << 6
    assert found == [
        PRESENT | OPEN | PAIRED | beside_4m,
        PRESENT | OPEN | waits_147p,
        0,
        PRESENT,
    ]
    counters = 3 * PRESENT + 2 * OPEN + PAIRED
    assert counters == sum(found) - beside_4m - waits_147p
    names = ("44m", "23456789p", "no 条", "777z", "counters")
    lines = (shape_tables.__doc__ or "").splitlines()
    for name, number in zip(names, (*found, counters), strict=True):
        (line,) = (line for line in lines if line.strip().startswith(name))
        assert line.endswith(f" 0x{number:08x}")
    assert mask_tiles(wait_mask((), counts_of(parse_tiles("44m23456789p777z")))) == parse_tiles("147p")


def test_sums_of_readinesses_do_not_run_into_each_other() -> None:
    assert 4 * (WAITS << BESIDE_PAIR | WAITS) < OPEN
    assert 4 * OPEN < PAIRED
    assert 4 * PAIRED < HOPELESS
    assert 4 * HOPELESS < PRESENT


def test_four_pairs_are_not_one_pair() -> None:
    assert standard_readings(split(counts_of(parse_tiles("11m22p33s55666777z")))) == ()
    assert standard_readings(split(counts_of(parse_tiles("11m222p333s666777z")))) != ()


def test_packings_join_doubled_runs_with_the_pair_between_them() -> None:
    (part,) = (
        part
        for part in SUIT.paired[bytes((2, 2, 2, 2, 2, 2, 2, 0, 0))]
        if part.pair == 3 and part.runs == (0, 0, 4, 4)
    )
    assert ((0, 7),) in part.packings
    assert ((0, 3), (4, 3)) in part.packings
    assert ((0, 4), (4, 3)) in part.packings
    assert ((0, 3), (3, 4)) in part.packings
