"""The items of one suit, concealed tiles and melds (R36, R38-R41, R53, R54).

Only ``all_pungs`` depends on more than one suit. So the best reading of each suit is found separately and
cached.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from app.rules.scoring.pricing.blocks import Choice, Set, Sets, best_banzi, best_feiji, best_in_pairs
from app.rules.scoring.pricing.pricing import Pricing
from app.rules.scoring.pricing.worth import NOTHING, Line, Worth, worth_of
from app.rules.scoring.reading.laid import CONCEALED_KONG, PUNG, codes_of
from app.rules.scoring.reading.readings import part_groups, part_pair
from app.rules.scoring.reading.shapes import NO_PAIR, SUIT, Key, Part
from app.rules.tiles.tiles import COPIES, Suit, Tile

REMEMBERED: Final = 1 << 15
"""Number of suits in the cache; about 20 MB."""
PAIR_WEIGHT: Final = 100


class PartWorth(NamedTuple):
    """The best reading of a suit or of the dragons.

    ``sets`` is the reading without runs, None if there is none. ``weight`` is the number of concealed
    groups, plus PAIR_WEIGHT if the part has the pair.
    """

    best: Worth
    sets: Worth | None
    weight: int


ABSENT: Final = PartWorth(NOTHING, NOTHING, 0)
"""A suit, or the dragons, without tiles and melds."""


class _Suit(NamedTuple):
    """The arguments of ``suit_worth``. ``first`` is the lowest tile, ``melds`` are (rank, code)."""

    pricing: Pricing
    first: Tile
    key: Key
    melds: tuple[tuple[int, int], ...]
    concealed: bool
    five: bool


@lru_cache(maxsize=REMEMBERED)
def suit_worth(
    pricing: Pricing, suit: Suit, key: Key, codes: int, concealed: bool, five: bool
) -> PartWorth | None:
    """The worth of one suit in a standard reading; None if its tiles do not divide.

    ``codes`` are its melds (``Laid.codes``). ``concealed``: the whole hand is concealed (R34). ``five``: the
    5 of this suit is the winning tile and was the only wait (R36).
    """
    parts = SUIT.divisions(key)
    if not parts:
        return None
    asked = _Suit(pricing, 9 * suit, key, codes_of(codes), concealed, five)
    hogs = tuple(hog_lines(pricing, asked.first, key, asked.melds))
    worths = [
        worth_of((*hogs, *_part_lines(asked, part)), part_groups(part, 9 * suit), part_pair(part, 9 * suit))
        for part in parts
    ]
    sets = next((worth for part, worth in zip(parts, worths, strict=True) if not part.runs), None)
    return PartWorth(max(worths, key=lambda worth: worth.ke), sets, part_weight(parts[0]))


def part_weight(part: Part) -> int:
    """``PartWorth.weight`` of a division."""
    return len(part.runs) + len(part.triplets) + (PAIR_WEIGHT if part.pair != NO_PAIR else 0)


@lru_cache(maxsize=REMEMBERED)
def suit_pairs_worth(pricing: Pricing, suit: Suit, key: Key) -> Worth:
    """R40, 板子 and 飞机 of one suit in seven pairs."""
    first = 9 * suit
    blocks = best_in_pairs(pricing, tuple(key), first)
    return worth_of((*hog_lines(pricing, first, key, ()), *_block_lines(blocks)))


def hog_lines(pricing: Pricing, first: Tile, key: Key, melds: tuple[tuple[int, int], ...]) -> Iterator[Line]:
    """R40: four equal tiles in hand, or a pung and the fourth tile in hand."""
    pungs = {rank for rank, code in melds if code == PUNG}
    for rank, count in enumerate(key):
        if count == COPIES or (count == 1 and rank in pungs):
            yield "tile_hog", pricing.value["tile_hog"], (first + rank,) * COPIES


def kong_lines(pricing: Pricing, first: Tile, melds: tuple[tuple[int, int], ...]) -> Iterator[Line]:
    """R38 and R39 without a discount."""
    for rank, code in melds:
        if code != PUNG:
            tile = first + rank
            concealed = code == CONCEALED_KONG
            item = "concealed_kong" if concealed else "melded_kong"
            yield item, pricing.kong(tile, concealed), (tile,) * COPIES


def _part_lines(asked: _Suit, part: Part) -> Iterator[Line]:
    """All that one division earns, except R40."""
    pricing, first = asked.pricing, asked.first
    if asked.five and 3 in part.runs:
        yield "middle_five", pricing.value["middle_five"], (first + 3, first + 4, first + 5)
    if part.straight or part.packings:
        yield from _run_lines(asked, part)
    feiji = best_feiji(pricing, _sets(asked, part))
    yield from _block_lines(feiji)
    discounted = {tile for block in feiji.blocks for tile in block.discounted}
    for item, ke, tiles in kong_lines(pricing, first, asked.melds):
        yield item, ke - min(ke, tiles[0] in discounted), tiles


def _run_lines(asked: _Suit, part: Part) -> Iterator[Line]:
    """一条龙 and 板子. The option ``pattern_overlap`` decides whether both may use the same run."""
    pricing = asked.pricing
    banzi = best_banzi(pricing, part, asked.first)
    straight = tuple(_straight_lines(asked)) if part.straight else ()
    # A straight uses three of the four groups, so a 板子 beside it always shares a run with it.
    if pricing.exclusive and straight:
        if sum(ke for _, ke, _ in straight) >= banzi.gain:
            yield from straight
        else:
            yield from _block_lines(banzi)
    else:
        yield from straight
        yield from _block_lines(banzi)


def _straight_lines(asked: _Suit) -> Iterator[Line]:
    first = asked.first
    yield "pure_straight", asked.pricing.value["pure_straight"], tuple(range(first, first + 9))
    if asked.concealed:
        yield "concealed_bonus", asked.pricing.bonus_straight, ()


def _sets(asked: _Suit, part: Part) -> Sets:
    """The triplets, pungs and kongs of the suit, lowest first, with the discount of each kong."""
    sets = [Set(asked.first + rank, 3, 0) for rank in part.triplets]
    for rank, code in asked.melds:
        tile = asked.first + rank
        if code == PUNG:
            sets.append(Set(tile, 3, 0))
        else:
            sets.append(Set(tile, COPIES, min(1, asked.pricing.kong(tile, code == CONCEALED_KONG))))
    return tuple(sorted(sets))


def _block_lines(choice: Choice) -> Iterator[Line]:
    for block in choice.blocks:
        yield block.id, block.ke, block.tiles
