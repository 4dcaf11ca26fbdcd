"""Equivalence: ``legal_actions`` lists exactly the actions that ``apply`` accepts, of all actions."""

import pytest

from app.rules.hand.legal import legal_actions, pending_seats
from app.rules.hand.state import Claiming, Exchanging, HandState, Over, Turn
from app.rules.options.options import OPTION_SPECS, PRESETS, Options, options_to_json
from app.rules.simulate.random_player import Chance
from tests.support.rules.walks import OPTION_GRID, VALUES, WALKS, accepts, all_legal, alphabet, play


def check(state: HandState) -> None:
    legal = all_legal(state)
    assert len(set(legal)) == len(legal)
    assert {action for action in alphabet(state) if accepts(state, action)} == set(legal)
    able = tuple(seat for seat in range(len(state.seats)) if legal_actions(state, seat))
    assert able == pending_seats(state)
    assert bool(legal) is not isinstance(state.phase, Over)


def is_worth_trying(state: HandState, chance: Chance) -> bool:
    """Every window with an open offer, and a sample of the more frequent states."""
    match state.phase:
        case Exchanging():
            return chance.percent(4)
        case Turn():
            return chance.percent(6)
        case Claiming():
            return bool(pending_seats(state)) or chance.percent(4)
        case _:
            return True


@pytest.mark.parametrize("name", WALKS)
def test_legal_actions_are_what_apply_accepts(name: str) -> None:
    chance = Chance(f"try {name}")
    for state, _, after, _ in play(name, "equivalence"):
        if is_worth_trying(state, chance):
            check(state)
        if isinstance(after.phase, Over):
            check(after)


def test_the_grid_brings_every_value_with_every_preset() -> None:
    for preset in PRESETS:
        rows = [options for name, options in OPTION_GRID.items() if name.startswith(preset)]
        for spec in OPTION_SPECS:
            seen = {repr(options_to_json(options)[spec.name]) for options in rows}
            assert len(seen) == len(VALUES[spec.name]), (preset, spec.name)
    assert all(isinstance(options, Options) for options in OPTION_GRID.values())
