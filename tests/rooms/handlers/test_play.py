"""Decisions: which seat decides, which actions are legal, and actions that come twice or too late."""

from app.rooms.steps.commands import (
    Envelope,
    HandBooked,
    Ready,
    TakeAction,
)
from app.rules.hand.actions import Discard, Pass, Pung
from app.rules.hand.state import Claiming
from tests.support.rooms.players import choices, decision_of, wire_action
from tests.support.rooms.steps import act, refusal, turn_slot
from tests.support.rooms.table import Table, settings


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
    forged = TakeAction(mine.player_id, mine.decision, Discard(3, mine.action.tile))
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
    assert refusal(table, TakeAction(player, asked.id, Pung(0, 3))) == "illegal: wrong_phase"
    play = table.room.play
    assert play is not None
    held = play.state.seats[table.member(slot).seat].hand
    absent = next(tile for tile in range(30) if tile not in held)
    assert refusal(table, TakeAction(player, asked.id, Discard(0, absent))) == "illegal: not_in_hand"
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
    wrong = Envelope("action-1", "b", TakeAction(command.player_id, asked.id + 7, command.action))
    assert refusal(table, wrong) == "stale_decision"
    assert table.do(Envelope("action-1", "b", command)) is not None


def test_nothing_can_be_done_while_the_hand_is_being_booked() -> None:
    table = Table.started(settings(hands=4), humans=1)
    while table.phase() == "playing":
        assert table.tick()
    assert table.phase() == "settling"
    assert refusal(table, TakeAction("p0", 1, Pass(0))) == "settling"
    assert refusal(table, Ready("p0")) == "settling"
    assert not table.tick(), "only the books can move the room"
    before = table.room
    table.do(HandBooked(1, 2))
    table.do(HandBooked(2, 1))
    assert table.room is before
    table.settle()
    assert table.phase() == "between"
