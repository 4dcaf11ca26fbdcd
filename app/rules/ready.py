"""Which hands are whole, and which tiles make a hand whole, as bit masks over the 30 kinds (R20-R22)."""

from typing import Final

from app.rules.melds import Meld, MeldKind
from app.rules.shapes import DRAGONS, POWERS, SUIT, Keys
from app.rules.tiles import FIRST_DRAGON, KINDS, Counts, Suit, Tile

_ODD: Final = bytes(count & 1 for count in range(256))
_PAIRS_IN_HAND: Final = 13
_ALL_SUITS: Final = 0b111


def suit_mask(melds: tuple[Meld, ...], keys: Keys) -> int:
    """The suits of a hand as bits, melds included; dragons are no suit (R21)."""
    m, p, s, _ = keys
    mask = (m > 0) | (p > 0) << 1 | (s > 0) << 2
    for meld in melds:
        if meld.tile < FIRST_DRAGON:
            mask |= 1 << meld.tile // 9
    return mask


def may_win(suits: int, void_suit: Suit | None) -> bool:
    """Whether these suits are at most two and, under R7, not the void suit (R21)."""
    return suits != _ALL_SUITS and (void_suit is None or not suits >> void_suit & 1)


def is_seven_pairs(melds: tuple[Meld, ...], concealed: Counts) -> bool:
    """Seven pairs, four equal tiles counting as two (R20)."""
    return not melds and sum(concealed) == 14 and 1 not in bytes(concealed).translate(_ODD)


def wait_mask(melds: tuple[Meld, ...], concealed: Counts, keys: Keys, void_suit: Suit | None = None) -> int:
    """The waits of a hand that lacks its winning tile, bit ``t`` for tile ``t``; 0 if it is not ready.

    A kind that he holds four times himself is no wait (R22). A wait never brings in a new suit, for
    every group or pair that it completes has a tile in hand already. ``keys`` are those of ``concealed``.
    """
    if not may_win(suit_mask(melds, keys), void_suit):
        return 0
    mask = standard_waits(keys)
    if not melds:
        return mask | _seven_pairs_wait(concealed)
    for meld in melds:
        if meld.kind is not MeldKind.PUNG or concealed[meld.tile]:
            mask &= ~(1 << meld.tile)
    return mask


def standard_waits(keys: Keys) -> int:
    """The waits of the standard shape by suit keys, whatever lies on the table.

    All suits but one, or all but two, are whole groups already. One: it waits for groups and the pair.
    Two: one of them is groups and the pair already, and the other waits for groups.
    """
    open_parts = [part for part in range(3) if keys[part] not in SUIT.groups]
    if keys[3] not in DRAGONS.groups:
        open_parts.append(3)
    if len(open_parts) == 1:
        return _part_waits(open_parts[0], keys)
    if len(open_parts) != 2:
        return 0
    first, second = open_parts
    mask = 0
    if keys[second] in (SUIT if second < 3 else DRAGONS).paired:
        mask = _part_waits(first, keys)
    if keys[first] in SUIT.paired:
        mask |= _part_waits(second, keys)
    return mask


def discard_keys(keys: Keys, tile: Tile) -> Keys:
    """The suit keys without one tile."""
    m, p, s, z = keys
    power = POWERS[tile % 9]
    match tile // 9:
        case 0:
            return m - power, p, s, z
        case 1:
            return m, p - power, s, z
        case 2:
            return m, p, s - power, z
        case _:
            return m, p, s, z - power


def mask_tiles(mask: int) -> tuple[Tile, ...]:
    """The tiles of a bit mask, lowest first."""
    return tuple(tile for tile in range(KINDS) if mask >> tile & 1)


def _part_waits(part: int, keys: Keys) -> int:
    return (SUIT if part < 3 else DRAGONS).waits.get(keys[part], 0) << 9 * part


def _seven_pairs_wait(concealed: Counts) -> int:
    odd = bytes(concealed).translate(_ODD)
    if odd.count(1) == 1 and sum(concealed) == _PAIRS_IN_HAND:
        return 1 << odd.index(1)
    return 0
