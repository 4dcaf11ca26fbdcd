"""托管 and ready: when they may be switched, and what they set going."""

from app.rooms.handlers.clocks import next_deadline
from app.rooms.steps.commands import Auto, Connected, ProposeDissolve, Ready
from tests.support.rooms.steps import refusal
from tests.support.rooms.table import Table, settings


def between(humans: int = 2) -> Table:
    """A table after its first hand, which is booked."""
    table = Table.started(settings(hands=4), humans=humans)
    while table.phase() == "playing":
        table.tick()
    table.settle()
    assert table.phase() == "between"
    for number in range(humans):
        table.do(Auto(f"p{number}", on=False))
    return table


def test_auto_is_refused_before_and_after_a_match() -> None:
    lobby = Table.seated(settings(), humans=2)
    assert refusal(lobby, Auto("p0", on=True)) == "wrong_phase"
    over = Table.started(settings(), humans=1)
    over.do(ProposeDissolve("p0"))
    assert refusal(over, Auto("p0", on=True)) == "wrong_phase"


def test_auto_may_be_switched_while_a_hand_is_booked() -> None:
    table = Table.started(settings(hands=4), humans=2)
    while table.phase() == "playing":
        table.tick()
    assert table.phase() == "settling"
    table.do(Auto("p0", on=not table.player("p0").auto))


def test_the_last_ready_deals_at_once() -> None:
    table = between()
    before = table.now
    table.do(Ready("p0"))
    assert table.phase() == "between"
    table.do(Ready("p1"))
    assert (table.phase(), table.room.hand_number, table.now) == ("playing", 2, before)


def test_auto_of_the_last_who_is_waited_for_deals_at_once() -> None:
    table = between()
    before = table.now
    table.do(Ready("p0"))
    table.do(Auto("p1", on=True))
    assert (table.phase(), table.room.hand_number, table.now) == ("playing", 2, before)


def test_the_next_deadline_is_the_earliest() -> None:
    table = Table.started(settings(turn_seconds=15), humans=2)
    turn = next_deadline(table.room)
    table.do(ProposeDissolve("p0"))
    vote = table.vote()
    assert turn is not None
    assert vote is not None
    assert next_deadline(table.room) == min(turn, vote.until)
    assert turn != vote.until


def test_a_new_connection_moves_no_clock() -> None:
    table = between()
    clock = table.room.next_at
    assert clock is not None
    table.now += 1_000
    table.do(Connected("p1", "again"))
    assert table.room.next_at == clock


def test_a_new_connection_in_a_hand_sets_no_clock_of_the_next_one() -> None:
    table = Table.started(settings(hands=4), humans=2)
    table.do(Connected("p1", "again"))
    assert table.room.next_at is None
