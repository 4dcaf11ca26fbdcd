"""The items that every reading of a winning hand has in common (R31-R36, R40, R44, R45, R51-R58)."""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from app.rules.melds import Meld
from app.rules.pricing import Pricing
from app.rules.receipts import Circumstances, WinBy
from app.rules.shapes import Keys
from app.rules.tiles import COPIES, DRAGONS, FIRST_DRAGON, Counts, Ke, Tile

Line: TypeAlias = tuple[str, Ke, tuple[Tile, ...]]
"""An item on its way to the receipt: id, 颗, and the tiles that earned it."""


class WonHand(NamedTuple):
    """What the items ask of a winning hand.

    ``keys`` are those of ``concealed``, ``held`` counts hand and melds, ``suits`` and ``kongs`` are
    numbers of suits present and of kongs.
    """

    melds: tuple[Meld, ...]
    concealed: Counts
    keys: Keys
    held: Counts
    tile: Tile
    suits: int
    kongs: int
    is_concealed: bool
    one_wait: bool

    @property
    def waited_for_five(self) -> bool:
        """One wait, won on a suit 5 (R36)."""
        return self.one_wait and self.tile % 9 == 4 and self.tile < FIRST_DRAGON


def held_counts(melds: tuple[Meld, ...], concealed: Counts) -> Counts:
    """The counts of hand and melds together."""
    if not melds:
        return concealed
    held = list(concealed)
    for meld in melds:
        held[meld.tile] += meld.size
    return tuple(held)


def circumstance_lines(pricing: Pricing, tile: Tile, circumstances: Circumstances) -> Iterator[Line]:
    """R33 and R55-R57: how the winning tile came."""
    value = pricing.value
    match circumstances.by:
        case WinBy.DRAW:
            yield "self_drawn", value["self_drawn"], (tile,)
            after_kong, last_tile = "kong_bloom", "last_tile_draw"
        case WinBy.DISCARD:
            after_kong, last_tile = "kong_shot", "last_tile_shot"
        case WinBy.ROB_KONG:
            yield "robbed_kong", value["robbed_kong"], (tile,)
            return
    if circumstances.after_kong:
        yield after_kong, value[after_kong], (tile,)
    if circumstances.last_tile:
        yield last_tile, value[last_tile], (tile,)


def hand_lines(pricing: Pricing, hand: WonHand) -> Iterator[Line]:
    """R31, R32, R34-R36 (`any`), R40, R44, R45 with R48, R58."""
    value = pricing.value
    yield "base", value["base"], ()
    yield "voided_suit", value["voided_suit"] * (3 - hand.suits), ()
    if hand.is_concealed:
        yield "concealed_hand", value["concealed_hand"], ()
    if hand.one_wait:
        yield "one_wait", value["one_wait"], (hand.tile,)
        if pricing.five_any and hand.waited_for_five:
            yield "middle_five", value["middle_five"], (hand.tile,)
    if hand.held.count(COPIES) > hand.kongs:
        yield from _tile_hogs(pricing, hand)
    if hand.suits == 1:
        flush = "half_flush" if any(hand.held[FIRST_DRAGON:]) else "full_flush"
        yield flush, value[flush], ()
        if hand.is_concealed:
            yield "concealed_bonus", pricing.bonus_suit, ()
    if hand.kongs == 4:
        yield "luohan", pricing.luohan_ke, tuple(meld.tile for meld in hand.melds for _ in range(4))


def dragon_lines(pricing: Pricing, hand: WonHand, seven_pairs: bool) -> Iterator[Line]:
    """R51, R52 and the 飞机 of dragons (R54), all by count."""
    counts = hand.held[FIRST_DRAGON:]
    threes = sum(count >= 3 for count in counts)
    tiles = tuple(tile for tile in DRAGONS for _ in range(hand.held[tile]))
    if threes == 3:
        yield "big_sanyuan", pricing.value["big_sanyuan"], tiles
    elif (threes == 2 and 2 in counts) or (seven_pairs and pricing.little_in_pairs and all(counts)):
        yield "little_sanyuan", pricing.value["little_sanyuan"], tiles
    if threes == 3 or counts.count(COPIES) >= 2:
        yield "dragon_feiji", pricing.dragon_feiji, tiles


def multiplier(pricing: Pricing, hand: WonHand) -> int:
    """1, 2 or 4: doubled by 大三元 and by 十八罗汉 (R59)."""
    doubled = 2 if min(hand.held[FIRST_DRAGON:]) >= 3 else 1
    return doubled * 2 if pricing.luohan_doubles and hand.kongs == 4 else doubled


def _tile_hogs(pricing: Pricing, hand: WonHand) -> Iterator[Line]:
    kongs = {meld.tile for meld in hand.melds if meld.is_kong}
    for tile, count in enumerate(hand.held):
        if count == COPIES and tile not in kongs:
            yield "tile_hog", pricing.value["tile_hog"], (tile,) * COPIES
