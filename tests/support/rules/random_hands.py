"""Random complete hands of at most two suits, rich in melds, neighbours and dragons.

The same seed text gives the same hands.
"""

from collections.abc import Iterator, Sequence

from app.rules.scoring.scoring import Circumstances, WinBy
from app.rules.simulate.random_player import Chance
from app.rules.tiles.melds import Meld, MeldKind
from tests.witness.agreement import Case

BY = [Circumstances(by, after, last) for by in WinBy for after in (False, True) for last in (False, True)]
MELDS = list(MeldKind)
DRAGONS = (27, 28, 29)
SUITS = ((0, 9), (0, 18), (9, 18), (0, 0), (9, 9), (18, 18))
"""The first tiles of the two suits of a hand."""


def random_cases(seed: str, number: int) -> Iterator[Case]:
    """``number`` hands. Some have a void suit, and may hold tiles of it."""
    chance = Chance(seed)
    while number:
        case = _case(chance)
        if case is not None:
            number -= 1
            yield case


def _case(chance: Chance) -> Case | None:
    """A hand; None if it has five of a kind."""
    first, second = chance.pick(SUITS)
    # Few kinds make neighbours and repetition likely.
    ranks = chance.pick((range(9), range(9), range(5), range(4, 9)))
    kinds = [suit + rank for suit in {first, second} for rank in ranks] + list(DRAGONS)
    runs = [kind for kind in kinds if kind < 27 and kind % 9 < 7]
    held = [0] * 30
    concealed = [0] * 30
    melds: list[Meld] = []
    for tiles, meld in _pairs(chance, kinds) if chance.percent(10) else _groups(chance, kinds, runs):
        for tile in tiles:
            held[tile] += 1
            concealed[tile] += meld is None
        melds += [] if meld is None else [meld]
    if max(held) > 4:
        return None
    tile = chance.pick([tile for tile in range(30) if concealed[tile]])
    void = chance.pick((None, None, None, 0, 1, 2))
    return Case(tuple(melds), bytes(concealed), tile, chance.pick(BY), void)


def _pairs(chance: Chance, kinds: Sequence[int]) -> Iterator[tuple[tuple[int, ...], None]]:
    for _ in range(7):
        yield (chance.pick(kinds),) * 2, None


def _groups(
    chance: Chance, kinds: Sequence[int], runs: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], Meld | None]]:
    melded = chance.pick((0, 15, 30, 60, 100))
    run = chance.pick((10, 60, 100))
    straight = chance.percent(10)
    if straight:
        first = chance.pick(runs) // 9 * 9
        yield tuple(range(first, first + 9)), None
    for _ in range(1 if straight else 4):
        if chance.percent(melded):
            meld = Meld(chance.pick(MELDS), chance.pick(kinds))
            yield (meld.tile,) * meld.size, meld
        elif chance.percent(run):
            low = chance.pick(runs)
            yield (low, low + 1, low + 2), None
        else:
            yield (chance.pick(kinds),) * 3, None
    yield (chance.pick(kinds),) * 2, None
