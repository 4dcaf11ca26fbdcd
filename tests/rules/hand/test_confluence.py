"""Confluence: the order of the answers, and which of them are default actions, has no effect."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import TypeAlias

import pytest

from app.rules.hand.actions import Action, Proceed
from app.rules.hand.events import Event
from app.rules.hand.legal import default_action, legal_actions, pending_seats
from app.rules.hand.state import Claiming, Exchanging, HandState, Turn, Voiding
from app.rules.hand.transition import apply, start
from app.rules.record.codec import encode
from app.rules.seen.view import view
from app.rules.simulate.random_player import Chance
from tests.perft.count import next_decision
from tests.support.rules.tables import random_deal
from tests.support.rules.walks import OPTION_GRID, POSITIONS, WALKS, play

Outcome: TypeAlias = tuple[bytes, tuple[Event, ...]]


def check_window(state: HandState) -> None:
    """All answers in every order. The time may run out after any number of them."""
    pending = pending_seats(state)
    outcomes: dict[frozenset[Action], Outcome] = {}
    for chosen in product(*(legal_actions(state, seat) for seat in pending)):
        for order in permutations(chosen):
            for gap in range(len(order) + 1):
                given, outcome = close(state, order[:gap])
                assert outcomes.setdefault(given, outcome) == outcome


def close(
    state: HandState, answers: Sequence[Action]
) -> tuple[frozenset[Action], tuple[bytes, tuple[Event, ...]]]:
    """Some seats answer, the time of the others runs out, and the table closes the window."""
    given: list[Action] = []
    for action in (*answers, *silence(state, answers)):
        before = {seat: view(state, seat) for seat in range(len(state.seats))}
        step = apply(state, action)
        assert step.events == (), "an answer causes no event while the window is open"
        state = step.state
        changed = [seat for seat, seen in before.items() if view(state, seat) != seen]
        assert changed == [getattr(action, "seat", None)]
        given.append(action)
    closed = apply(state, Proceed())
    return frozenset(given), (encode(closed.state), closed.events)


def silence(state: HandState, answers: Sequence[Action]) -> Iterator[Action]:
    spoken = {getattr(action, "seat", None) for action in answers}
    return (default_action(state, seat) for seat in pending_seats(state) if seat not in spoken)


@pytest.mark.parametrize("name", WALKS)
def test_the_order_of_answers_does_not_matter(name: str) -> None:
    for state, _, after, _ in play(name, "confluence"):
        if isinstance(after.phase, Claiming) and not isinstance(state.phase, Claiming):
            check_window(after)


@pytest.mark.parametrize("name", POSITIONS)
def test_nor_does_it_after_any_first_action_in_a_counted_position(name: str) -> None:
    state, seat = next_decision(POSITIONS[name].state)
    for action in legal_actions(state, seat):
        after = apply(state, action).state
        if isinstance(after.phase, Claiming):
            check_window(after)


@pytest.mark.parametrize("name", OPTION_GRID)
def test_sealed_choices_come_in_any_order(name: str) -> None:
    options = OPTION_GRID[name]
    chance = Chance(f"sealed {name}")
    state = start(options, random_deal(chance.below(10**6), options.players), 0).state
    while isinstance(state.phase, Exchanging | Voiding):
        choices = [chance.pick(legal_actions(state, seat)) for seat in pending_seats(state)]
        ends = [apply_all(state, order) for order in permutations(choices)]
        assert len({encode(after) for after, _ in ends}) == 1
        assert len({frozenset(events) for _, events in ends}) == 1
        state = ends[0][0]
    assert isinstance(state.phase, Turn)


def apply_all(state: HandState, actions: Sequence[Action]) -> tuple[HandState, tuple[Event, ...]]:
    events: tuple[Event, ...] = ()
    for action in actions:
        step = apply(state, action)
        state, events = step.state, (*events, *step.events)
    return state, events
