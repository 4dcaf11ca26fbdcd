"""Message budgets, strikes and connection limits, on a clock of the test."""

from contextlib import ExitStack

import pytest

from app.gateway.limits import BURST, Doors, MessageBudget, Strikes, TooMany


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


def test_places_are_taken_and_freed() -> None:
    doors = Doors(per_player=1, per_address=2, per_worker=3)
    with doors.enter("a"), doors.enter("a"):
        assert doors.open == 2
        with pytest.raises(TooMany), doors.enter("a"):
            pass
        with doors.enter("b"), pytest.raises(TooMany), doors.enter("c"):
            pass
    assert doors.open == 0
    with doors.known("p"), pytest.raises(TooMany), doors.known("p"):
        pass
    with doors.known("p"):
        pass


def test_connections_before_their_hello_are_limited() -> None:
    doors = Doors(per_player=1, per_address=100, per_worker=1000)
    held = [doors.unknown("a") for _ in range(10)]
    for door in held:
        door.__enter__()
    with pytest.raises(TooMany), doors.unknown("a"):
        pass
    held[0].__exit__(None, None, None)
    with doors.unknown("a"):
        pass


def test_two_hundred_connections_of_a_worker_may_wait_with_their_hello() -> None:
    doors = Doors(per_player=1, per_address=100, per_worker=1000)
    with ExitStack() as stack:
        for number in range(200):
            stack.enter_context(doors.unknown(f"address {number}"))
        with pytest.raises(TooMany), doors.unknown("another"):
            pass
    with doors.unknown("another"):
        pass
