"""A random legal player for simulations, with a bias towards rare events.

It sees the whole state. It plays towards a hand of two suits, because such a hand can win. It discards tiles
that several players can win on, and makes kongs that others can rob, more often than people do. The seed
text of its ``Chance`` alone determines its choices.
"""

import hashlib
from collections.abc import Sequence
from itertools import count
from typing import Final, TypeVar

from app.rules.hand.actions import Action, Discard, Kong, Pass, Pung, Win
from app.rules.hand.legal import default_action, legal_actions
from app.rules.hand.offers import waits_of
from app.rules.hand.state import Claiming, HandState, SeatState, Turn, seats_in_play
from app.rules.scoring.reading.ready import wait_mask
from app.rules.tiles.melds import MeldKind
from app.rules.tiles.tiles import FIRST_DRAGON, Counts, Seat, Tile, changed, counts_of

T = TypeVar("T")

TAKE_WIN: Final = 85
TAKE_KONG: Final = 70
ADD_KONG: Final = 25
TAKE_PUNG: Final = 60
SILENT_CHOICE: Final = 50
WILD_DISCARD: Final = 8
FEED_SEVERAL: Final = 60
"""Percent of the cases in which the player does this."""

_NEIGHBOURS: Final = tuple(
    tuple(
        (other, 2 * (3 - abs(other - tile)))
        for other in range(tile - tile % 9 + max(tile % 9 - 2, 0), tile - tile % 9 + min(tile % 9 + 3, 9))
        if other != tile
    )
    for tile in range(FIRST_DRAGON)
)
"""For each suit tile: the tiles one or two ranks away, with their points."""


class Chance:
    """Random numbers from a seed text: the bytes of SHA-256(text ‖ "/" ‖ counter), 32 at a time."""

    def __init__(self, text: str) -> None:
        self._blocks = (hashlib.sha256(f"{text}/{index}".encode()).digest() for index in count())
        self._ready = b""

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit`` - 1, from 24 random bits."""
        if len(self._ready) < 3:
            self._ready += next(self._blocks)
        number = int.from_bytes(self._ready[:3], "big")
        self._ready = self._ready[3:]
        return number % limit

    def percent(self, likely: int) -> bool:
        """True in ``likely`` of 100 cases."""
        return self.below(100) < likely

    def pick(self, choices: Sequence[T]) -> T:
        """A random element of ``choices``."""
        return choices[self.below(len(choices))]


def choose_action(state: HandState, seat: Seat, chance: Chance) -> Action:
    """A random legal action of a seat that must decide."""
    legal = legal_actions(state, seat)
    if isinstance(state.phase, Turn):
        return _on_turn(state, seat, legal, chance)
    if isinstance(state.phase, Claiming):
        return _on_claim(legal, chance)
    return default_action(state, seat) if chance.percent(SILENT_CHOICE) else chance.pick(legal)


def _on_claim(legal: tuple[Action, ...], chance: Chance) -> Action:
    """The first action that chance accepts. A pass is always accepted."""
    likely: dict[type[Action], int] = {Win: TAKE_WIN, Kong: TAKE_KONG, Pung: TAKE_PUNG, Pass: 100}
    return next(action for action in legal if len(legal) == 1 or chance.percent(likely[type(action)]))


def _on_turn(state: HandState, seat: Seat, legal: tuple[Action, ...], chance: Chance) -> Action:
    discards = [action.tile for action in legal if isinstance(action, Discard)]
    if Win(seat) in legal and (not discards or chance.percent(TAKE_WIN)):
        return Win(seat)
    wanted = _wanted(state, seat)
    for action in legal:
        if isinstance(action, Kong) and chance.percent(_kong_percent(state.seats[seat], action.tile, wanted)):
            return action
    several = [tile for tile in discards if wanted.count(tile) > 1]
    if several and chance.percent(FEED_SEVERAL):
        return Discard(seat, several[0])
    if chance.percent(WILD_DISCARD):
        return Discard(seat, chance.pick(discards))
    return Discard(seat, _best_discard(state.seats[seat], discards, chance))


def _kong_percent(owner: SeatState, tile: Tile, wanted: Sequence[Tile]) -> int:
    is_added = any(meld.tile == tile and meld.kind is MeldKind.PUNG for meld in owner.melds)
    if is_added:
        return 100 if tile in wanted else ADD_KONG
    return TAKE_KONG


def _wanted(state: HandState, seat: Seat) -> list[Tile]:
    """The waits of the other players. A tile is listed once for each player that waits on it."""
    others = (state.seats[other] for other in seats_in_play(state) if other != seat)
    return [tile for other in others for tile in waits_of(other.hand, other.melds, other.void)]


def _best_discard(owner: SeatState, discards: Sequence[Tile], chance: Chance) -> Tile:
    """The least useful tile: first one that leaves the hand ready, then by copies, neighbours and suit."""
    hand = counts_of(owner.hand)
    held = [sum(hand[9 * suit : 9 * suit + 9]) for suit in range(3)]
    for meld in owner.melds:
        if meld.tile < FIRST_DRAGON:
            held[meld.tile // 9] += meld.size
    spare = held.index(min(held))

    def worth(tile: Tile) -> tuple[int, int]:
        value = 6 * hand[tile]
        if wait_mask(owner.melds, changed(hand, tile, -1), owner.void):
            value -= 100
        if tile < FIRST_DRAGON:
            value += _near(hand, tile) - (20 if tile // 9 == spare else 0)
        return value, chance.below(100)

    return min(discards, key=worth)


def _near(hand: Counts, tile: Tile) -> int:
    """Points of a tile for the held tiles one or two ranks away."""
    return sum([points for other, points in _NEIGHBOURS[tile] if hand[other]])
