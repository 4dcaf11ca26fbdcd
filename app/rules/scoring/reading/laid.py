"""Melds in the form that the scorer uses: small numbers as lookup keys."""

from typing import Final, NamedTuple

from app.rules.scoring.reading.readings import KONGS, PUNGS
from app.rules.scoring.reading.receipts import Group
from app.rules.tiles.melds import Meld, MeldKind
from app.rules.tiles.tiles import FIRST_DRAGON

PUNG: Final = 1
OPEN_KONG: Final = 2
CONCEALED_KONG: Final = 3


class Laid(NamedTuple):
    """The melds of one hand.

    ``codes`` has one number each for 万, 筒, 条 and the dragons. It holds two bits per rank: PUNG,
    OPEN_KONG, CONCEALED_KONG or 0. ``suits`` are the suits as bits. ``number`` counts the melds, ``kongs``
    the kongs. ``concealed``: all melds are concealed kongs (R34).
    """

    codes: tuple[int, int, int, int] = (0, 0, 0, 0)
    suits: int = 0
    number: int = 0
    kongs: int = 0
    concealed: bool = True
    groups: tuple[Group, ...] = ()


_NOTHING: Final = Laid()


def laid_down(melds: tuple[Meld, ...]) -> Laid:
    """Convert the melds of one hand. No two melds may have the same tile."""
    if not melds:
        return _NOTHING
    codes = [0, 0, 0, 0]
    suits = kongs = 0
    concealed = True
    groups: list[Group] = []
    for meld in melds:
        tile = meld.tile
        if meld.kind is MeldKind.PUNG:
            code = PUNG
            concealed = False
            groups.append(PUNGS[tile])
        else:
            kongs += 1
            groups.append(KONGS[tile])
            if meld.kind is MeldKind.CONCEALED_KONG:
                code = CONCEALED_KONG
            else:
                code = OPEN_KONG
                concealed = False
        codes[tile // 9] |= code << 2 * (tile % 9)
        if tile < FIRST_DRAGON:
            suits |= 1 << tile // 9
    m, p, s, z = codes
    return Laid((m, p, s, z), suits, len(melds), kongs, concealed, tuple(groups))


def codes_of(codes: int) -> tuple[tuple[int, int], ...]:
    """The melds of one suit as (rank index, code), lowest first."""
    return tuple((rank, codes >> 2 * rank & 3) for rank in range(9) if codes >> 2 * rank & 3)
