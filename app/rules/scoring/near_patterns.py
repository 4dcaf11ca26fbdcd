"""Near misses of 一条龙, 板子 and 飞机: the hand has the tiles but does not earn the item (R41, R53, R54)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from app.rules.scoring.pricing.pricing import Pricing
from app.rules.scoring.reading.laid import codes_of
from app.rules.scoring.reading.readings import Reading
from app.rules.scoring.reading.receipts import Score
from app.rules.tiles.tiles import COPIES, Counts, Ke, Tile

NearMissReason: TypeAlias = Literal[
    "rest_does_not_stand",
    "other_reading",
    "used_elsewhere",
    "melded_tiles",
    "not_in_seven_pairs",
    "open_meld",
    "several_waits",
    "not_in_the_middle",
    "group_in_hand",
    "not_melded",
    "third_dragon_missing",
    "only_a_pair",
    "not_the_winning_tile",
    "discounted",
    "one_kong_short",
]
"""Why an item does not count, or does not count in full.

- ``rest_does_not_stand``: without the tiles of the item, the other tiles make no groups and pair.
- ``other_reading``: another reading of the hand pays as much or more.
- ``used_elsewhere``: the tiles already count for another item.
- ``melded_tiles``: the item needs tiles that are in a meld.
- ``not_in_seven_pairs``: the options do not count the item in seven pairs.
- ``open_meld``: the hand has an open meld; the item needs a concealed hand.
- ``several_waits``: the hand had more than one wait.
- ``not_in_the_middle``: the 5 is not between 4 and 6.
- ``group_in_hand``: one group is not a meld.
- ``not_melded``: the options count only a melded pung.
- ``third_dragon_missing``: the hand holds too few tiles of the third dragon.
- ``only_a_pair``: two of the third dragon instead of three.
- ``not_the_winning_tile``: the winning tile does not make the four.
- ``discounted``: the item counts, but a kongs-only block takes a discount off it.
- ``one_kong_short``: three kongs instead of four.
"""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """An item that the hand does not earn in full, the reason, and the tiles in question."""

    item: str
    reason: NearMissReason
    tiles: tuple[Tile, ...]


class WinContext(NamedTuple):
    """A winning hand with its score.

    ``codes`` are the melds (``Laid.codes``). ``readings`` are all standard readings. ``chosen`` is the
    scored reading, None for seven pairs. ``waits`` are those of the hand before its winning tile.
    """

    pricing: Pricing
    hand: Counts
    codes: tuple[int, int, int, int]
    tile: Tile
    score: Score
    readings: tuple[Reading, ...]
    chosen: Reading | None
    may_be_pairs: bool
    waits: tuple[Tile, ...]

    def earned(self, ids: frozenset[str], kinds: range) -> Ke:
        """Total 颗 of the items with one of these ids whose tiles are all in ``kinds``."""
        return sum(
            item.ke for item in self.score.items if item.id in ids and all(t in kinds for t in item.tiles)
        )


_BANZI: Final = frozenset({"banzi", "big_banzi", "long_banzi"})
_FEIJI: Final = frozenset({"feiji", "big_feiji", "huge_feiji", "super_feiji"})
_STRAIGHT: Final = frozenset({"pure_straight"})


def pattern_misses(seen: WinContext) -> Iterator[NearMiss]:
    """The near misses of 一条龙, 板子 and 飞机 in every suit."""
    for suit in range(3):
        yield from _straight(seen, suit)
        yield from _banzi(seen, suit)
        yield from _feiji(seen, suit) if seen.chosen is not None else _feiji_of_pairs(seen, suit)


def stretches(flags: Sequence[bool], least: int) -> Iterator[range]:
    """The longest ranges of consecutive ranks whose flag is set, of at least ``least`` ranks."""
    start = 0
    for rank, flag in enumerate((*flags, False)):
        if not flag:
            if rank - start >= least:
                yield range(start, rank)
            start = rank + 1


def _why(seen: WinContext, in_reading: Sequence[bool], in_pairs: bool) -> NearMissReason:
    """Why a block does not count. ``in_reading``: for each of ``seen.readings``, whether it has the block."""
    has = dict(zip(seen.readings, in_reading, strict=True))
    if in_pairs if seen.chosen is None else has[seen.chosen]:
        return "used_elsewhere"
    if in_pairs or any(in_reading):
        return "other_reading"
    return "rest_does_not_stand"


def _straight(seen: WinContext, suit: int) -> Iterator[NearMiss]:
    kinds = range(9 * suit, 9 * suit + 9)
    if not seen.pricing.value["pure_straight"] or seen.earned(_STRAIGHT, kinds):
        return
    melded = dict(codes_of(seen.codes[suit]))
    lacking = [rank for rank in range(9) if not seen.hand[9 * suit + rank]]
    if all(rank in melded for rank in lacking):
        straights = [reading[suit].straight for reading in seen.readings]
        reason = "melded_tiles" if lacking else _why(seen, straights, False)
        yield NearMiss("pure_straight", reason, tuple(kinds))


def _banzi(seen: WinContext, suit: int) -> Iterator[NearMiss]:
    prices = seen.pricing.banzi
    for row in stretches([count >= 2 for count in seen.hand[9 * suit : 9 * suit + 9]], 3):
        longest = max((length for length in prices if length <= len(row)), default=0)
        kinds = range(9 * suit + row.start, 9 * suit + row.stop)
        if not longest or seen.earned(_BANZI, kinds) >= prices[longest][1]:
            continue
        blocks = [
            any(
                length >= longest and row.start <= low and low + length <= row.stop
                for packing in reading[suit].packings
                for low, length in packing
            )
            for reading in seen.readings
        ]
        tiles = tuple(tile for tile in kinds for _ in range(2))
        yield NearMiss(prices[longest][0], _why(seen, blocks, seen.may_be_pairs), tiles)


def _feiji(seen: WinContext, suit: int) -> Iterator[NearMiss]:
    prices = seen.pricing.feiji
    melded = dict(codes_of(seen.codes[suit]))
    three = [seen.hand[9 * suit + rank] >= 3 or rank in melded for rank in range(9)]
    for row in stretches(three, 2):
        longest = max((length for length in prices if length <= len(row)), default=0)
        kinds = range(9 * suit + row.start, 9 * suit + row.stop)
        if not longest or seen.earned(_FEIJI, kinds) >= prices[longest][1]:
            continue
        blocks = [
            any(
                len(found) >= longest
                for found in stretches([r in row and (r in melded or r in triplets) for r in range(9)], 2)
            )
            for triplets in (reading[suit].triplets for reading in seen.readings)
        ]
        tiles = tuple(tile for tile in kinds for _ in range(3))
        yield NearMiss(prices[longest][0], _why(seen, blocks, False), tiles)


def _feiji_of_pairs(seen: WinContext, suit: int) -> Iterator[NearMiss]:
    """Consecutive kinds held four times in seven pairs: 飞机 under ``feiji_in_seven_pairs``."""
    prices = seen.pricing.kong_feiji
    for row in stretches([count == COPIES for count in seen.hand[9 * suit : 9 * suit + 9]], 2):
        longest = max((length for length in prices if length <= len(row)), default=0)
        kinds = range(9 * suit + row.start, 9 * suit + row.stop)
        if longest and seen.earned(_FEIJI, kinds) < prices[longest][1]:
            counted = seen.pricing.feiji_in_seven_pairs
            tiles = tuple(tile for tile in kinds for _ in range(COPIES))
            yield NearMiss(prices[longest][0], "used_elsewhere" if counted else "not_in_seven_pairs", tiles)
