"""When the operator looks at the hands, each seat sees the time of it and nothing else."""

import json

import pytest

from app.rooms.state.codec import decode_room, encode_room
from app.rooms.steps.commands import Inspect
from app.rooms.steps.outcome import Reject
from tests.support.exact import exactly
from tests.support.rooms.players import play_out
from tests.support.rooms.table import Table, settings


def test_each_seat_sees_the_time_and_no_tile() -> None:
    table = Table.started(settings(hands=4), humans=4)
    before, sent = table.room, {slot: len(client.frames) for slot, client in table.clients.items()}
    table.do(Inspect(1, 1))
    for slot, client in table.clients.items():
        (frame,) = client.frames[sent[slot] :]
        assert json.loads(frame) == {"seq": client.seq, "room": {"inspected_at": table.now}}
    assert before.play is not None
    assert table.room.play is not None
    assert table.room.play.state == before.play.state
    assert decode_room(encode_room(table.room)) == table.room


def test_a_player_who_comes_back_sees_it_until_the_next_deal() -> None:
    table = Table.started(settings(hands=4), humans=2)
    assert "inspected_at" in table.clients[1].view
    table.do(Inspect(1, 1))
    first = table.now
    table.snapshot(1)
    assert table.clients[1].view["inspected_at"] == first
    table.now += 1
    table.do(Inspect(1, 1))
    assert table.clients[0].view["inspected_at"] == first + 1, "each look shows"
    while table.phase() == "playing":
        table.tick()
    table.settle()
    assert table.clients[0].view["inspected_at"] == first + 1, "the result of that hand is still shown"
    table.wait(60_000)
    assert table.room.hand_number == 2
    assert {client.view["inspected_at"] for client in table.clients.values()} == {None}


def test_only_the_hand_in_play() -> None:
    table = Table.seated(settings(hands=1), humans=4)
    with pytest.raises(Reject, match=exactly("no_hand")):
        table.do(Inspect(0, 0))
    table = Table.started(settings(hands=1), humans=4)
    for match, hand in ((1, 2), (2, 1), (1, 0)):
        with pytest.raises(Reject, match=exactly("no_hand")):
            table.do(Inspect(match, hand))
    play_out(table)
    with pytest.raises(Reject, match=exactly("no_hand")):
        table.do(Inspect(1, 1))
