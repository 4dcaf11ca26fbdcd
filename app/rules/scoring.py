"""What a winning hand is worth: the best reading, itemised (R30-R59)."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from app.rules.hand_items import (
    Line,
    WonHand,
    circumstance_lines,
    dragon_lines,
    hand_lines,
    held_counts,
    multiplier,
)
from app.rules.items import ITEMS
from app.rules.melds import Meld
from app.rules.options import Options
from app.rules.pricing import Pricing, pricing_of
from app.rules.reading_items import pairs_lines, standard_lines
from app.rules.readings import Reading, meld_groups, pair_groups, reading_groups, standard_readings
from app.rules.ready import is_seven_pairs, suits_held, wait_mask
from app.rules.receipts import Circumstances, Group, GroupKind, Item, Score, WinBy
from app.rules.shapes import suit_keys
from app.rules.tiles import Counts, Ke, Suit, Tile

__all__ = ["Circumstances", "Group", "GroupKind", "Item", "Score", "WinBy", "score"]

_Lines: TypeAlias = tuple[Line, ...]
_ORDER: Final = {item.id: index for index, item in enumerate(ITEMS)}


def score(
    options: Options,
    melds: tuple[Meld, ...],
    concealed: Counts,
    tile: Tile,
    circumstances: Circumstances,
    void_suit: Suit | None = None,
) -> Score | None:
    """The score of a hand won on ``tile``, or None where it does not win (R20, R21, R7).

    ``concealed`` counts the tiles in hand with the winning tile among them, melds apart.
    """
    if not concealed[tile]:
        return None
    before = (*concealed[:tile], concealed[tile] - 1, *concealed[tile + 1 :])
    one_wait = wait_mask(melds, before, void_suit).bit_count() == 1
    hand = won_hand(melds, concealed, tile, one_wait, void_suit)
    if hand is None:
        return None
    pricing = pricing_of(options)
    common = tuple(circumstance_lines(pricing, tile, circumstances))
    return _receipt(pricing, hand, common)


def won_hand(
    melds: tuple[Meld, ...], concealed: Counts, tile: Tile, one_wait: bool, void_suit: Suit | None
) -> WonHand | None:
    """The facts that the items ask for, or None where the hand breaks R21 or R7."""
    suits = suits_held(melds, concealed)
    if len(suits) > 2 or void_suit in suits:
        return None
    closed = all(meld.is_concealed for meld in melds)
    return WonHand(melds, concealed, held_counts(melds, concealed), tile, len(suits), closed, one_wait)


def plain_ke(pricing: Pricing, hand: WonHand) -> Ke:
    """颗 of a plain discard win of a hand that wins, after R59; 0 where it is not whole."""
    totals = [_sum(lines) for _, lines in _reading_lines(pricing, hand)]
    if not totals:
        return 0
    ke = max(totals) + _sum(tuple(hand_lines(pricing, hand)))
    return pricing.paid(ke, multiplier(pricing, hand))


def _receipt(pricing: Pricing, hand: WonHand, common: _Lines) -> Score | None:
    best: tuple[Ke, Reading | None, _Lines] | None = None
    for reading, lines in _reading_lines(pricing, hand):
        total = _sum(lines)
        if best is None or total > best[0]:
            best = (total, reading, lines)
    if best is None:
        return None
    _, reading, lines = best
    every = (*common, *hand_lines(pricing, hand), *lines)
    items = tuple(Item(*line) for line in sorted(every, key=_table_order) if line[1])
    times = multiplier(pricing, hand)
    groups = pair_groups(hand.concealed) if reading is None else reading_groups(reading)
    return Score(pricing.paid(_sum(every), times), items, times, (*meld_groups(hand.melds), *groups))


def _reading_lines(pricing: Pricing, hand: WonHand) -> Iterator[tuple[Reading | None, _Lines]]:
    """Each reading (None: seven pairs) with the items that it does not share with the others."""
    if len(hand.melds) * 3 + sum(hand.concealed) != 14:
        return
    for reading in standard_readings(suit_keys(hand.concealed)):
        lines = (*dragon_lines(pricing, hand, False), *standard_lines(pricing, hand, reading))
        yield reading, lines
    if is_seven_pairs(hand.melds, hand.concealed):
        yield None, (*dragon_lines(pricing, hand, True), *pairs_lines(pricing, hand))


def _sum(lines: _Lines) -> Ke:
    return sum(ke for _, ke, _ in lines)


def _table_order(line: Line) -> int:
    return _ORDER[line[0]]
