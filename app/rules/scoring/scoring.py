"""The score of a winning hand: its best reading, with the items it earns (R30-R59)."""

from typing import NamedTuple

from app.rules.options.options import Options
from app.rules.scoring.pricing.dragon_items import dragon_pairs_worth, dragon_worth
from app.rules.scoring.pricing.hand_items import (
    circumstance_worth,
    frame_worth,
    is_suit_five,
    luohan_worth,
    pairs_worth,
    pungs_worth,
)
from app.rules.scoring.pricing.pricing import Pricing, pricing_of
from app.rules.scoring.pricing.suit_items import ABSENT, PAIR_WEIGHT, suit_pairs_worth, suit_worth
from app.rules.scoring.pricing.worth import NOTHING, Worth, by_place, item_of
from app.rules.scoring.reading.laid import Laid, laid_down
from app.rules.scoring.reading.readings import pair_groups
from app.rules.scoring.reading.ready import is_seven_pairs, may_win, wait_mask
from app.rules.scoring.reading.receipts import Circumstances, Group, GroupKind, Item, Score, WinBy
from app.rules.scoring.reading.shapes import EMPTY, NO_DRAGONS, Keys, split
from app.rules.tiles.melds import Meld
from app.rules.tiles.tiles import COPIES, DRAGON_ROW, Counts, Ke, Suit, Tile, changed

__all__ = ["Circumstances", "Group", "GroupKind", "Item", "Score", "WinBy", "score"]


class Whole(NamedTuple):
    """A hand that includes its winning tile ``tile``.

    ``keys`` are the keys of ``hand`` (see ``shapes``). ``suits`` are the suits as bits, and ``has_dragons``
    is whether there are dragons, melds included. ``only_wait`` is the winning tile if it was the only wait,
    else None.
    """

    laid: Laid
    hand: Counts
    keys: Keys
    tile: Tile
    suits: int
    has_dragons: bool
    only_wait: Tile | None


class _Reading(NamedTuple):
    """One reading: its 颗, and what 万, 筒, 条, the dragons and the form of the whole hand earn.

    ``form`` is all pungs, seven pairs or nothing.
    """

    ke: Ke
    m: Worth
    p: Worth
    s: Worth
    z: Worth
    form: Worth


def score(
    options: Options,
    melds: tuple[Meld, ...],
    concealed: Counts,
    tile: Tile,
    circumstances: Circumstances,
    void_suit: Suit | None = None,
) -> Score | None:
    """The score of a hand that wins on ``tile``; None if it does not win (R20, R21, R7).

    ``concealed`` counts the tiles in hand: with the winning tile, without the melds.
    """
    if not concealed[tile]:
        return None
    only_wait = tile if wait_mask(melds, changed(concealed, tile, -1)) == 1 << tile else None
    whole = whole_hand(laid_down(melds), concealed, tile, only_wait)
    if not may_win(whole.suits, void_suit):
        return None
    pricing = pricing_of(options)
    reading = _best_reading(pricing, whole)
    return None if reading is None else _receipt(pricing, whole, reading, circumstances)


def whole_hand(laid: Laid, hand: Counts, tile: Tile, only_wait: Tile | None) -> Whole:
    """Collect the facts of a hand that includes its winning tile."""
    keys = split(hand)
    m, p, s, z = keys
    suits = (m != EMPTY) | (p != EMPTY) << 1 | (s != EMPTY) << 2 | laid.suits
    has_dragons = z != NO_DRAGONS or laid.codes[DRAGON_ROW] > 0
    return Whole(laid, hand, keys, tile, suits, has_dragons, only_wait)


def plain_ke(pricing: Pricing, whole: Whole) -> Ke:
    """颗 (after R59) of a win on a discard, without R55-R57; 0 if the hand is not complete (R20)."""
    reading = _best_reading(pricing, whole)
    if reading is None:
        return 0
    luohan = luohan_worth(pricing, whole.laid)
    ke = reading.ke + _frame(pricing, whole).ke + luohan.ke
    return pricing.paid(ke, reading.z.times * luohan.times)


def _best_reading(pricing: Pricing, whole: Whole) -> _Reading | None:
    """The reading that earns most; None if there is none (R20, R30)."""
    standard = _standard(pricing, whole)
    if whole.laid.number or not is_seven_pairs(whole.hand):
        return standard
    pairs = _seven_pairs(pricing, whole)
    return pairs if standard is None or pairs.ke > standard.ke else standard


def _standard(pricing: Pricing, whole: Whole) -> _Reading | None:
    """The best division into groups and a pair; None if there is none."""
    laid = whole.laid
    keys = whole.keys
    codes = laid.codes
    concealed = laid.concealed
    only_wait = whole.only_wait
    five = -1
    if only_wait is not None and not pricing.five_any and is_suit_five(only_wait):
        five = only_wait // 9
    suits = whole.suits
    m = suit_worth(pricing, 0, keys[0], codes[0], concealed, five == 0) if suits & 1 else ABSENT
    p = suit_worth(pricing, 1, keys[1], codes[1], concealed, five == 1) if suits & 2 else ABSENT
    s = suit_worth(pricing, 2, keys[2], codes[2], concealed, five == 2) if suits & 4 else ABSENT
    z = dragon_worth(pricing, keys[DRAGON_ROW], codes[DRAGON_ROW]) if whole.has_dragons else ABSENT
    if m is None or p is None or s is None or z is None:
        return None
    if m.weight + p.weight + s.weight + z.weight != 4 - laid.number + PAIR_WEIGHT:
        return None
    m_best, p_best, s_best, z_best = m.best, p.best, s.best, z.best
    best = m_best.ke + p_best.ke + s_best.ke + z_best.ke
    if m.sets is not None and p.sets is not None and s.sets is not None:
        pungs = pungs_worth(pricing, concealed, laid.number == 4)
        ke = m.sets.ke + p.sets.ke + s.sets.ke + z_best.ke + pungs.ke
        if ke >= best:
            return _Reading(ke, m.sets, p.sets, s.sets, z_best, pungs)
    return _Reading(best, m_best, p_best, s_best, z_best, NOTHING)


def _seven_pairs(pricing: Pricing, whole: Whole) -> _Reading:
    keys, tile = whole.keys, whole.tile
    m, p, s = (suit_pairs_worth(pricing, suit, keys[suit]) for suit in range(3))
    z = dragon_pairs_worth(pricing, keys[DRAGON_ROW])
    form = pairs_worth(pricing, tile if whole.hand[tile] == COPIES else None)
    ke = m.ke + p.ke + s.ke + z.ke + form.ke
    return _Reading(ke, m, p, s, z, form._replace(groups=pair_groups(whole.hand)))


def _frame(pricing: Pricing, whole: Whole) -> Worth:
    return frame_worth(pricing, whole.suits, whole.has_dragons, whole.laid.concealed, whole.only_wait)


def _receipt(pricing: Pricing, whole: Whole, reading: _Reading, circumstances: Circumstances) -> Score:
    m = reading.m
    p = reading.p
    s = reading.s
    z = reading.z
    form = reading.form
    laid = whole.laid
    frame = _frame(pricing, whole)
    came = circumstance_worth(pricing, whole.tile, circumstances)
    luohan = luohan_worth(pricing, laid)
    placed = [*frame.items, *m.items, *p.items, *s.items, *z.items, *form.items, *came.items, *luohan.items]
    placed.sort(key=by_place)
    times = z.times * luohan.times
    paid = pricing.paid(reading.ke + frame.ke + came.ke + luohan.ke, times)
    groups = laid.groups + m.groups + p.groups + s.groups + z.groups + form.groups
    pair = m.pair + p.pair + s.pair + z.pair
    return Score(paid, tuple(map(item_of, placed)), times, groups + pair)
