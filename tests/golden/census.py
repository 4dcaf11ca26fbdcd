"""The scoring census: every complete one-suit hand with every winning tile, in every preset.

``python -m tests.golden.census`` compares each case with the naive scorer, and then writes ``census.json``.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

from app.rules.options.options import PRESETS, Options
from app.rules.scoring.reading.readings import standard_readings
from app.rules.scoring.reading.ready import is_seven_pairs
from app.rules.scoring.reading.shapes import split
from app.rules.scoring.scoring import score
from app.rules.tiles.tiles import KINDS, Counts
from tests.witness.agreement import PLAIN, Case, differences

PATH = Path(__file__).with_name("census.json")
HANDS = 15_349
CASES = 95_247
ABOUT = (
    "Every whole hand of 14 concealed tiles of one suit, with every winning tile, won on a plain discard. "
    "ke: how many cases pay so much. items: for each item, how many cases have so many of it in all. "
    "Made by `make golden`, after the naive scorer had agreed with every case."
)
Histogram: TypeAlias = dict[str, int]
Census: TypeAlias = dict[str, Histogram | dict[str, Histogram]]


def _counts(ranks: int, tiles: int) -> Iterator[tuple[int, ...]]:
    """All counts of so many tiles over some ranks, at most four of each."""
    if ranks == 0:
        if tiles == 0:
            yield ()
        return
    for count in range(min(tiles, 4) + 1):
        for rest in _counts(ranks - 1, tiles - count):
            yield count, *rest


@cache
def whole_hands() -> tuple[Counts, ...]:
    """The counts of the hands of the census."""
    none = (0,) * (KINDS - 9)
    every = (bytes((*counts, *none)) for counts in _counts(9, 14))
    return tuple(c for c in every if standard_readings(split(c)) or is_seven_pairs(c))


@cache
def cases() -> tuple[Case, ...]:
    """All cases, by hand and then by winning tile."""
    return tuple(Case((), hand, tile) for hand in whole_hands() for tile in range(9) if hand[tile])


def census(options: Options) -> Census:
    """The results of the program's scorer for all cases."""
    ke: Counter[int] = Counter()
    items: dict[str, Counter[int]] = {}
    for case in cases():
        result = score(options, (), case.concealed, case.tile, PLAIN)
        if result is None:
            raise AssertionError(f"{tuple(case.concealed)} does not win on {case.tile}")
        ke[result.ke] += 1
        for item, total in result.totals().items():
            items.setdefault(item, Counter())[total] += 1
    return {
        "ke": _sorted(ke),
        "items": {item: _sorted(histogram) for item, histogram in sorted(items.items())},
    }


def _sorted(histogram: Counter[int]) -> Histogram:
    return {str(number): histogram[number] for number in sorted(histogram)}


def main() -> int:
    """Write the file and return 0 if the naive scorer agrees with every case."""
    made: dict[str, object] = {"about": ABOUT, "hands": len(whole_hands()), "cases": len(cases())}
    for preset, options in PRESETS.items():
        wrong = differences(options, cases())
        sys.stdout.write(f"{preset}: {len(cases()) - len(wrong)} of {len(cases())} cases agreed\n")
        if wrong:
            sys.stdout.write("\n".join(wrong[:20]) + "\n")
            return 1
        made[preset] = census(options)
    PATH.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
