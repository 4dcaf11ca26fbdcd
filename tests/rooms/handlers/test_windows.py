"""Claim windows in both modes, and choices that stay hidden until all have chosen."""

from app.rooms.handlers.clocks import next_deadline
from app.rules.hand.state import Claiming, Exchanging, Turn, Voiding
from app.wire.messages.client import PassAction
from tests.support.rooms.players import choices, decision_of, wire_action
from tests.support.rooms.steps import claim_window, discard_now, turn_slot
from tests.support.rooms.table import Table, settings


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


def test_fast_an_answer_at_the_end_of_the_pause_closes_the_window() -> None:
    for ms, closed in ((599, False), (600, True)):
        table, claimer, _ = claim_window()
        table.wait(ms)
        table.answer(claimer, PassAction())
        assert isinstance(table.room.play and table.room.play.state.phase, Turn) is closed


def test_fast_silence_passes_after_the_claim_time() -> None:
    table, claimer, discarder = claim_window()
    decision = decision_of(table, claimer)
    assert decision is not None
    assert decision["until"] == table.now + 10_000
    assert table.clients[discarder].view["decision"] is None
    table.wait(10_000)
    assert table.member(claimer).timeouts == 1
    assert isinstance(table.room.play and table.room.play.state.phase, Turn)


def test_d9_no_other_seat_sees_that_a_seat_is_asked() -> None:
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
    table.wait(1_000)
    table.answer(claimer, wire_action({"type": "pung", "tile": decision["pung"]}))
    assert next_deadline(table.room) == at + 3_000
    table.wait(1_999)
    assert isinstance(table.room.play and table.room.play.state.phase, Claiming)
    table.wait(1)
    assert turn_slot(table) == claimer


def test_steady_silence_in_a_window_is_no_missed_decision() -> None:
    table, claimer, _ = claim_window(window="steady")
    table.wait(3_000)
    assert table.member(claimer).timeouts == 0
    assert isinstance(table.room.play and table.room.play.state.phase, Turn)


def test_d27_of_a_hidden_choice_others_see_only_that_it_is_made() -> None:
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
                shown = f'{{"type":"chosen","seat":{seat},"what":"{what}"'.encode()
                assert (shown + b"}") in table.clients[other].frames[-1] or other == slot
    assert isinstance(table.room.play and table.room.play.state.phase, Turn)
