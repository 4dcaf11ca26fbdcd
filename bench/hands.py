"""The hands of the bench: two suits and dragons, all concealed. The same seed gives the same hands."""

from dataclasses import dataclass

from app.rules.simulate.random_player import Chance
from app.rules.tiles.tiles import COPIES, DRAGONS, KINDS, Counts, Tile, changed

FIRSTS = (0, 9, 18)


@dataclass(frozen=True)
class Won:
    """Four groups and a pair, and the tile that completed them."""

    concealed: Counts
    tile: Tile

    @property
    def before(self) -> Counts:
        """The ready hand before its winning tile."""
        return changed(self.concealed, self.tile, -1)


def won_hands(seed: str, number: int) -> list[Won]:
    """``number`` complete hands. About three groups in five are runs."""
    chance = Chance(seed)
    found: list[Won] = []
    while len(found) < number:
        kinds = two_suits(chance)
        counts = [0] * KINDS
        for _ in range(4):
            if chance.percent(60):
                low = chance.pick([kind for kind in kinds if kind < DRAGONS[0] and kind % 9 < 7])
                group: tuple[Tile, ...] = (low, low + 1, low + 2)
            else:
                group = (chance.pick(kinds),) * 3
            for tile in group:
                counts[tile] += 1
        counts[chance.pick(kinds)] += 2
        if max(counts) <= COPIES:
            tile = chance.pick([tile for tile in range(KINDS) if counts[tile]])
            found.append(Won(bytes(counts), tile))
    return found


def turn_hands(seed: str, number: int) -> list[Counts]:
    """Hands of 14 tiles: a ready hand and a random tile. At least one discard leaves them ready."""
    chance = Chance(f"{seed}/turn")
    found = []
    for won in won_hands(seed, number):
        before = won.before
        found.append(
            changed(before, chance.pick([tile for tile in range(KINDS) if before[tile] < COPIES]), 1)
        )
    return found


def dealt_hands(seed: str, number: int) -> list[Counts]:
    """Random hands of 13 tiles of two suits and dragons. Few are ready."""
    chance = Chance(seed)
    found = []
    for _ in range(number):
        wall = [tile for tile in two_suits(chance) for _ in range(COPIES)]
        counts = [0] * KINDS
        for _ in range(13):
            counts[wall.pop(chance.below(len(wall)))] += 1
        found.append(bytes(counts))
    return found


def two_suits(chance: Chance) -> list[Tile]:
    """The kinds of two suits and the dragons."""
    missing = chance.pick(FIRSTS)
    return [kind for kind in range(DRAGONS[0]) if not missing <= kind < missing + 9] + list(DRAGONS)
