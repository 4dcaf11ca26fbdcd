"""Ready hands: which tiles complete them and what each would pay (R22, R63)."""

from app.rules.melds import Meld
from app.rules.options import Options
from app.rules.tiles import Counts, Ke, Suit, Tile


def waits(melds: tuple[Meld, ...], concealed: Counts, void_suit: Suit | None = None) -> tuple[Tile, ...]:
    """The kinds that complete a hand that lacks its winning tile, lowest first; empty if it is not ready."""
    raise NotImplementedError


def wait_values(
    options: Options, melds: tuple[Meld, ...], concealed: Counts, void_suit: Suit | None = None
) -> tuple[tuple[Tile, Ke], ...]:
    """Each wait with the 颗 of a win on a plain discard (R63: without R33, R55-R57; after R59)."""
    raise NotImplementedError


def ready_discards(
    options: Options, melds: tuple[Meld, ...], concealed: Counts, void_suit: Suit | None = None
) -> dict[Tile, tuple[tuple[Tile, Ke], ...]]:
    """For each discard of a hand on its turn that leaves it ready, the waits with their 颗."""
    raise NotImplementedError
