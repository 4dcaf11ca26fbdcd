"""Counts all winning hands of 14 tiles. Run it by hand: ``python -m tests.perft.shapes``."""

import sys
from itertools import product

from app.rules.scoring.reading.readings import standard_readings
from app.rules.scoring.reading.ready import is_seven_pairs
from app.rules.scoring.reading.shapes import DRAGONS, SUIT, Key, Shapes

STANDARD_WINS = 7_455_192
SEVEN_PAIRS = 7_133_130


def _by_tiles(shapes: Shapes) -> dict[int, list[Key]]:
    found: dict[int, list[Key]] = {}
    for key in (*shapes.groups, *shapes.paired):
        found.setdefault(sum(key), []).append(key)
    return found


def standard_wins() -> int:
    """Number of different 14-tile hands, of any suits, that divide into four groups and a pair."""
    suit, dragons = _by_tiles(SUIT), _by_tiles(DRAGONS)
    total = 0
    for m, p, s in product(suit, repeat=3):
        hands = product(suit[m], suit[p], suit[s], dragons.get(14 - m - p - s, []))
        total += sum(bool(standard_readings(keys)) for keys in hands)
    return total


def _pair_keys(kinds: int) -> dict[int, list[Key]]:
    """Counts of 0, 2 or 4 for some kinds, by the number of pairs."""
    found: dict[int, list[Key]] = {}
    for counts in product((0, 2, 4), repeat=kinds):
        found.setdefault(sum(counts) // 2, []).append(bytes(counts))
    return found


def seven_pairs() -> int:
    """Number of different hands of seven pairs, of any suits."""
    suit, dragons = _pair_keys(9), _pair_keys(3)
    total = 0
    for m, p, s in product(range(8), repeat=3):
        hands = product(suit[m], suit[p], suit[s], dragons.get(7 - m - p - s, []))
        total += sum(is_seven_pairs(a + b + c + d) for a, b, c, d in hands)
    return total


def main() -> int:
    """Return 0 if both totals are right."""
    standard, pairs = standard_wins(), seven_pairs()
    sys.stdout.write(f"standard {standard} of {STANDARD_WINS}, seven pairs {pairs} of {SEVEN_PAIRS}\n")
    return 0 if (standard, pairs) == (STANDARD_WINS, SEVEN_PAIRS) else 1


if __name__ == "__main__":
    sys.exit(main())
