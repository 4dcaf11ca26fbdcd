"""The items of the dragons, concealed tiles and melds (R37-R40, R51, R52, R54)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import repeat

from app.rules.scoring.pricing.pricing import Pricing
from app.rules.scoring.pricing.suit_items import PartWorth, hog_lines, kong_lines, part_weight
from app.rules.scoring.pricing.worth import Line, Worth, worth_of
from app.rules.scoring.reading.laid import PUNG, codes_of
from app.rules.scoring.reading.readings import part_groups, part_pair
from app.rules.scoring.reading.shapes import DRAGONS, Key
from app.rules.tiles.tiles import COPIES, FIRST_DRAGON


@lru_cache(maxsize=4096)
def dragon_worth(pricing: Pricing, key: Key, codes: int) -> PartWorth | None:
    """The worth of the dragons in a standard reading; None if they do not divide.

    ``codes`` are their melds (``Laid.codes``).
    """
    parts = DRAGONS.divisions(key)
    if not parts:
        return None
    (part,) = parts
    melds = codes_of(codes)
    held = _held(key, melds)
    lines = [
        *_pung_lines(pricing, part.triplets, melds),
        *kong_lines(pricing, FIRST_DRAGON, melds),
        *hog_lines(pricing, FIRST_DRAGON, key, melds),
        *_sanyuan_lines(pricing, held, sorted(held)[0] >= 2 and sum(count >= 3 for count in held) == 2),
    ]
    groups, pair = part_groups(part, FIRST_DRAGON), part_pair(part, FIRST_DRAGON)
    worth = worth_of(lines, groups, pair, _times(held))
    return PartWorth(worth, worth, part_weight(part))


@lru_cache(maxsize=1024)
def dragon_pairs_worth(pricing: Pricing, key: Key) -> Worth:
    """The worth of the dragons in seven pairs."""
    counts = sorted(key)
    little = counts == [2, COPIES, COPIES] or (pricing.little_in_pairs and counts[0] > 0)
    lines = (*hog_lines(pricing, FIRST_DRAGON, key, ()), *_sanyuan_lines(pricing, tuple(key), little))
    return worth_of(lines, times=_times(tuple(key)))


def _held(key: Key, melds: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Number of 白, 发 and 中, melds included."""
    held = list(key)
    for rank, code in melds:
        held[rank] += 3 if code == PUNG else COPIES
    return tuple(held)


def _times(held: tuple[int, ...]) -> int:
    """The factor of 大三元: 2, else 1 (R52)."""
    return 2 if min(held) >= 3 else 1


def _pung_lines(
    pricing: Pricing, triplets: tuple[int, ...], melds: tuple[tuple[int, int], ...]
) -> Iterator[Line]:
    pungs = [rank for rank, code in melds if code == PUNG]
    for rank in pungs if pricing.melded_dragons_only else (*pungs, *triplets):
        yield "dragon_pung", pricing.value["dragon_pung"], (FIRST_DRAGON + rank,) * 3


def _sanyuan_lines(pricing: Pricing, held: tuple[int, ...], little: bool) -> Iterator[Line]:
    """R51, R52 and the 飞机 of dragons (R54). All depend on the counts only."""
    tiles = tuple(tile for tile, count in enumerate(held, FIRST_DRAGON) for tile in repeat(tile, count))
    big = min(held) >= 3
    if big:
        yield "big_sanyuan", pricing.value["big_sanyuan"], tiles
    elif little:
        yield "little_sanyuan", pricing.value["little_sanyuan"], tiles
    if big or held.count(COPIES) >= 2:
        yield "dragon_feiji", pricing.dragon_feiji, tiles
