"""The strategy of a bot: the fastest way to a hand of two suits (R21). It knows only what its seat may see.

It wins when it can, claims a pung only if that lowers its distance and a kong only if that does not raise it,
and discards the tile that costs least. The same view and the same legal actions give the same choice.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from app.rooms.bots.distance import FAR, distance, droppable, improving
from app.rules.hand.actions import Action, Discard, Exchange, Kong, Pass, Pung, Void, Win
from app.rules.seen.hints import unseen
from app.rules.seen.view import KnownHand, OwnView
from app.rules.tiles.melds import Meld, MeldKind
from app.rules.tiles.tiles import KINDS, Counts, Suit, Tile, changed, counts_of, suit_of

_SUITS: Final = range(3)
NEAR: Final = 2
"""Largest distance (in tiles) at which a bot counts the unseen tiles that help it."""


class _Outlook(NamedTuple):
    """The rank of a discard, compared field by field; more is better."""

    chances: int
    of_dropped_suit: bool
    looseness: int


class _Loss(NamedTuple):
    """The cost of tiles to give away, compared field by field; less is better."""

    of_strong_suits: int
    suits: int
    ties: int


def choose(view: KnownHand, legal: Sequence[Action]) -> Action:
    """Returns one of the legal actions. Raises ValueError if the view has no seat or no action is legal."""
    if view.seat is None or view.own is None or not legal:
        raise ValueError("a bot answers for a seat that has something to decide")
    win = next((action for action in legal if isinstance(action, Win)), None)
    if win is not None:
        return win
    exchanges = [action for action in legal if isinstance(action, Exchange)]
    if exchanges:
        return min(exchanges, key=lambda action: _loss(view.own, action.tiles))
    voids = [action for action in legal if isinstance(action, Void)]
    if voids:
        return min(voids, key=lambda action: _worth(counts_of(_hand(view)), action.suit))
    decision = _Decision(view, view.own, view.seats[view.seat].melds)
    if view.phase == "claiming":
        return decision.claim(legal)
    return decision.turn(legal)


class _Decision:
    """One decision on a turn or a claim."""

    def __init__(self, view: KnownHand, own: OwnView, melds: tuple[Meld, ...]) -> None:
        self.view = view
        self.melds = melds
        self.void = own.void
        self.concealed = counts_of(own.hand)

    def claim(self, legal: Sequence[Action]) -> Action:
        """A kong that does not raise the distance, else a pung that lowers it, else a pass."""
        now = distance(self.melds, self.concealed, self.void)
        for action in legal:
            if isinstance(action, Kong) and self._after_kong(action.tile, MeldKind.EXPOSED_KONG, 3) <= now:
                return action
        for action in legal:
            if isinstance(action, Pung) and self._after_pung(action.tile) < now:
                return action
        return next(action for action in legal if isinstance(action, Pass))

    def turn(self, legal: Sequence[Action]) -> Action:
        """A kong that does not raise the distance, else the best discard."""
        discards = [action for action in legal if isinstance(action, Discard)]
        after = {action.tile: self._distance_without(action.tile) for action in discards}
        nearest = min(after.values(), default=FAR)
        for action in legal:
            if isinstance(action, Kong) and self._after_own_kong(action.tile) <= nearest:
                return action
        good = [action for action in discards if after[action.tile] == nearest]
        return (
            good[0] if len(good) == 1 else max(good, key=lambda action: self._outlook(action.tile, nearest))
        )

    def _outlook(self, tile: Tile, nearest: int) -> _Outlook:
        """The rank of a discard; the highest is best."""
        chances = self._chances(tile) if nearest <= NEAR else 0
        return _Outlook(chances, self._of_dropped_suit(tile), -_ties(self.concealed, tile))

    def _chances(self, tile: Tile) -> int:
        """The number of unseen tiles that lower the distance after this discard."""
        left = unseen(self.view)
        rest = changed(self.concealed, tile, -1)
        return sum(left[draw] for draw in improving(self.melds, rest, self.void))

    def _of_dropped_suit(self, tile: Tile) -> bool:
        """Whether the tile is of the suit that the hand will most likely drop."""
        suits = droppable(self.melds, self.void)
        if not suits or suit_of(tile) is None:
            return False
        return suit_of(tile) == min(suits, key=lambda suit: _worth(self.concealed, suit))

    def _distance_without(self, tile: Tile) -> int:
        return distance(self.melds, changed(self.concealed, tile, -1), self.void)

    def _after_pung(self, tile: Tile) -> int:
        """The distance after the pung and the best discard."""
        melds = (*self.melds, Meld(MeldKind.PUNG, tile))
        rest = changed(self.concealed, tile, -2)
        held = (kind for kind in range(KINDS) if rest[kind])
        return min((distance(melds, changed(rest, kind, -1), self.void) for kind in held), default=FAR)

    def _after_kong(self, tile: Tile, kind: MeldKind, used: int) -> int:
        return distance((*self.melds, Meld(kind, tile)), changed(self.concealed, tile, -used), self.void)

    def _after_own_kong(self, tile: Tile) -> int:
        if self.concealed[tile] == 4:
            return self._after_kong(tile, MeldKind.CONCEALED_KONG, 4)
        return self._distance_without(tile)


def _hand(view: KnownHand) -> tuple[Tile, ...]:
    return () if view.own is None else view.own.hand


def _loss(own: OwnView | None, tiles: Sequence[Tile]) -> _Loss:
    """What it costs to give these tiles away (R6)."""
    concealed = counts_of(() if own is None else own.hand)
    suits = {suit_of(tile) for tile in tiles}
    weak = min(_SUITS, key=lambda suit: _worth(concealed, suit))
    strong = sum(suit_of(tile) != weak for tile in tiles)
    return _Loss(strong, len(suits), sum(_ties(concealed, tile) for tile in tiles))


def _worth(concealed: Counts, suit: Suit) -> int:
    """The value of a suit in points: 20 for each tile, and the ties of its tiles."""
    tiles = range(9 * suit, 9 * suit + 9)
    return sum(20 * concealed[tile] + concealed[tile] * _ties(concealed, tile) for tile in tiles)


def _ties(concealed: Counts, tile: Tile) -> int:
    """The value of a tile beside the others of the hand, in points: for copies and for near ranks."""
    ties = 4 * (concealed[tile] - 1)
    suit = suit_of(tile)
    if suit is None:
        return ties
    for step, weight in ((1, 3), (2, 2)):
        ties += sum(
            weight
            for other in (tile - step, tile + step)
            if 0 <= other < KINDS and suit_of(other) == suit and concealed[other]
        )
    return ties
