"""The engine and a second table that shares no code with it agree on choices and payments."""

import pytest

from app.rules.hand.legal import legal_actions
from app.rules.hand.state import Over
from app.rules.hand.transition import apply, start
from app.rules.options.options import Options
from app.rules.simulate.random_player import Chance, choose_action
from tests.perft.count import choice_of, naive_table, next_decision
from tests.support.rules.tables import random_deal
from tests.support.rules.walks import OPTION_GRID
from tests.support.rules.worthless import WORTHLESS

HANDS = 2


@pytest.mark.parametrize("name", OPTION_GRID)
def test_both_tables_agree(name: str) -> None:
    for index in range(HANDS):
        compare_a_hand(OPTION_GRID[name], Chance(f"two tables {name} {index}"))


def test_both_tables_agree_that_nobody_pays_for_a_win_worth_nothing() -> None:
    for index in range(HANDS):
        compare_a_hand(WORTHLESS, Chance(f"two tables without value {index}"))


def compare_a_hand(options: Options, chance: Chance) -> None:
    dealer = chance.below(options.players)
    state = start(options, random_deal(chance.below(10**6), options.players), dealer).state
    other = naive_table(state)
    while True:
        state, seat = next_decision(state)
        asked = other.asked()
        if seat is None:
            break
        legal = legal_actions(state, seat)
        assert asked is not None
        assert (asked[0], sorted(asked[1])) == (seat, sorted(choice_of(action) for action in legal))
        action = chance.pick(legal) if chance.percent(10) else choose_action(state, seat, chance)
        other.do(seat, choice_of(action))
        state = apply(state, action).state
    assert asked is None
    assert isinstance(state.phase, Over)
    result = state.phase.result
    transfers = [(paid.payer, paid.payee, paid.ke) for paid in result.transfers]
    assert sorted(other.payments) == sorted(transfers)
    assert result.next_dealer == (dealer if other.next_dealer is None else other.next_dealer)
