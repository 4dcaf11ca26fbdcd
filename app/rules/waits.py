"""Ready hands: which tiles complete them and what each would pay (R22, R63)."""

from app.rules.melds import Meld
from app.rules.options import Options
from app.rules.pricing import Pricing, pricing_of
from app.rules.ready import discard_keys, mask_tiles, wait_mask
from app.rules.scoring import plain_ke, won_hand
from app.rules.shapes import suit_keys
from app.rules.tiles import Counts, Ke, Suit, Tile


def waits(melds: tuple[Meld, ...], concealed: Counts, void_suit: Suit | None = None) -> tuple[Tile, ...]:
    """The kinds that complete a hand that lacks its winning tile, lowest first; empty if it is not ready."""
    return mask_tiles(wait_mask(melds, concealed, suit_keys(concealed), void_suit))


def wait_values(
    options: Options, melds: tuple[Meld, ...], concealed: Counts, void_suit: Suit | None = None
) -> tuple[tuple[Tile, Ke], ...]:
    """Each wait with the 颗 of a win on a plain discard (R63: without R33, R55-R57; after R59)."""
    mask = wait_mask(melds, concealed, suit_keys(concealed), void_suit)
    return _values(pricing_of(options), melds, concealed, mask)


def ready_discards(
    options: Options, melds: tuple[Meld, ...], concealed: Counts, void_suit: Suit | None = None
) -> dict[Tile, tuple[tuple[Tile, Ke], ...]]:
    """For each discard of a hand on its turn that leaves it ready, the waits with their 颗."""
    pricing = pricing_of(options)
    keys = suit_keys(concealed)
    found: dict[Tile, tuple[tuple[Tile, Ke], ...]] = {}
    for tile, count in enumerate(concealed):
        if count:
            rest = _changed(concealed, tile, -1)
            mask = wait_mask(melds, rest, discard_keys(keys, tile), void_suit)
            if mask:
                found[tile] = _values(pricing, melds, rest, mask)
    return found


def _values(
    pricing: Pricing, melds: tuple[Meld, ...], concealed: Counts, mask: int
) -> tuple[tuple[Tile, Ke], ...]:
    one_wait = mask.bit_count() == 1
    found: list[tuple[Tile, Ke]] = []
    for tile in mask_tiles(mask):
        whole = _changed(concealed, tile, 1)
        hand = won_hand(melds, whole, suit_keys(whole), tile, one_wait)
        found.append((tile, plain_ke(pricing, hand)))
    return tuple(found)


def _changed(concealed: Counts, tile: Tile, by: int) -> Counts:
    return (*concealed[:tile], concealed[tile] + by, *concealed[tile + 1 :])
