"""Decisions, time, 托管, claim windows, and actions that come twice or too late."""

import pytest

from app.rooms.clocks import next_deadline
from app.rooms.commands import (
    Act,
    Auto,
    Connected,
    Disconnected,
    Envelope,
    Grace,
    Leave,
    Ready,
    Settled,
    Tick,
)
from app.rooms.outcome import Reject
from app.rules.actions import Discard, Pass, Pung
from app.rules.state import Claiming, Exchanging, Turn, Voiding
from app.wire.client import DiscardAction, PassAction
from tests.rooms.table import Table, choices, decision_of, settings, wire_action


def refusal(table: Table, command: Act | Envelope | Auto | Ready | Leave) -> str:
    """The code of a refusal (with the engine's), which changes nothing."""
    before = table.room
    with pytest.raises(Reject) as refused:
        table.do(command)
    assert table.room is before
    return str(refused.value)


def turn_slot(table: Table) -> int:
    """The slot whose turn it is; windows are closed on the way, claims let go."""
    for _ in range(40):
        play = table.room.play
        assert play is not None
        if isinstance(play.state.phase, Turn):
            return table.seated_at(play.state.phase.seat).slot
        for member in table.room.humans:
            if decision_of(table, member.slot) is not None:
                table.answer(member.slot, PassAction())
        table.tick()
    raise AssertionError("no turn comes")


def discard_now(table: Table, slot: int) -> str:
    """The slot discards what silence would."""
    decision = decision_of(table, slot)
    assert decision is not None
    tile: str = decision["suggested"]
    table.answer(slot, DiscardAction(tile))
    return tile


def act(table: Table, slot: int, *, decision: int | None = None) -> Act:
    """A discard of the slot as a command."""
    asked = table.member(slot).asked
    play = table.room.play
    assert play is not None
    tile = play.state.seats[table.member(slot).seat].hand[0]
    number = decision if decision is not None else (asked.id if asked is not None else 0)
    return Act(table.member(slot).player_id or "", number, Discard(0, tile))


def claim_window(humans: int = 4, window: str = "fast", seconds: int | None = 15) -> tuple[Table, int, int]:
    """A table in which a human may pung or kong another's discard: table, claimer, discarder (slots)."""
    for seed in range(200):
        chosen = settings(
            turn_seconds=15 if seconds == 15 else None, window="steady" if window == "steady" else "fast"
        )
        table = Table.started(chosen, humans=humans, seed=seed)
        for _ in range(30):
            slot = turn_slot(table)
            if table.member(slot).bot:
                table.tick()
            else:
                discard_now(table, slot)
            asked = [m.slot for m in table.room.humans if m.asked is not None]
            play = table.room.play
            assert play is not None
            if asked and isinstance(play.state.phase, Claiming):
                decision = decision_of(table, asked[0])
                assert decision is not None
                if "pung" in decision and len(asked) == 1:
                    return table, asked[0], slot
    raise AssertionError("no claim comes up")


def test_the_first_decision_belongs_to_the_dealer_alone() -> None:
    table = Table.started(settings(), humans=4)
    dealer = table.seated_at(0).slot
    assert [m.slot for m in table.room.present if m.asked is not None] == [dealer]
    decision = decision_of(table, dealer)
    assert decision is not None
    assert decision["until"] == table.now + 15_000 == table.clients[dealer].view["until"]
    assert table.clients[(dealer + 1) % 4].view["decision"] is None
    assert table.clients[(dealer + 1) % 4].view["until"] == table.now + 15_000


def test_every_choice_shown_is_accepted_and_another_decision_id_is_stale() -> None:
    table = Table.started(settings(), humans=4)
    slot = turn_slot(table)
    asked = table.member(slot).asked
    assert asked is not None
    assert refusal(table, act(table, slot, decision=asked.id + 1)) == "stale_decision"
    assert refusal(table, act(table, slot, decision=asked.id - 1)) == "stale_decision"
    before = table.room
    decision = decision_of(table, slot)
    assert decision is not None
    for action in choices(decision, table.chance):
        table.room = before
        for other in range(4):
            table.snapshot(other)
        table.answer(slot, wire_action(action))


def test_a5_a_second_tap_does_not_answer_the_next_decision() -> None:
    table = Table.started(settings(), humans=4)
    slot = turn_slot(table)
    first = act(table, slot)
    table.do(first)
    assert refusal(table, first) == "stale_decision"
    other = (slot + 1) % 4
    assert refusal(table, act(table, other, decision=1)) == "stale_decision"


def test_e8_the_seat_comes_from_the_member_and_not_from_the_message() -> None:
    table = Table.started(settings(), humans=4)
    slot = turn_slot(table)
    mine = act(table, slot)
    assert isinstance(mine.action, Discard)
    forged = Act(mine.player_id, mine.decision, Discard(3, mine.action.tile))
    table.do(forged)
    play = table.room.play
    assert play is not None
    assert isinstance(play.state.phase, Claiming)
    assert play.state.phase.seat == table.member(slot).seat


def test_an_illegal_action_keeps_the_decision_open() -> None:
    table = Table.started(settings(), humans=4)
    slot = turn_slot(table)
    asked = table.member(slot).asked
    assert asked is not None
    player = table.member(slot).player_id or ""
    assert refusal(table, Act(player, asked.id, Pung(0, 3))) == "illegal: wrong_phase"
    play = table.room.play
    assert play is not None
    held = play.state.seats[table.member(slot).seat].hand
    absent = next(tile for tile in range(30) if tile not in held)
    assert refusal(table, Act(player, asked.id, Discard(0, absent))) == "illegal: not_in_hand"
    assert table.member(slot).asked == asked


def test_a4_an_action_id_is_answered_once_and_the_same_again() -> None:
    table = Table.started(settings(), humans=4)
    slot = turn_slot(table)
    envelope = Envelope("action-1", "body-1", act(table, slot))
    reply = table.do(envelope)
    assert reply is not None
    assert reply.seq == table.clients[slot].seq
    room = table.room
    table.wait(30_000)
    later = table.room
    assert later is not room
    assert table.do(envelope) == reply
    assert table.room is later
    other = Envelope("action-1", "body-2", act(table, slot))
    assert refusal(table, other) == "action_id_reused"


def test_a_refusal_is_not_remembered() -> None:
    table = Table.started(settings(), humans=4)
    slot = turn_slot(table)
    asked = table.member(slot).asked
    assert asked is not None
    command = act(table, slot)
    wrong = Envelope("action-1", "b", Act(command.player_id, asked.id + 7, command.action))
    assert refusal(table, wrong) == "stale_decision"
    assert table.do(Envelope("action-1", "b", command)) is not None


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


def test_an_own_action_resets_the_count_and_ends_auto() -> None:
    table = Table.started(settings(), humans=4)
    slot = turn_slot(table)
    player = table.member(slot).player_id or ""
    table.do(Auto(player, on=True))
    assert next_deadline(table.room) == table.now + 900
    discard_now(table, slot)
    assert not table.member(slot).auto


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


def test_without_a_limit_only_the_absent_are_played_for() -> None:
    table = Table.started(settings(turn_seconds=None), humans=4)
    slot = turn_slot(table)
    table.wait(3_600_000)
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


def test_fast_a_window_nobody_may_claim_in_still_takes_its_time() -> None:
    table = Table.started(settings(), humans=4, seed=3)
    for _ in range(20):
        slot = turn_slot(table)
        at = table.now
        discard_now(table, slot)
        if not any(member.asked for member in table.room.present):
            assert next_deadline(table.room) == at + 600
            return
    raise AssertionError("somebody may always claim")


def test_fast_a_quick_pass_does_not_shorten_the_pause() -> None:
    table, claimer, _ = claim_window()
    at = table.now
    table.wait(100)
    table.answer(claimer, PassAction())
    assert isinstance(table.room.play and table.room.play.state.phase, Claiming)
    assert next_deadline(table.room) == at + 600


def test_fast_the_window_closes_with_the_last_answer() -> None:
    table, claimer, _ = claim_window()
    table.wait(2_000)
    table.answer(claimer, PassAction())
    assert isinstance(table.room.play and table.room.play.state.phase, Turn)


def test_fast_silence_passes_after_the_claim_time() -> None:
    table, claimer, discarder = claim_window()
    decision = decision_of(table, claimer)
    assert decision is not None
    assert decision["until"] == table.now + 10_000
    assert table.clients[discarder].view["decision"] is None
    table.wait(10_000)
    assert table.member(claimer).timeouts == 1
    assert isinstance(table.room.play and table.room.play.state.phase, Turn)


def test_d9_nobody_else_sees_that_somebody_is_asked() -> None:
    table, claimer, discarder = claim_window()
    others = [slot for slot in range(4) if slot not in (claimer, discarder)]
    for slot in others:
        last = table.clients[slot].frames[-1]
        assert b"decision" not in last
        assert b"until" not in last


def test_t7_a_punger_discards_next() -> None:
    table, claimer, _ = claim_window()
    decision = decision_of(table, claimer)
    assert decision is not None
    table.answer(claimer, wire_action({"type": "pung", "tile": decision["pung"]}))
    table.wait(600)
    assert turn_slot(table) == claimer
    following = decision_of(table, claimer)
    assert following is not None
    assert following["id"] == decision["id"] + 1
    assert "win" not in following


def test_steady_every_window_is_as_long_whoever_answers() -> None:
    table, claimer, _ = claim_window(window="steady")
    at = table.now
    decision = decision_of(table, claimer)
    assert decision is not None
    assert decision["until"] == at + 3_000
    table.answer(claimer, wire_action({"type": "pung", "tile": decision["pung"]}))
    assert next_deadline(table.room) == at + 3_000
    table.wait(2_999)
    assert isinstance(table.room.play and table.room.play.state.phase, Claiming)
    table.wait(1)
    assert turn_slot(table) == claimer


def test_steady_silence_in_a_window_is_no_missed_decision() -> None:
    table, claimer, _ = claim_window(window="steady")
    table.wait(3_000)
    assert table.member(claimer).timeouts == 0
    assert isinstance(table.room.play and table.room.play.state.phase, Turn)


def test_d27_sealed_choices_show_only_that_they_were_made() -> None:
    table = Table.started(settings(exchange_three="any", void_suit=True), humans=4)
    assert isinstance(table.room.play and table.room.play.state.phase, Exchanging)
    for phase, what in ((Exchanging, "exchange"), (Voiding, "void")):
        assert isinstance(table.room.play and table.room.play.state.phase, phase)
        for slot in range(4):
            decision = decision_of(table, slot)
            assert decision is not None
            table.answer(slot, wire_action(choices(decision, table.chance)[0]))
            seat = table.member(slot).seat
            if slot == 3:
                continue
            for other in range(4):
                told = f'{{"type":"chosen","seat":{seat},"what":"{what}"'.encode()
                assert (told + b"}") in table.clients[other].frames[-1] or other == slot
    assert isinstance(table.room.play and table.room.play.state.phase, Turn)


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


def test_nothing_can_be_done_while_the_hand_is_being_booked() -> None:
    table = Table.started(settings(hands=4), humans=1)
    while table.phase() == "playing":
        assert table.tick()
    assert table.phase() == "settling"
    assert refusal(table, Act("p0", 1, Pass(0))) == "settling"
    assert refusal(table, Ready("p0")) == "settling"
    assert not table.tick(), "only the books can move the room"
    before = table.room
    table.do(Settled(1, 2))
    table.do(Settled(2, 1))
    assert table.room is before
    table.settle()
    assert table.phase() == "between"


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
