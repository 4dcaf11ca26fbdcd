"""Time limits, 托管, and outages."""

from app.rooms.handlers.clocks import next_deadline
from app.rooms.state.settings import Pace
from app.rooms.steps.commands import (
    AnswerDissolve,
    Auto,
    Connected,
    Disconnected,
    Grace,
    ProposeDissolve,
    Tick,
)
from app.rules.hand.state import Turn
from app.wire.messages.client import PassAction
from tests.support.rooms.players import decision_of
from tests.support.rooms.steps import claim_window, discard_now, turn_slot
from tests.support.rooms.table import Table, settings


def test_two_missed_decisions_bring_auto_and_one_tap_ends_it() -> None:
    table = Table.started(settings(), humans=4)
    slot = turn_slot(table)
    table.wait(15_000)
    assert (table.member(slot).timeouts, table.member(slot).auto) == (1, False)
    for _ in range(20):
        table.tick()
        if table.member(slot).timeouts == 2:
            break
    assert table.member(slot).auto
    seat = table.member(slot).seat
    assert table.clients[slot].view["seats"][seat]["auto"] is True
    table.do(Auto(table.member(slot).player_id or "", on=False))
    assert (table.member(slot).auto, table.member(slot).timeouts) == (False, 0)


def test_a_missed_decision_is_forgotten_with_the_next_action() -> None:
    table = Table.started(settings(), humans=4)
    slot = turn_slot(table)
    table.wait(15_000)
    while turn_slot(table) != slot:
        table.tick()
    discard_now(table, slot)
    assert (table.member(slot).timeouts, table.member(slot).auto) == (0, False)
    while table.member(slot).timeouts == 0:
        table.tick()
    assert not table.member(slot).auto


def test_a_seat_on_auto_shows_no_clock() -> None:
    table = Table.started(settings(), humans=4)
    slot = (turn_slot(table) + 1) % 4
    while turn_slot(table) != slot:
        table.do(Auto(f"p{slot}", on=True))
        table.tick()
    assert table.member(slot).auto
    assert {client.view["until"] for client in table.clients.values()} == {None}


def test_an_own_action_resets_the_count_and_ends_auto() -> None:
    table = Table.started(settings(), humans=4)
    slot = turn_slot(table)
    player = table.member(slot).player_id or ""
    table.do(Auto(player, on=True))
    assert next_deadline(table.room) == table.now + 900
    discard_now(table, slot)
    assert not table.member(slot).auto


def test_switching_auto_to_what_it_is_changes_nothing() -> None:
    table = Table.started(settings(), humans=4)
    slot = turn_slot(table)
    for on in (False, True):
        table.do(Auto(f"p{slot}", on=on))
        before = table.room
        table.now += 100
        table.do(Auto(f"p{slot}", on=on))
        assert table.room is before
        assert table.member(slot).auto is on


def test_t4_switching_auto_does_not_move_the_clock() -> None:
    table = Table.started(settings(), humans=4)
    slot = turn_slot(table)
    player = table.member(slot).player_id or ""
    until = table.now + 15_000
    table.wait(5_000)
    table.do(Auto(player, on=True))
    table.wait(500)
    table.do(Auto(player, on=False))
    asked = table.member(slot).asked
    assert asked is not None
    assert asked.until == until
    table.wait(9_499)
    assert table.member(slot).asked == asked
    table.wait(1)
    assert table.member(slot).asked is None


def test_reconnecting_does_not_move_the_clock() -> None:
    table = Table.started(settings(), humans=4)
    slot = turn_slot(table)
    asked = table.member(slot).asked
    table.wait(5_000)
    table.do(Disconnected(slot, f"g{slot}"))
    table.do(Connected(f"p{slot}", "again"))
    table.snapshot(slot)
    decision = decision_of(table, slot)
    assert table.member(slot).asked == asked
    assert decision is not None
    assert asked is not None
    assert decision["until"] == asked.until


def test_b7_an_action_counts_until_the_timeout_is_committed() -> None:
    table = Table.started(settings(), humans=4)
    slot = turn_slot(table)
    table.now += 15_200
    discard_now(table, slot)
    assert table.member(slot).timeouts == 0


def test_a_tick_before_its_time_does_nothing() -> None:
    table = Table.started(settings(), humans=4)
    before = table.room
    table.now += 14_999
    table.do(Tick())
    assert table.room is before


def test_without_a_limit_long_silence_brings_auto_and_the_table_goes_on() -> None:
    table = Table.started(settings(turn_seconds=None), humans=4)
    slot = turn_slot(table)
    seat = table.member(slot).seat
    table.wait(299_999)
    assert not table.member(slot).auto
    table.wait(1)
    assert table.clients[slot].view["seats"][seat]["auto"] is True
    table.wait(900)
    play = table.room.play
    assert play is not None
    assert len(play.state.seats[seat].river) == 1
    table.do(Auto(f"p{slot}", on=False))
    assert not table.member(slot).auto


def test_without_a_limit_a_silent_claimer_does_not_hold_the_table() -> None:
    table, claimer, _ = claim_window(turn_seconds=None)
    table.wait(299_999)
    assert table.member(claimer).asked is not None
    table.wait(901)
    assert table.member(claimer).asked is None
    assert table.member(claimer).auto


def test_with_a_limit_the_clock_alone_counts() -> None:
    table = Table.started(settings(turn_seconds=60, pace=Pace(silent_ms=10_000)), humans=4)
    slot = turn_slot(table)
    table.wait(59_999)
    assert (table.member(slot).timeouts, table.member(slot).auto) == (0, False)


def test_without_a_limit_the_vote_does_not_wait_for_who_has_gone_silent() -> None:
    table = Table.started(settings(turn_seconds=None), humans=4)
    slot = turn_slot(table)
    first, *others = (f"p{number}" for number in range(4) if number != slot)
    table.wait(300_000 - 30_000)
    table.do(ProposeDissolve(first))
    for other in others:
        table.do(AnswerDissolve(other, agree=True))
    table.wait(59_999)
    assert table.phase() == "playing"
    table.wait(1)
    assert table.phase() == "dissolved"


def test_an_outage_does_not_count_as_silence() -> None:
    table = Table.started(settings(turn_seconds=None), humans=4)
    slot = turn_slot(table)
    table.now += 600_000
    table.do(Grace(table.now + 5_000))
    table.wait(4_999)
    assert not table.member(slot).auto
    table.wait(1)
    assert table.member(slot).auto


def test_without_a_limit_the_absent_are_played_for() -> None:
    table = Table.started(settings(turn_seconds=None), humans=4)
    slot = turn_slot(table)
    table.wait(100_000)
    assert turn_slot(table) == slot
    table.do(Disconnected(slot, f"g{slot}"))
    table.wait(59_999)
    assert not table.member(slot).auto
    table.wait(1)
    assert table.member(slot).auto
    table.wait(900)
    play = table.room.play
    assert play is not None
    assert play.state.phase != Turn(table.member(slot).seat, None, "deal")
    assert len(play.state.seats[table.member(slot).seat].river) == 1


def test_b5_grace_gives_everybody_time_after_an_outage() -> None:
    table = Table.started(settings(), humans=4)
    slot = turn_slot(table)
    table.now += 600_000
    until = table.now + 5_000
    table.do(Grace(until))
    assert table.clients[slot].view["until"] == until
    table.do(Tick())
    assert table.member(slot).asked is not None
    table.wait(4_999)
    assert table.member(slot).timeouts == 0
    table.wait(1)
    assert table.member(slot).timeouts == 1


def test_grace_changes_nothing_where_there_is_time_left() -> None:
    table = Table.started(settings(), humans=4)
    before = table.room
    table.do(Grace(table.now + 5_000))
    assert table.room is before


def test_grace_covers_absent_players_steady_windows_and_the_next_hand() -> None:
    table, claimer, _ = claim_window(window="steady")
    table.now += 60_000
    table.do(Grace(table.now + 5_000))
    table.do(Tick())
    assert table.member(claimer).asked is not None
    assert next_deadline(table.room) == table.now + 5_000


def test_grace_in_a_lobby_gives_an_absent_owner_no_more_than_that_time() -> None:
    table = Table.seated(settings(), humans=2)
    table.do(Disconnected(0, "g0"))
    table.now += 600_000
    table.do(Grace(table.now + 5_000))
    offline_since = table.member(0).offline_since
    assert offline_since is not None
    assert offline_since == table.now + 5_000 - table.room.settings.pace.absent_ms
    assert table.room.play is None


def test_grace_keeps_an_answered_steady_window_open() -> None:
    table, claimer, _ = claim_window(window="steady")
    table.answer(claimer, PassAction())
    table.now += 60_000
    table.do(Grace(table.now + 5_000))
    assert next_deadline(table.room) == table.now + 5_000


def test_an_outage_does_not_count_as_absence() -> None:
    table = Table.started(settings(turn_seconds=None), humans=4)
    slot = turn_slot(table)
    table.do(Disconnected(slot, f"g{slot}"))
    table.now += 600_000
    table.do(Grace(table.now + 5_000))
    table.wait(4_999)
    assert not table.member(slot).auto
    table.wait(1)
    assert table.member(slot).auto
