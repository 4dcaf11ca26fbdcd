"""Payments: wins, 查叫, 花猪, the next dealer (R17, R61-R65, section 8)."""

from dataclasses import replace

import pytest

from app.rules.hand.events import Settled, Transfer
from app.rules.hand.settlement import (
    deltas_of,
    is_flower_pig,
    ready_transfers,
    ready_value,
    settle_hand,
)
from app.rules.hand.state import HandState
from tests.support.rules.tables import JUNK, table

BEST_7 = "[111p][888m]444p22m55m"
BEST_2 = "[222p]234567m78p44m"
NOT_READY = "1479m2589p55667z"
THREE_SUITS = JUNK


def end_of_wall(cap: int | None = None, base_points: int = 1) -> HandState:
    """The last tile is discarded. Nobody has won."""
    hands = [BEST_7 + "9s", BEST_2, NOT_READY, THREE_SUITS]
    game = table(hands, wall="", drawn="9s", cap=cap, base_points=base_points)
    return game.discard(0, "9s").state


@pytest.mark.parametrize(
    ("cap", "base_points", "paid"),
    [(None, 1, (7, 2, 14, 4)), (5, 1, (5, 2, 10, 4)), (5, 3, (15, 6, 30, 12))],
)
def test_the_worked_example(cap: int | None, base_points: int, paid: tuple[int, int, int, int]) -> None:
    result = settle_hand(end_of_wall(cap, base_points), exhausted=True)
    assert result.transfers == (
        Transfer(2, 0, paid[0], "ready_check"),
        Transfer(2, 1, paid[1], "ready_check"),
        Transfer(3, 0, paid[2], "flower_pig"),
        Transfer(3, 1, paid[3], "flower_pig"),
    )
    assert result.deltas == (paid[0] + paid[2], paid[1] + paid[3], -paid[0] - paid[1], -paid[2] - paid[3])
    assert result.next_dealer == 0


def test_only_an_empty_wall_brings_the_check() -> None:
    assert settle_hand(end_of_wall(), exhausted=False).transfers == ()


def test_winners_neither_pay_nor_are_paid_at_the_check() -> None:
    game = table([BEST_7 + "9s", BEST_2, NOT_READY, "[333s]234567s78p44s"], wall="1s1m", drawn="9s")
    game.discard(0, "9s").go_on().discard(1, "1s").go_on().discard(2, "9p").win(3).go_on()
    result = game.events[-1]
    assert isinstance(result, Settled)
    assert [(paid.payer, paid.payee, paid.reason) for paid in result.transfers] == [
        (2, 3, "discard"),
        (2, 0, "ready_check"),
        (2, 1, "ready_check"),
    ]


def test_a_hand_worth_nothing_is_paid_nothing() -> None:
    """Options may price every item at 0."""
    assert ready_transfers({0: 0, 1: None, 2: 3}, {1}) == (Transfer(1, 2, 6, "flower_pig"),)


@pytest.mark.parametrize("best", [{0: 4, 1: 2, 2: 7}, {0: None, 1: None}])
def test_if_all_or_none_are_ready_nothing_is_paid(best: dict[int, int | None]) -> None:
    assert ready_transfers(best, {0, 1}) == ()


def test_the_best_wait_counts() -> None:
    game = table([JUNK + "9m", "[666m]12345789m55p"])
    assert ready_value(game.state, 1) == 8
    assert ready_value(table([JUNK + "9m", NOT_READY]).state, 1) is None


@pytest.mark.parametrize(
    ("hand", "void", "pig"),
    [
        (JUNK, None, True),
        ("123456789m5555z", None, False),
        ("123456789m111p5z", None, False),
        ("[111s]123456m111p5z", None, True),
        ("123456789m111p5z", 1, True),
        ("123456789m111p5z", 2, False),
    ],
)
def test_flower_pigs(hand: str, void: int | None, pig: bool) -> None:
    owner = table([JUNK + "9m", hand]).state.seats[1]
    assert is_flower_pig(replace(owner, void=void)) is pig


def test_who_holds_a_void_tile_is_not_ready() -> None:
    game = table([JUNK + "9m", "123456789m1199p"], void=(0, 1))
    assert ready_value(game.state, 1) is None


def test_deltas_sum_to_zero() -> None:
    transfers = (Transfer(0, 1, 5, "discard"), Transfer(2, 1, 3, "self_draw"), Transfer(1, 0, 1, "discard"))
    assert deltas_of(transfers, 3) == (-4, 7, -3)


def test_wins_are_paid_in_their_order_and_winners_pay_no_more() -> None:
    game = table(
        [BEST_2 + "9s", "[333s]234567s78p44s", NOT_READY, JUNK], wall="9s9p1s2s3s4s", drawn="9s", turn=0
    )
    game.discard(0, "9s").go_on().discard(1, "9s").go_on().discard(2, "9p").win(0, 1).go_on()
    assert [won.seat for won in game.state.wins] == [0, 1]
    state = replace(game.state, wall=())
    assert [(paid.payer, paid.payee) for paid in settle_hand(state, exhausted=False).transfers] == [
        (2, 0),
        (2, 1),
    ]


def test_open_hands_show_a_winners_tile() -> None:
    game = table([JUNK + "9p", BEST_2], wall="1s").discard(0, "9p").win(1).go_on()
    result = settle_hand(game.state, exhausted=False)
    assert result.hands[0] == game.state.seats[0].hand
    assert len(result.hands[1]) == 11
    assert result.deltas == (-2, 2)
