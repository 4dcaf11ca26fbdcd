"""The items that depend on how a winning hand is read (R36-R39, R41-R43, R46-R48, R53, R54)."""

from collections.abc import Iterator

from app.rules.blocks import Choice, Set, Sets, best_banzi, best_feiji, best_in_pairs
from app.rules.hand_items import Line, WonHand
from app.rules.melds import Meld, MeldKind
from app.rules.pricing import Pricing
from app.rules.readings import Reading
from app.rules.shapes import Part
from app.rules.tiles import COPIES, FIRST_DRAGON, Tile


def pairs_lines(pricing: Pricing, hand: WonHand) -> Iterator[Line]:
    """R46-R48 and the blocks of seven pairs."""
    if hand.concealed[hand.tile] == COPIES:
        yield "loong_seven_pairs", pricing.value["loong_seven_pairs"], (hand.tile,) * COPIES
    else:
        yield "seven_pairs", pricing.value["seven_pairs"], ()
    yield "concealed_bonus", pricing.bonus_pairs, ()
    for first in (0, 9, 18):
        counts = hand.concealed[first : first + 9]
        if any(counts):
            yield from _block_lines(best_in_pairs(pricing, counts, first))


def standard_lines(pricing: Pricing, hand: WonHand, reading: Reading) -> Iterator[Line]:
    """Everything that a division into groups and a pair earns."""
    yield from _dragon_pungs(pricing, hand, reading[3])
    if not (reading[0].runs or reading[1].runs or reading[2].runs):
        yield "all_pungs", pricing.value["all_pungs"], ()
        if hand.is_concealed:
            yield "concealed_bonus", pricing.bonus_pungs, ()
        if len(hand.melds) == 4:
            yield "golden_hook", pricing.value["golden_hook"], ()
    else:
        yield from _run_lines(pricing, hand, reading)
    yield from _set_lines(pricing, hand, reading)


def _dragon_pungs(pricing: Pricing, hand: WonHand, dragons: Part) -> Iterator[Line]:
    ke = pricing.value["dragon_pung"]
    for meld in hand.melds:
        if meld.tile >= FIRST_DRAGON and meld.kind is MeldKind.PUNG:
            yield "dragon_pung", ke, (meld.tile,) * 3
    if not pricing.melded_dragons_only:
        for rank in dragons.triplets:
            yield "dragon_pung", ke, (FIRST_DRAGON + rank,) * 3


def _run_lines(pricing: Pricing, hand: WonHand, reading: Reading) -> Iterator[Line]:
    """R36 (`closed`), and 一条龙 and 板子, which share runs or may not (`pattern_overlap`)."""
    if hand.waited_for_five and not pricing.five_any:
        suit = hand.tile // 9
        if 3 in reading[suit].runs:
            yield "middle_five", pricing.value["middle_five"], (hand.tile - 1, hand.tile, hand.tile + 1)
    for suit in range(3):
        part = reading[suit]
        if not (part.straight or part.packings):
            continue
        banzi = best_banzi(pricing, part, 9 * suit)
        straight = tuple(_straight_lines(pricing, hand, 9 * suit)) if part.straight else ()
        # Both at once take the same run twice: a straight has three of the four groups.
        if pricing.exclusive and straight and banzi.blocks:
            if sum(ke for _, ke, _ in straight) >= banzi.gain:
                yield from straight
            else:
                yield from _block_lines(banzi)
        else:
            yield from straight
            yield from _block_lines(banzi)


def _straight_lines(pricing: Pricing, hand: WonHand, first: Tile) -> Iterator[Line]:
    yield "pure_straight", pricing.value["pure_straight"], tuple(range(first, first + 9))
    if hand.is_concealed:
        yield "concealed_bonus", pricing.bonus_straight, ()


def _set_lines(pricing: Pricing, hand: WonHand, reading: Reading) -> Iterator[Line]:
    """R38, R39 and R54: the kongs, and what consecutive triplets and kongs earn beside them."""
    discounted: frozenset[Tile] = frozenset()
    for suit in range(3):
        part = reading[suit]
        if len(part.triplets) + len(hand.melds) < 2:
            continue
        sets = _sets(pricing, hand, part, suit)
        if len(sets) >= 2:
            choice = best_feiji(pricing, sets)
            yield from _block_lines(choice)
            discounted = discounted.union(*(block.discounted for block in choice.blocks))
    for meld in hand.melds:
        if meld.is_kong:
            ke = pricing.kong(meld.tile, meld.is_concealed)
            if meld.tile in discounted:
                ke -= _discount(pricing, meld)
            yield "concealed_kong" if meld.is_concealed else "melded_kong", ke, (meld.tile,) * COPIES


def _sets(pricing: Pricing, hand: WonHand, part: Part, suit: int) -> Sets:
    """The triplets, pungs and kongs of one suit, lowest first."""
    first = 9 * suit
    sets = [Set(first + rank, 3, 0) for rank in part.triplets]
    sets += [
        Set(meld.tile, meld.size, _discount(pricing, meld)) for meld in hand.melds if meld.tile // 9 == suit
    ]
    return tuple(sorted(sets))


def _discount(pricing: Pricing, meld: Meld) -> int:
    """What a kongs-only block takes off a kong: one 颗, but never more than it has."""
    return min(1, pricing.kong(meld.tile, meld.is_concealed)) if meld.is_kong else 0


def _block_lines(choice: Choice) -> Iterator[Line]:
    for block in choice.blocks:
        yield block.id, block.ke, block.tiles
