"""Complete hands, and the waits of a hand as a bit mask over the 30 kinds (R20-R22)."""

from functools import lru_cache
from typing import Final

from app.rules.scoring.reading.shapes import (
    BESIDE_PAIR,
    DRAGONS,
    EMPTY,
    HOPELESS,
    OPEN,
    PAIRED,
    PRESENT,
    SUIT,
    WAITS,
    Keys,
    split,
)
from app.rules.tiles.melds import Meld, MeldKind
from app.rules.tiles.tiles import FIRST_DRAGON, Counts, Suit, Tile

_ODD: Final = bytes(count & 1 for count in range(256))
_PAIRS_IN_HAND: Final = 13
_ALL_SUITS: Final = 0b111

_of_suit: Final = SUIT.readiness.get
_of_dragons: Final = DRAGONS.readiness.get

# Sums of the state bits of the four parts of a hand that may be ready. The mask drops the wait bits.
_STATE: Final = PRESENT - OPEN
_ONE_PART_WAITS: Final = (OPEN, 2 * OPEN + PAIRED)
_TWO_PARTS_WAIT: Final = 2 * OPEN + 2 * PAIRED


def suit_mask(melds: tuple[Meld, ...], keys: Keys) -> int:
    """The suits of a hand as bits, melds included. Dragons are not a suit (R21)."""
    m, p, s, _ = keys
    mask = (m != EMPTY) | (p != EMPTY) << 1 | (s != EMPTY) << 2
    for meld in melds:
        if meld.tile < FIRST_DRAGON:
            mask |= 1 << meld.tile // 9
    return mask


def may_win(suits: int, void_suit: Suit | None) -> bool:
    """True if there are at most two suits (R21), and none of them is the void suit (R7)."""
    return suits != _ALL_SUITS and (void_suit is None or not suits >> void_suit & 1)


def is_seven_pairs(hand: Counts) -> bool:
    """True for seven pairs. Four equal tiles count as two pairs (R20)."""
    return 1 not in hand and 3 not in hand and sum(hand) == 14


def wait_mask(melds: tuple[Meld, ...], hand: Counts, void_suit: Suit | None = None) -> int:
    """The waits of a hand before its winning tile: bit ``t`` for tile ``t``; 0 if the hand is not ready.

    A kind that the player already holds four times is not a wait (R22). A wait never adds a suit, because
    the hand already holds a tile of the group or pair that the wait completes.
    """
    m_key, p_key, s_key, z_key = split(hand)
    m, p, s = _of_suit(m_key, HOPELESS), _of_suit(p_key, HOPELESS), _of_suit(s_key, HOPELESS)
    mask = _joined(m, p, s, _of_dragons(z_key, HOPELESS))
    if not melds:
        odd = hand.translate(_ODD)
        if odd.count(1) == 1 and sum(hand) == _PAIRS_IN_HAND:
            mask |= 1 << odd.index(1)
        if void_suit is None:
            return 0 if m and p and s else mask
    suits = (m > 0) | (p > 0) << 1 | (s > 0) << 2
    for meld in melds:
        suits |= 1 << meld.tile // 9 & _ALL_SUITS
        if meld.kind is not MeldKind.PUNG or hand[meld.tile]:
            mask &= ~(1 << meld.tile)
    return 0 if suits == _ALL_SUITS or (void_suit is not None and suits >> void_suit & 1) else mask


@lru_cache(maxsize=1 << 13)
def mask_tiles(mask: int) -> tuple[Tile, ...]:
    """The tiles of a bit mask, lowest first."""
    return tuple(tile for tile in range(mask.bit_length()) if mask >> tile & 1)


def _joined(m: int, p: int, s: int, z: int) -> int:
    """The waits of a hand, from the readiness of its four parts.

    A part is open if it is not whole groups. A ready hand has one or two open parts. One open part waits
    for its groups and the pair. With two open parts, one has its groups and the pair; the other waits for
    its groups.
    """
    state = m + p + s + z & _STATE
    if state == _TWO_PARTS_WAIT:
        # Both parts have a pair. Each can wait for its groups, because the pair can come from the other.
        m, p, s, z = m >> BESIDE_PAIR, p >> BESIDE_PAIR, s >> BESIDE_PAIR, z >> BESIDE_PAIR
    elif state not in _ONE_PART_WAITS:
        return 0
    return m & WAITS | (p & WAITS) << 9 | (s & WAITS) << 18 | (z & WAITS) << 27
