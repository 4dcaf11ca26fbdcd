"""The actions that a room remembers, and what one step does at most."""

from app.rooms.handlers.clocks import next_deadline
from app.rooms.state.member import REMEMBERED_ACTIONS
from app.rooms.state.settings import Pace
from app.rooms.steps.commands import Auto, Envelope, Join, Leave, Ready, Tick
from tests.support.rooms.table import START_MS, Table, settings


def ready(number: int, player: str = "p1") -> Envelope:
    """Action ``number`` of the player: ready and not ready in turn, so that each action shows in a frame."""
    return Envelope(f"action-{number}", f"body-{number}", Ready(player, ready=number % 2 == 0))


def test_each_of_the_last_32_actions_has_its_first_answer_and_is_done_once() -> None:
    table = Table.seated(settings(), humans=2)
    sent = [ready(number) for number in range(REMEMBERED_ACTIONS + 8)]
    replies = []
    for envelope in sent:
        reply = table.do(envelope)
        done = table.room
        assert reply is not None
        assert reply.seq == table.clients[1].seq
        assert table.do(envelope) == reply, "the newest action is repeated"
        assert table.room is done
        replies.append(reply)
    last = table.room
    for envelope, reply in zip(sent[-REMEMBERED_ACTIONS:], replies[-REMEMBERED_ACTIONS:], strict=True):
        assert table.do(envelope) == reply
        assert table.room is last


def test_an_action_older_than_the_last_32_is_done_again() -> None:
    table = Table.seated(settings(), humans=2)
    sent = [ready(number) for number in range(REMEMBERED_ACTIONS + 1)]
    for envelope in sent:
        table.do(envelope)
    before = table.room
    table.do(sent[0])
    assert table.room is not before
    assert table.player("p1").recent[-1].action_id == sent[0].action_id
    assert len(table.player("p1").recent) == REMEMBERED_ACTIONS


def test_each_player_has_action_ids_of_their_own() -> None:
    table = Table.seated(settings(), humans=2)
    table.do(ready(0, "p1"))
    table.do(ready(0, "p0"))
    assert [table.player(player).ready for player in ("p0", "p1")] == [True, True]


def test_a_first_action_may_be_the_join_and_a_last_one_the_leave() -> None:
    table = Table(settings())
    joined = table.do(Envelope("action-1", "join", Join("p1", "乙")))
    assert joined is not None
    assert (joined.slot, joined.seq) == (1, table.clients[1].seq)
    before = table.room
    assert table.do(Envelope("action-1", "join", Join("p1", "乙"))) == joined
    assert table.room is before
    left = table.do(Envelope("action-2", "leave", Leave("p1")))
    assert left is not None
    assert (left.slot, left.seq) == (1, None), "no frame shows a player that they have left"
    assert table.room.by_player("p1") is None


def test_one_tick_does_much_but_not_without_end() -> None:
    """Bots that answer at once keep a table busy at one moment: each tick does a bounded part of it."""
    table = Table.started(settings(pace=Pace(pause_ms=0, bot_ms=0)), humans=1, seed=4)
    table.do(Auto("p0", on=True))
    ticks = 0
    while table.phase() == "playing":
        due = next_deadline(table.room)
        assert due is not None
        assert due <= table.now == START_MS
        table.do(Tick())
        ticks += 1
    assert 2 <= ticks <= 4
