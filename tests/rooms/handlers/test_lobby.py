"""The lobby: players join and leave, bots, ready, and the owner."""

import pytest

from app.rooms.steps.commands import (
    AddBot,
    Connected,
    Disconnected,
    Join,
    Leave,
    Ready,
    RemoveBot,
    Start,
)
from app.rooms.steps.outbox import RoomClosed, Roster
from app.rooms.steps.outcome import Reject
from tests.support.rooms.table import Table, settings


def code(table: Table, command: Join | Leave | AddBot | RemoveBot | Start | Ready) -> str:
    """The code of the refusal. The room does not change."""
    before = table.room
    with pytest.raises(Reject) as refused:
        table.do(command)
    assert table.room is before
    return refused.value.code


def test_a_new_room_has_its_owner_and_a_commitment() -> None:
    table = Table(settings())
    view = table.clients[0].view
    assert (view["phase"], view["seat"], view["match"]) == ("lobby", 0, 0)
    assert [seat and seat["name"] for seat in view["seats"]] == ["甲", None, None, None]
    assert len(view["commitment"]) == 64


def test_joining_is_idempotent_and_ends_at_the_last_seat() -> None:
    table = Table(settings(players=2))
    table.do(Join("p1", "乙"))
    before = table.room
    table.do(Join("p1", "another name"))
    assert table.room is before
    assert code(table, Join("p2", "丙")) == "room_full"
    roster = table.outbox[-1]
    assert isinstance(roster, Roster)
    assert [(m.slot, m.player_id) for m in roster.members] == [(0, "p0"), (1, "p1")]


def test_names_that_look_alike_get_a_number() -> None:
    table = Table(settings())
    for player, name in (("p1", "\u7532"), ("p2", "小万"), ("p3", "乙")):
        table.do(Join(player, name))
    assert [member.name for member in table.room.present] == ["甲", "甲 2", "小万 2", "乙"]


def test_a_free_slot_goes_to_the_next_player_with_a_new_stream() -> None:
    table = Table(settings())
    table.do(Join("p1", "乙"))
    table.do(Join("p2", "丙"))
    old = table.room.streams[1]
    table.do(Leave("p1"))
    assert table.room.streams[1].seq == old.seq + 1
    assert table.room.streams[1].hash != old.hash
    table.do(Join("p3", "丁"))
    assert table.player("p3").slot == 1
    assert table.room.by_player("p1") is None


def test_a_match_cannot_be_joined_or_left() -> None:
    table = Table.started(settings(), humans=3)
    assert code(table, Join("p9", "客")) == "wrong_phase"
    assert code(table, Leave("p1")) == "wrong_phase"


def test_the_owner_who_leaves_hands_the_room_on_and_the_last_one_closes_it() -> None:
    table = Table(settings())
    table.do(Join("p1", "乙"))
    table.do(AddBot("p0"))
    table.do(Join("p2", "丙"))
    table.do(Connected("p2", "g"))
    table.do(Leave("p0"))
    assert table.room.owner == table.player("p2").slot, "a player who is online comes first"
    assert table.clients[3].view["room"]["owner"] == 3
    table.do(Leave("p2"))
    assert table.room.owner == table.player("p1").slot
    table.do(Leave("p1"))
    assert table.phase() == "dissolved"
    assert isinstance(table.outbox[-1], RoomClosed)
    assert table.outbox[-1].reason == "empty"


def test_only_the_owner_adds_and_removes_bots_and_starts() -> None:
    table = Table(settings())
    table.do(Join("p1", "乙"))
    assert code(table, AddBot("p1")) == "not_owner"
    assert code(table, AddBot("stranger")) == "not_member"
    table.do(AddBot("p0", all=True))
    assert [member.bot for member in table.room.present] == [False, False, True, True]
    assert len({member.name for member in table.room.present}) == 4
    assert code(table, AddBot("p0")) == "room_full"
    assert code(table, RemoveBot("p0", 1)) == "no_bot"
    assert code(table, RemoveBot("p1", 2)) == "not_owner"
    table.do(RemoveBot("p0", 2))
    assert table.room.members[2] is None
    assert code(table, RemoveBot("p0", 2)) == "no_bot"
    assert code(table, Start("p1")) == "not_owner"


def test_bots_are_not_for_running_matches() -> None:
    table = Table.started(settings(), humans=1)
    assert code(table, AddBot("p0")) == "wrong_phase"
    assert code(table, RemoveBot("p0", 2)) == "wrong_phase"
    assert code(table, Start("p0")) == "wrong_phase"


def test_a_match_starts_when_all_seats_are_taken_and_ready() -> None:
    table = Table.seated(settings(players=3), humans=2)
    table.do(RemoveBot("p0", 2))
    table.do(Ready("p1", client_seed=b"1" * 16))
    assert code(table, Start("p0")) == "not_ready"
    table.do(AddBot("p0"))
    table.do(Ready("p1", ready=False, client_seed=b"1" * 16))
    assert table.player("p1").client_seed is None
    assert code(table, Start("p0")) == "not_ready"
    table.do(Ready("p1", client_seed=b"2" * 16))
    table.do(Start("p0"))
    assert (table.phase(), table.room.match, table.room.hand_number) == ("playing", 1, 1)
    assert not any(member.ready for member in table.room.present)


def test_d5_an_owner_who_is_offline_for_long_loses_the_lobby_to_a_player_online() -> None:
    table = Table.seated(settings(), humans=3)
    table.do(Disconnected(1, "g1"))
    table.do(Disconnected(0, "g0"))
    table.wait(119_999)
    assert table.room.owner == 0
    table.wait(1)
    assert table.room.owner == 2
    table.do(Connected("p0", "back"))
    table.wait(600_000)
    assert table.room.owner == 2


def test_an_absent_owner_keeps_the_lobby_until_somebody_else_is_online() -> None:
    table = Table(settings())
    table.do(Join("p1", "乙"))
    assert not table.tick()
    table.wait(200_000)
    table.do(Connected("p1", "g1"))
    table.wait(0)
    assert table.room.owner == 1


def test_the_room_goes_to_the_next_slot_after_the_owner_and_round_the_table() -> None:
    table = Table.seated(settings(), humans=4)
    owners = []
    for player, joins in (("p0", "p4"), ("p1", "p5"), ("p2", "p6"), ("p3", "p7"), ("p4", "p8")):
        table.do(Leave(player))
        table.do(Join(joins, "新"))
        table.do(Connected(joins, "new"))
        owners.append(table.room.owner)
    assert owners == [1, 2, 3, 0, 1]
