"""After the match: players leave, stay, and ask for another match."""

import pytest

from app.rooms.steps.commands import AddBot, Join, Leave, ProposeDissolve, Ready, Rematch, Start
from app.rooms.steps.outbox import RoomClosed, Roster
from app.rooms.steps.outcome import Reject
from app.rules.tiles.wall import commitment
from tests.support.exact import exactly
from tests.support.rooms.players import play_out
from tests.support.rooms.table import Table, settings


def ended(humans: int) -> Table:
    """A table after its match."""
    table = Table.started(settings(), humans=humans)
    play_out(table)
    return table


def test_d18_a_rematch_begins_with_the_last_tap() -> None:
    table = ended(3)
    table.do(Rematch("p0"))
    table.do(Rematch("p2"))
    assert table.phase() == "ended"
    assert table.clients[1].view["seats"][table.member(0).seat]["rematch"] is True
    table.do(Rematch("p1"))
    assert (table.phase(), table.room.match, table.room.hand_number) == ("playing", 2, 1)
    assert table.clients[0].view["results"] == []
    assert not any(member.rematch for member in table.room.present)
    play_out(table)
    assert [(item.match, item.hand) for item in table.ended_hands()] == [(1, 1), (2, 1)]


def test_the_seed_of_a_rematch_is_bound_to_its_first_hand() -> None:
    table = ended(1)
    promised = table.clients[0].view["commitment"]
    table.do(Rematch("p0"))
    play_out(table)
    seed = table.ended_hands()[1].record.server_seed
    assert commitment(bytes.fromhex(seed), "room.2.1") == promised


def test_ready_after_a_match_is_a_rematch_with_a_seed() -> None:
    table = ended(2)
    table.do(Ready("p0", client_seed=b"a" * 16))
    table.do(Ready("p1", client_seed=b"b" * 16))
    play = table.room.play
    assert play is not None
    assert sorted(play.client_seeds) == [bytes(16), bytes(16), b"a" * 16, b"b" * 16]


def test_who_leaves_after_the_match_is_shown_and_the_rest_goes_to_a_lobby() -> None:
    table = ended(3)
    gone = table.player("p1")
    table.do(Leave("p1"))
    assert table.clients[0].view["seats"][gone.seat]["left"] is True
    with pytest.raises(Reject, match=exactly("not_member")):
        table.do(Rematch("p1"))
    table.do(Rematch("p0"))
    table.do(Rematch("p2"))
    assert table.phase() == "lobby"
    assert table.clients[0].view["hand"] is None
    assert table.room.members[gone.slot] is None
    assert all(member.seat == member.slot for member in table.room.present)
    with pytest.raises(Reject, match=exactly("not_ready")):
        table.do(Start("p0"))
    table.do(Join("p9", "新"))
    table.do(Ready("p9"))
    table.do(Ready("p2"))
    table.do(Start("p0"))
    assert (table.phase(), table.room.match) == ("playing", 2)


def test_nobody_waits_for_a_rematch_with_one_who_has_left() -> None:
    table = ended(3)
    table.do(Rematch("p0"))
    table.do(Rematch("p2"))
    table.do(Leave("p1"))
    assert table.phase() == "lobby"
    assert [member.player_id for member in table.room.present if not member.bot] == ["p0", "p2"]
    table.do(AddBot("p0"))
    table.do(Ready("p2"))
    table.do(Start("p0"))
    assert (table.phase(), table.room.match) == ("playing", 2)


def test_who_stays_and_has_not_asked_is_waited_for() -> None:
    table = ended(3)
    table.do(Rematch("p0"))
    table.do(Leave("p1"))
    assert table.phase() == "ended"


def test_the_departed_owner_hands_the_room_on() -> None:
    table = ended(2)
    table.do(Leave("p0"))
    assert table.room.owner == table.player("p1").slot
    table.do(Rematch("p1"))
    assert table.phase() == "lobby"
    table.do(AddBot("p1", all=True))
    table.do(Start("p1"))
    assert table.phase() == "playing"


def test_the_last_player_to_leave_closes_the_room() -> None:
    table = ended(2)
    table.do(Leave("p0"))
    table.do(Leave("p1"))
    assert table.phase() == "dissolved"
    assert isinstance(table.outbox[-1], RoomClosed)
    roster = table.outbox[-2]
    assert isinstance(roster, Roster)
    assert [member.left for member in roster.members if not member.bot] == [True, True]


def test_a_rematch_is_for_ended_matches() -> None:
    table = Table.started(settings(), humans=2)
    with pytest.raises(Reject, match=exactly("wrong_phase")):
        table.do(Rematch("p0"))
    table = ended(2)
    with pytest.raises(Reject, match=exactly("wrong_phase")):
        table.do(ProposeDissolve("p0"))


def test_the_roster_of_every_match_is_told() -> None:
    table = ended(2)
    table.do(Rematch("p0"))
    table.do(Rematch("p1"))
    rosters = [item for item in table.outbox if isinstance(item, Roster)]
    assert rosters[-1].match == 2
    assert [(m.slot, m.seat) for m in rosters[-1].members] == [(m.slot, m.seat) for m in table.room.present]
