"""The next draw after a discard, a win or a kong, and the end of a hand (R8, R12, R13, R17)."""

from dataclasses import replace
from typing import Literal

from app.rules.hand.events import Drew, Event, Exhausted, Won
from app.rules.hand.settlement import dealer_after, settle_hand
from app.rules.hand.state import (
    HandState,
    Over,
    Step,
    Turn,
    add_tile,
    in_play,
    put_at,
    seats_in_play,
    turn_order,
)
from app.rules.tiles.tiles import Seat


def advance(state: HandState, after: Seat) -> Step:
    """The next player in play after ``after`` draws. If the wall is empty, the hand ends (R12)."""
    if not state.wall:
        return finish(state, exhausted=True)
    seat = next(seat for seat in turn_order(len(state.seats), after) if in_play(state, seat))
    return _draw(state, seat, "draw")


def draw_replacement(state: HandState, seat: Seat) -> Step:
    """After a kong its owner draws from the tail of the wall (R8). The wall is not empty (R11)."""
    return _draw(state, seat, "tail")


def take_wins(state: HandState, wins: tuple[Won, ...]) -> HandState:
    """The winners on one tile leave the play (R12). The first win decides the next dealer (R17)."""
    dealer = state.next_dealer if state.wins else dealer_after(wins)
    return replace(state, wins=(*state.wins, *wins), next_dealer=dealer)


def is_decided(state: HandState) -> bool:
    """True if the hand ends after a win: all players but one have won, or blood battle is off (R12)."""
    return not state.options.blood_battle or len(seats_in_play(state)) == 1


def finish(state: HandState, *, exhausted: bool) -> Step:
    """End and settle the hand (R61-R65). ``exhausted``: a draw was due and the wall is empty."""
    result = settle_hand(state, exhausted=exhausted)
    events: tuple[Event, ...] = (Exhausted(), result) if exhausted else (result,)
    return Step(replace(state, phase=Over(result)), events)


def then(before: tuple[Event, ...], step: Step) -> Step:
    """The step, with the events ``before`` in front of its own."""
    return Step(step.state, (*before, *step.events))


def _draw(state: HandState, seat: Seat, entry: Literal["draw", "tail"]) -> Step:
    """Draw and start the turn. The draw, also after a kong, removes the block of a passed win (R15)."""
    if entry == "draw":
        tile, wall = state.wall[0], state.wall[1:]
    else:
        tile, wall = state.wall[-1], state.wall[:-1]
    owner = state.seats[seat]
    drawn = replace(owner, hand=add_tile(owner.hand, tile), block=None)
    after = replace(state, wall=wall, seats=put_at(state.seats, seat, drawn), phase=Turn(seat, tile, entry))
    return Step(after, (Drew(seat, tile, "wall" if entry == "draw" else "tail"),))
