"""A random legal player for simulations, with a bias towards what is rare.

It sees everything. It plays towards a hand of two suits, so that there are wins at all, and steers into tiles
that several can win on and into kongs that can be robbed more often than people would. It follows from the
seed of its ``Chance`` alone.
"""

import hashlib
from collections.abc import Sequence
from itertools import count
from typing import Final, TypeVar, assert_never

from app.rules.hand.actions import Action, Discard, Kong, Pung, Win
from app.rules.hand.legal import default_action, legal_actions
from app.rules.hand.offers import waits_of
from app.rules.hand.state import (
    Claiming,
    Exchanging,
    HandState,
    Over,
    SeatState,
    Turn,
    Voiding,
    seats_in_play,
)
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
"""Percentages of the policy."""

_NEIGHBOURS: Final = tuple(
    tuple(
        (other, 2 * (3 - abs(other - tile)))
        for other in range(tile - tile % 9 + max(tile % 9 - 2, 0), tile - tile % 9 + min(tile % 9 + 3, 9))
        if other != tile
    )
    for tile in range(FIRST_DRAGON)
)
"""For each suit tile the kinds one or two ranks away, with their points."""


class Chance:
    """Numbers that follow from a text: the bytes of SHA-256(text ‖ counter), 32 at a time."""

    def __init__(self, text: str) -> None:
        self._blocks = (hashlib.sha256(f"{text}/{index}".encode()).digest() for index in count())
        self._ready = b""

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit`` - 1, as even as 24 bits allow."""
        if len(self._ready) < 3:
            self._ready += next(self._blocks)
        number = int.from_bytes(self._ready[:3], "big")
        self._ready = self._ready[3:]
        return number % limit

    def percent(self, likely: int) -> bool:
        """True in ``likely`` of 100 cases."""
        return self.below(100) < likely

    def pick(self, choices: Sequence[T]) -> T:
        """One of the choices."""
        return choices[self.below(len(choices))]


def choose_action(state: HandState, seat: Seat, chance: Chance) -> Action:
    """A legal action of a seat that must decide."""
    legal = legal_actions(state, seat)
    match state.phase:
        case Exchanging() | Voiding():
            return default_action(state, seat) if chance.percent(SILENT_CHOICE) else chance.pick(legal)
        case Turn():
            return _on_turn(state, seat, legal, chance)
        case Claiming():
            return _on_claim(legal, chance)
        case Over():
            return chance.pick(legal)
        case _:
            assert_never(state.phase)


def _on_claim(legal: tuple[Action, ...], chance: Chance) -> Action:
    for action in legal:
        likely = {Win: TAKE_WIN, Kong: TAKE_KONG, Pung: TAKE_PUNG}.get(type(action), 100)
        if len(legal) == 1 or chance.percent(likely):
            return action
    return legal[-1]


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
    """The waits of the other players, one entry for each player that waits on a tile."""
    others = (state.seats[other] for other in seats_in_play(state) if other != seat)
    return [tile for other in others for tile in waits_of(other.hand, other.melds, other.void)]


def _best_discard(owner: SeatState, discards: Sequence[Tile], chance: Chance) -> Tile:
    """The least useful tile: one that leaves the hand ready, else by copies, neighbours and suit (R21)."""
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
    """Points for kinds of the suit one or two ranks away."""
    return sum([points for other, points in _NEIGHBOURS[tile] if hand[other]])
