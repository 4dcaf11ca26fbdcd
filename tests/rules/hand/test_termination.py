"""Termination: default actions alone end every hand."""

import pytest

from app.rules.hand.actions import Action, Discard, Exchange, Pass, Proceed, Void, Win
from app.rules.hand.events import Event, Settled
from app.rules.hand.legal import default_action, legal_actions, pending_seats
from app.rules.hand.state import HandState, Over, is_forced
from app.rules.hand.transition import apply, start
from app.rules.options.options import PRESETS, make_options
from app.rules.simulate.random_player import Chance
from tests.support.rules.tables import random_deal
from tests.support.rules.walks import WALKS, play


def stay_silent(state: HandState) -> tuple[list[Action], list[Event]]:
    """Play default actions until the hand is over."""
    players = len(state.seats)
    most = 2 * players + (len(state.wall) + 1) * (players + 1)
    actions: list[Action] = []
    events: list[Event] = []
    while not isinstance(state.phase, Over):
        assert len(actions) < most, "each turn draws a tile, and each window has few answers"
        pending = pending_seats(state)
        action = default_action(state, pending[-1]) if pending else Proceed()
        assert action in legal_actions(state, pending[-1] if pending else None)
        assert is_forced(state) or not isinstance(action, Win)
        step = apply(state, action)
        state, events = step.state, [*events, *step.events]
        actions.append(action)
    return actions, events


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_silent_seats_end_every_hand(preset: str, players: int) -> None:
    for index in range(5):
        options = make_options(preset, {"players": players, "void_suit": True, "exchange_three": "same_suit"})
        chance = Chance(f"silence {preset} {players} {index}")
        deal = random_deal(chance.below(10**6), players)
        actions, events = stay_silent(start(options, deal, chance.below(players)).state)
        assert isinstance(events[-1], Settled)
        assert {Exchange, Void, Discard, Proceed} <= {type(action) for action in actions}


@pytest.mark.parametrize("name", WALKS)
def test_silence_ends_a_hand_from_any_state(name: str) -> None:
    chance = Chance(f"falls silent {name}")
    for state, _, _, _ in play(name, "termination"):
        if chance.percent(2):
            actions, events = stay_silent(state)
            assert isinstance(events[-1], Settled)
            assert {type(action) for action in actions} <= {Exchange, Void, Discard, Pass, Win, Proceed}
