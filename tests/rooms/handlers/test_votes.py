"""Votes to dissolve a room."""

import pytest

from app.rooms.steps.commands import (
    AnswerDissolve,
    Auto,
    Connected,
    Disconnected,
    Grace,
    HandBooked,
    ProposeDissolve,
    Start,
)
from app.rooms.steps.outbox import RoomClosed
from app.rooms.steps.outcome import Reject
from tests.support.exact import exactly
from tests.support.rooms.table import Table, settings


def refusal(table: Table, command: ProposeDissolve | AnswerDissolve) -> str:
    with pytest.raises(Reject) as refused:
        table.do(command)
    return refused.value.code


def test_all_who_are_online_agree_and_the_hand_is_void() -> None:
    table = Table.started(settings(), humans=3)
    table.do(ProposeDissolve("p1"))
    vote = table.clients[0].view["vote"]
    assert vote["proposer"] == table.player("p1").seat
    assert vote["until"] == table.now + 60_000
    by_seat = {table.member(slot).seat: answer for slot, answer in enumerate([None, True, None, True])}
    assert vote["answers"] == [by_seat[seat] for seat in range(4)]
    table.do(AnswerDissolve("p0", agree=True))
    assert table.phase() == "playing"
    table.do(AnswerDissolve("p2", agree=True))
    assert table.phase() == "dissolved"
    assert table.room.play is None
    assert table.outbox[-1] == RoomClosed("room", "dissolved", match=1, hands=0)
    assert table.ended_hands() == []
    assert not table.tick()


def test_one_refusal_ends_the_vote() -> None:
    table = Table.started(settings(), humans=3)
    table.do(ProposeDissolve("p1"))
    table.do(AnswerDissolve("p2", agree=True))
    table.do(AnswerDissolve("p0", agree=False))
    assert table.clients[1].view["vote"] is None
    assert table.phase() == "playing"
    assert refusal(table, AnswerDissolve("p2", agree=True)) == "no_vote"


def test_silence_refuses() -> None:
    table = Table.started(settings(turn_seconds=None), humans=3)
    table.do(ProposeDissolve("p1"))
    table.do(AnswerDissolve("p2", agree=True))
    table.wait(59_999)
    assert table.vote() is not None
    table.wait(1)
    assert table.vote() is None
    assert table.phase() == "playing"


def test_f14_one_proposal_for_each_player_and_hand() -> None:
    table = Table.started(settings(hands=4), humans=2)
    table.do(ProposeDissolve("p1"))
    assert refusal(table, ProposeDissolve("p0")) == "vote_open"
    table.do(AnswerDissolve("p0", agree=False))
    assert refusal(table, ProposeDissolve("p1")) == "vote_limit"
    table.do(ProposeDissolve("p0"))
    table.do(AnswerDissolve("p1", agree=False))
    while table.room.hand_number == 1:
        if table.phase() == "settling":
            table.settle()
        else:
            table.tick()
    table.do(ProposeDissolve("p1"))
    assert table.vote() is not None


def test_d8_going_offline_does_not_dodge_the_vote() -> None:
    table = Table.started(settings(), humans=3)
    table.do(ProposeDissolve("p0"))
    table.do(Disconnected(1, "g1"))
    table.do(AnswerDissolve("p2", agree=True))
    assert table.phase() == "playing"
    table.do(Connected("p1", "again"))
    table.do(AnswerDissolve("p1", agree=True))
    assert table.phase() == "dissolved"


def test_who_is_offline_is_not_waited_for_but_may_still_refuse() -> None:
    table = Table.started(settings(), humans=3)
    table.do(Disconnected(2, "g2"))
    table.wait(60_000)
    table.do(ProposeDissolve("p0"))
    table.do(Connected("p2", "again"))
    table.do(AnswerDissolve("p2", agree=False))
    assert table.vote() is None
    table.do(Disconnected(2, "again"))
    table.wait(60_000)
    table.do(ProposeDissolve("p1"))
    table.do(AnswerDissolve("p0", agree=True))
    assert table.phase() == "dissolved"


def test_a_proposer_who_has_just_gone_offline_agrees_and_the_others_are_asked() -> None:
    table = Table.started(settings(), humans=3)
    table.do(Disconnected(0, "g0"))
    table.do(ProposeDissolve("p0"))
    table.do(AnswerDissolve("p1", agree=True))
    assert table.phase() == "playing"
    table.do(AnswerDissolve("p2", agree=True))
    assert table.phase() == "dissolved"


def test_two_phones_that_blink_do_not_let_the_third_decide_alone() -> None:
    table = Table.started(settings(turn_seconds=None), humans=3)
    table.do(Disconnected(1, "g1"))
    table.do(Disconnected(2, "g2"))
    table.now += 300
    table.do(ProposeDissolve("p0"))
    assert table.phase() == "playing"
    table.do(Connected("p1", "back"))
    table.do(AnswerDissolve("p1", agree=False))
    assert (table.phase(), table.vote()) == ("playing", None)


@pytest.mark.parametrize(("away", "asked"), [(59_999, True), (60_000, False)])
def test_who_was_online_within_the_last_minute_is_present(away: int, asked: bool) -> None:
    table = Table.started(settings(turn_seconds=None), humans=2)
    table.do(Disconnected(1, "g1"))
    table.now += away
    table.do(ProposeDissolve("p0"))
    assert (table.vote() is not None) == asked


@pytest.mark.parametrize(("at", "phase"), [(0, "dissolved"), (50_000, "dissolved"), (50_001, "playing")])
def test_who_is_offline_when_the_time_is_over_abstains_and_a_blink_at_the_end_is_no_absence(
    at: int, phase: str
) -> None:
    table = Table.started(settings(turn_seconds=None), humans=3)
    table.do(ProposeDissolve("p0"))
    table.do(AnswerDissolve("p2", agree=True))
    table.wait(at)
    table.do(Disconnected(1, "g1"))
    table.wait(60_000 - at - 1)
    assert table.phase() == "playing"
    table.wait(1)
    assert table.phase() == phase
    gone, asked = table.player("p1").seat, table.player("p0").seat
    end = {"proposer": asked, "agreed": phase == "dissolved", "refused": [], "silent": [gone]}
    assert table.clients[2].view["vote_end"] == end


def test_a_seat_on_auto_with_its_page_open_may_answer_and_else_abstains() -> None:
    for answers in (True, False):
        table = Table.started(settings(turn_seconds=None), humans=2)
        table.do(Auto("p1", on=True))
        table.do(ProposeDissolve("p0"))
        table.wait(59_999)
        assert table.phase() == "playing"
        if answers:
            table.do(AnswerDissolve("p1", agree=False))
        table.wait(1)
        assert table.phase() == ("playing" if answers else "dissolved")


def test_a_vote_that_got_no_answer_does_not_use_up_the_proposal() -> None:
    table = Table.started(settings(turn_seconds=None), humans=3)
    table.do(ProposeDissolve("p0"))
    table.wait(60_000)
    assert (table.phase(), table.vote()) == ("playing", None)
    table.do(ProposeDissolve("p0"))
    assert table.clients[1].view["vote_end"] is None
    table.do(AnswerDissolve("p1", agree=False))
    assert refusal(table, ProposeDissolve("p0")) == "vote_limit"


def test_everybody_sees_who_refused_until_the_next_hand() -> None:
    table = Table.started(settings(hands=4), humans=3)
    assert table.clients[0].view["vote_end"] is None
    table.do(ProposeDissolve("p1"))
    table.do(AnswerDissolve("p2", agree=False))
    end = {
        "proposer": table.player("p1").seat,
        "agreed": False,
        "refused": [table.player("p2").seat],
        "silent": [],
    }
    assert [client.view["vote_end"] for client in table.clients.values()] == [end] * 3
    while table.room.hand_number == 1:
        if table.phase() == "settling":
            table.settle()
        else:
            table.tick()
    assert table.clients[0].view["vote_end"] is None


def test_alone_with_bots_the_proposal_is_the_decision() -> None:
    table = Table.started(settings(), humans=1)
    table.do(ProposeDissolve("p0"))
    assert table.phase() == "dissolved"


def test_a_lobby_is_left_and_not_voted_on() -> None:
    table = Table.seated(settings(), humans=2)
    assert refusal(table, ProposeDissolve("p0")) == "wrong_phase"
    assert refusal(table, AnswerDissolve("p0", agree=True)) == "no_vote"


def test_c11_a_hand_that_has_ended_is_booked_even_if_the_room_is_dissolved_then() -> None:
    table = Table.started(settings(hands=4), humans=2)
    while table.phase() == "playing":
        table.tick()
    table.do(ProposeDissolve("p0"))
    table.do(AnswerDissolve("p1", agree=True))
    assert table.phase() == "dissolved"
    assert len(table.ended_hands()) == 1
    before = table.room
    table.do(HandBooked(1, 1))
    assert table.room is before


def test_an_outage_does_not_count_against_a_vote() -> None:
    table = Table.started(settings(turn_seconds=None), humans=2)
    table.do(ProposeDissolve("p0"))
    table.now += 120_000
    table.do(Grace(table.now + 5_000))
    table.wait(4_999)
    assert table.vote() is not None


@pytest.mark.parametrize(("hands", "phase"), [(1, "ended"), (4, "between")])
def test_the_end_of_the_match_ends_the_vote_and_the_end_of_a_hand_does_not(hands: int, phase: str) -> None:
    table = Table.started(settings(hands=hands), humans=2)
    while table.phase() == "playing":
        table.tick()
    table.do(ProposeDissolve("p0"))
    table.settle()
    assert table.phase() == phase
    assert (table.vote() is None) == (phase == "ended")
    assert (table.room.next_at is None) == (phase == "ended")


def test_dissolved_is_final() -> None:
    table = Table.started(settings(), humans=1)
    table.do(ProposeDissolve("p0"))
    with pytest.raises(Reject, match=exactly("wrong_phase")):
        table.do(Start("p0"))
