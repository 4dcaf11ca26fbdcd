"""Message budgets, strikes and connection limits, on a clock of the test."""

from contextlib import ExitStack
from functools import partial

import pytest

from app.gateway.limits import (
    BURST,
    UNKNOWN_PER_ADDRESS,
    UNKNOWN_PER_WORKER,
    Doors,
    MessageBudget,
    Strikes,
    TooMany,
)


class Clock:
    """A clock (seconds) that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_and_then_ten_a_second() -> None:
    clock = Clock()
    budget = MessageBudget(clock)
    assert [budget.spend() for _ in range(BURST + 1)] == [True] * BURST + [False]
    clock.now += 0.5
    assert [budget.spend() for _ in range(6)] == [True] * 5 + [False]
    clock.now += 3600
    assert [budget.spend() for _ in range(BURST + 1)] == [True] * BURST + [False]


def test_three_strikes_in_ten_seconds() -> None:
    clock = Clock()
    strikes = Strikes(clock)
    assert [strikes.strike(), strikes.strike()] == [False, False]
    clock.now += 10.1
    assert [strikes.strike(), strikes.strike(), strikes.strike()] == [False, False, True]


def test_places_of_members_are_taken_and_freed() -> None:
    doors = Doors(per_player=1, per_address=2, per_worker=3)
    with doors.known("p", "a"), doors.known("q", "a"):
        assert doors.members == 2
        with pytest.raises(TooMany), doors.known("r", "a"):
            pass
        with pytest.raises(TooMany), doors.known("p", "b"):
            pass
        with doors.known("r", "b"), pytest.raises(TooMany), doors.known("s", "c"):
            pass
        assert doors.members == 2
    assert doors.members == 0
    with doors.known("p", "a"):
        pass


def test_members_of_one_customer_count_together() -> None:
    doors = Doors(per_player=1, per_address=1, per_worker=100)
    with ExitStack() as stack:
        for number in range(4):
            stack.enter_context(doors.known(f"player {number}", f"2001:db8:1:{number}::1"))
        with pytest.raises(TooMany), doors.known("next", "2001:db8:1:4::1"):
            pass
        with doors.known("next", "2001:db8:1:104::1"):
            pass


def test_strangers_do_not_take_the_places_of_members() -> None:
    doors = Doors(per_player=1, per_address=1, per_worker=1)
    with doors.unknown("a", _never), doors.known("p", "a"), doors.unknown("a", _never):
        assert (doors.members, doors.strangers) == (1, 2)
    assert doors.strangers == 0


def test_the_oldest_stranger_of_an_address_gives_way() -> None:
    doors = Doors(per_player=1, per_address=100, per_worker=1000)
    gone: list[int] = []
    with ExitStack() as stack:
        for number in range(UNKNOWN_PER_ADDRESS + 2):
            stack.enter_context(doors.unknown("a", partial(gone.append, number)))
        assert gone == [0, 1]
        assert doors.strangers == UNKNOWN_PER_ADDRESS


def test_a_newcomer_gets_in_while_many_addresses_say_nothing() -> None:
    doors = Doors(per_player=1, per_address=100, per_worker=1000)
    gone: list[int] = []
    with ExitStack() as stack:
        stack.enter_context(doors.unknown("a player", partial(gone.append, -1)))
        for number in range(2_000):
            stack.enter_context(doors.unknown(f"address {number % 40}", partial(gone.append, number)))
        assert -1 not in gone
        assert doors.strangers == UNKNOWN_PER_WORKER


def test_strangers_whose_hello_is_there_stay() -> None:
    doors = Doors(per_player=1, per_address=100, per_worker=1000)
    with ExitStack() as stack:
        for _ in range(UNKNOWN_PER_ADDRESS):
            stack.enter_context(doors.unknown("a", _never)).stay()
        with pytest.raises(TooMany), doors.unknown("a", _never):
            pass
    with doors.unknown("a", _never):
        pass


def test_an_address_that_opens_one_after_another() -> None:
    clock = Clock()
    doors = Doors(per_player=1, per_address=10, per_worker=100, clock=clock)
    for _ in range(20):
        doors.knock("192.0.2.1")
    with pytest.raises(TooMany):
        doors.knock("192.0.2.1")
    doors.knock("192.0.2.2")
    clock.now += 1.0
    doors.knock("192.0.2.1")
    for _ in range(50):
        doors.knock("127.0.0.1")


def _never() -> None:
    raise AssertionError
