"""Ready hands: their waits, and the 颗 of a win on each wait (R22, R63)."""

from app.rules.options.options import Options
from app.rules.scoring.pricing.pricing import Pricing, pricing_of
from app.rules.scoring.reading.laid import Laid, laid_down
from app.rules.scoring.reading.ready import mask_tiles, wait_mask
from app.rules.scoring.scoring import plain_ke, whole_hand
from app.rules.tiles.melds import Meld
from app.rules.tiles.tiles import Counts, Ke, Suit, Tile, changed


def waits(melds: tuple[Meld, ...], concealed: Counts, void_suit: Suit | None = None) -> tuple[Tile, ...]:
    """The waits of a hand before its winning tile, lowest first; empty if the hand is not ready."""
    return mask_tiles(wait_mask(melds, concealed, void_suit))


def wait_values(
    options: Options, melds: tuple[Meld, ...], concealed: Counts, void_suit: Suit | None = None
) -> tuple[tuple[Tile, Ke], ...]:
    """Each wait with the 颗 of a win on a discard (after R59), without R33 and R55-R57 (R63)."""
    mask = wait_mask(melds, concealed, void_suit)
    return _values(pricing_of(options), laid_down(melds), concealed, mask) if mask else ()


def ready_discards(
    options: Options, melds: tuple[Meld, ...], concealed: Counts, void_suit: Suit | None = None
) -> dict[Tile, tuple[tuple[Tile, Ke], ...]]:
    """For each discard that leaves a hand of 14 tiles ready, the waits with their 颗 (as ``wait_values``)."""
    pricing = pricing_of(options)
    laid = laid_down(melds)
    found: dict[Tile, tuple[tuple[Tile, Ke], ...]] = {}
    for tile, count in enumerate(concealed):
        if count:
            rest = changed(concealed, tile, -1)
            mask = wait_mask(melds, rest, void_suit)
            if mask:
                found[tile] = _values(pricing, laid, rest, mask)
    return found


def _values(pricing: Pricing, laid: Laid, hand: Counts, mask: int) -> tuple[tuple[Tile, Ke], ...]:
    tiles = mask_tiles(mask)
    only_wait = tiles[0] if len(tiles) == 1 else None
    return tuple(
        [
            (tile, plain_ke(pricing, whole_hand(laid, changed(hand, tile, 1), tile, only_wait)))
            for tile in tiles
        ]
    )
