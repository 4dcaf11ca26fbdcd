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
from app.rules.ready import discard_keys, is_seven_pairs, may_win, suit_mask, wait_mask
from app.rules.receipts import Circumstances, Group, GroupKind, Item, Score, WinBy
from app.rules.shapes import Keys, suit_keys
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
    keys = suit_keys(concealed)
    before = (*concealed[:tile], concealed[tile] - 1, *concealed[tile + 1 :])
    one_wait = wait_mask(melds, before, discard_keys(keys, tile), void_suit).bit_count() == 1
    if not may_win(suit_mask(melds, keys), void_suit):
        return None
    pricing = pricing_of(options)
    common = tuple(circumstance_lines(pricing, tile, circumstances))
    return _receipt(pricing, won_hand(melds, concealed, keys, tile, one_wait), common)


def won_hand(melds: tuple[Meld, ...], concealed: Counts, keys: Keys, tile: Tile, one_wait: bool) -> WonHand:
    """The facts that the items ask for, of a hand that keeps R21; ``keys`` are those of ``concealed``."""
    kongs = 0
    is_concealed = True
    for meld in melds:
        kongs += meld.is_kong
        is_concealed = is_concealed and meld.is_concealed
    suits = suit_mask(melds, keys).bit_count()
    held = held_counts(melds, concealed)
    return WonHand(melds, concealed, keys, held, tile, suits, kongs, is_concealed, one_wait)


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
    for reading in standard_readings(hand.keys):
        lines = (*dragon_lines(pricing, hand, False), *standard_lines(pricing, hand, reading))
        yield reading, lines
    if is_seven_pairs(hand.melds, hand.concealed):
        yield None, (*dragon_lines(pricing, hand, True), *pairs_lines(pricing, hand))


def _sum(lines: _Lines) -> Ke:
    return sum(ke for _, ke, _ in lines)


def _table_order(line: Line) -> int:
    return _ORDER[line[0]]
