"""A player of the naive table, and the 颗 of their hand by the naive scorer."""

from collections import Counter
from dataclasses import dataclass, field

from tests.witness.naive_hands import KINDS, Element, Kind, Win, wins
from tests.witness.naive_scorer import Options, naive_score


@dataclass
class Place:
    """One player."""

    hand: list[Kind]
    pungs: list[Kind] = field(default_factory=list)
    open_kongs: list[Kind] = field(default_factory=list)
    closed_kongs: list[Kind] = field(default_factory=list)
    void: str | None = None
    passed: int | None = None

    def copy(self) -> "Place":
        lists = ([*self.hand], [*self.pungs], [*self.open_kongs], [*self.closed_kongs])
        return Place(*lists, self.void, self.passed)

    def melded(self) -> list[Kind]:
        return [*(self.pungs * 3), *((self.open_kongs + self.closed_kongs) * 4)]

    def whole(self, tile: Kind | None = None) -> bool:
        """True if the hand, with ``tile`` if given, can win (R20, R21)."""
        hand = self.hand if tile is None else [*self.hand, tile]
        melds: list[Element] = [(kind,) * 3 for kind in self.pungs]
        melds += [(kind,) * 4 for kind in self.open_kongs + self.closed_kongs]
        return wins(tuple(melds), tuple(sorted(hand)), self.void)

    def value(self, options: Options, tile: Kind, by: str, after_kong: bool, last_tile: bool) -> int | None:
        """The 颗 of a win on ``tile``; None if there is no win. A drawn tile is already in the hand."""
        if not self.whole(None if by == "draw" else tile):
            return None
        hand = self.hand if by == "draw" else [*self.hand, tile]
        melds = (tuple(self.pungs), tuple(self.open_kongs), tuple(self.closed_kongs))
        scored = naive_score(
            options, Win(*melds, tuple(sorted(hand)), tile, by, after_kong, last_tile, self.void)
        )
        return None if scored is None else scored[0]

    def best(self, options: Options) -> int | None:
        """R63: the most 颗 that the hand could win on a discard; None if it is not ready."""
        held = Counter(self.hand) + Counter(self.melded())
        found = [self.value(options, kind, "discard", False, False) for kind in KINDS if held[kind] < 4]
        return max((ke for ke in found if ke is not None), default=None)

    def is_pig(self) -> bool:
        suits = {suit for suit, _ in (*self.hand, *self.melded())} - {"z"}
        return len(suits) == 3 or self.void in suits
