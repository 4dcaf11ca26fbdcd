"""Who keeps a seat: the owner removes players and hands the room over, and absent players lose theirs."""

import pytest

from app.rooms.steps.commands import (
    AddBot,
    Connected,
    Disconnected,
    HandOver,
    Join,
    Leave,
    Ready,
    Rematch,
    RemovePlayer,
    Start,
)
from app.rooms.steps.outbox import Roster
from app.rooms.steps.outcome import Reject
from tests.support.rooms.players import play_out
from tests.support.rooms.table import Table, settings


def code(table: Table, command: RemovePlayer | HandOver | Join | Rematch) -> str:
    """The code of the refusal. The room does not change."""
    before = table.room
    with pytest.raises(Reject) as refused:
        table.do(command)
    assert table.room is before
    return refused.value.code


def roster(table: Table) -> list[str | None]:
    """The players of the newest roster for the database who have not left."""
    newest = next(item for item in reversed(table.outbox) if isinstance(item, Roster))
    return [member.player_id for member in newest.members if not member.left]


def ended(humans: int = 3) -> Table:
    """A table after its match."""
    table = Table.started(settings(), humans=humans)
    play_out(table)
    return table


def departed(table: Table, slot: int = 0) -> list[tuple[str, str]]:
    """Who has lost the seat, as the member in the slot sees it."""
    return [(gone["name"], gone["why"]) for gone in table.clients[slot].view["departed"]]


def test_the_owner_removes_a_player_and_everybody_sees_why() -> None:
    table = Table.seated(settings(), humans=4)
    stream = table.room.streams[1]
    table.do(RemovePlayer("p0", 1, "乙"))
    assert table.room.members[1] is None
    assert table.room.streams[1].seq == stream.seq + 1, "the stream of the slot is cut"
    assert roster(table) == ["p0", "p2", "p3"]
    assert departed(table) == departed(table, 3) == [("乙", "removed")]
    gone = table.room.departure_of("p1")
    assert gone is not None
    assert gone.why == "removed"
    assert table.room.departure_of("p2") is None


def test_a_removed_player_may_come_back_after_ten_minutes() -> None:
    table = Table.seated(settings(), humans=2)
    table.do(RemovePlayer("p0", 1, "乙"))
    assert code(table, Join("p1", "乙")) == "removed"
    table.now += 599_999
    assert code(table, Join("p1", "乙")) == "removed"
    table.now += 1
    table.do(Join("p1", "乙"))
    assert departed(table) == []


def test_only_the_owner_removes_players_and_only_in_the_lobby() -> None:
    table = Table.seated(settings(), humans=3)
    assert code(table, RemovePlayer("p1", 2, "丙")) == "not_owner"
    assert code(table, RemovePlayer("stranger", 2, "丙")) == "not_member"
    assert code(table, HandOver("p1", 2, "丙")) == "not_owner"
    table = Table.started(settings(), humans=3)
    seat = table.player("p1").seat
    assert code(table, RemovePlayer("p0", seat, "乙")) == "wrong_phase"
    assert code(table, HandOver("p0", seat, "乙")) == "wrong_phase"


@pytest.mark.parametrize("command", [RemovePlayer, HandOver])
def test_the_name_goes_with_the_seat_so_that_nobody_else_is_meant(
    command: type[RemovePlayer] | type[HandOver],
) -> None:
    table = Table.seated(settings(), humans=2)
    table.do(Leave("p1"))
    assert code(table, command("p0", 1, "乙")) == "no_player", "the seat is empty"
    table.do(Join("p9", "新"))
    assert code(table, command("p0", 1, "乙")) == "no_player", "somebody else has taken the seat"
    bot = table.member(2)
    assert code(table, command("p0", 2, bot.name)) == "no_player", "a bot"
    assert code(table, command("p0", 0, "甲")) == "no_player", "the owner"
    assert code(table, command("p0", 3, "乙")) == "no_player"


def test_the_owner_hands_the_room_over() -> None:
    table = Table.seated(settings(), humans=3)
    table.do(HandOver("p0", 2, "丙"))
    assert table.clients[0].view["room"]["owner"] == 2
    assert code(table, RemovePlayer("p0", 1, "乙")) == "not_owner"
    table.do(RemovePlayer("p2", 0, "甲"))
    assert roster(table) == ["p1", "p2", None]
    newest = table.outbox[-1]
    assert isinstance(newest, Roster)
    assert newest.owner_slot == 2


def test_a_seat_in_the_lobby_lapses_after_three_minutes_offline() -> None:
    table = Table.seated(settings(), humans=3)
    table.do(Ready("p1"))
    table.do(Disconnected(1, "g1"))
    table.wait(179_999)
    assert table.room.by_player("p1") is not None
    table.wait(1)
    assert table.room.by_player("p1") is None
    assert departed(table) == [("乙", "away")]
    assert roster(table) == ["p0", "p2", None]
    table.do(Join("p1", "乙"))
    assert departed(table) == [], "who was only away may come back at once"


def test_who_comes_back_in_time_keeps_the_seat() -> None:
    table = Table.seated(settings(), humans=2)
    table.do(Disconnected(1, "g1"))
    table.wait(179_999)
    table.do(Connected("p1", "back"))
    table.wait(600_000)
    assert table.player("p1").slot == 1


def test_an_owner_who_is_away_loses_first_the_room_and_then_the_seat() -> None:
    table = Table.seated(settings(), humans=2)
    table.do(Disconnected(0, "g0"))
    table.wait(120_000)
    assert (table.room.owner, table.player("p0").slot) == (1, 0)
    table.wait(60_000)
    assert table.room.by_player("p0") is None


def test_a_lobby_in_which_nobody_is_online_keeps_its_seats_and_the_first_one_back_waits_a_minute() -> None:
    table = Table.seated(settings(), humans=3)
    for number in range(3):
        table.do(Disconnected(number, f"g{number}"))
    table.wait(1_500_000)
    table.do(Connected("p1", "back"))
    table.wait(59_999)
    assert [member.player_id for member in table.room.humans] == ["p0", "p1", "p2"]
    table.do(Connected("p2", "back"))
    table.wait(1)
    assert [member.player_id for member in table.room.humans] == ["p1", "p2"]
    assert table.room.owner == 1


def test_the_rematch_goes_on_without_who_is_away() -> None:
    table = ended()
    table.do(Disconnected(1, "g1"))
    table.wait(60_000)
    table.do(Rematch("p0"))
    table.do(Rematch("p2"))
    assert table.phase() == "ended"
    table.wait(119_999)
    assert table.phase() == "ended"
    table.wait(1)
    assert table.phase() == "lobby"
    assert [member.player_id for member in table.room.humans] == ["p0", "p2"]
    assert departed(table) == departed(table, 2) == [("乙", "away")]
    assert roster(table) == ["p0", "p2", None]
    table.do(AddBot("p0"))
    table.do(Ready("p2"))
    table.do(Start("p0"))
    assert (table.phase(), table.room.match) == ("playing", 2)
    assert departed(table) == []
    gone = table.room.departure_of("p1")
    assert gone is not None
    assert gone.why == "away"


def test_after_a_match_nobody_loses_the_seat_while_nobody_waits() -> None:
    table = ended()
    table.do(Disconnected(1, "g1"))
    assert not table.tick()
    table.do(Rematch("p0"))
    table.do(Disconnected(0, "g0"))
    assert not table.tick(), "who wants the rematch is offline too"
    table.wait(600_000)
    table.do(Connected("p0", "back"))
    assert table.player("p1").slot == 1
    table.wait(0)
    assert table.room.by_player("p1") is None
    assert table.phase() == "ended", "p2 is online and has not asked"


def test_who_wants_a_rematch_keeps_the_seat_while_offline() -> None:
    table = ended()
    table.do(Rematch("p1"))
    table.do(Disconnected(1, "g1"))
    table.do(Rematch("p0"))
    table.wait(600_000)
    assert table.player("p1").rematch
    table.do(Rematch("p2"))
    assert (table.phase(), table.room.match) == ("playing", 2)


def test_an_owner_who_is_away_after_a_match_loses_the_room_to_who_waits() -> None:
    table = ended()
    table.do(Disconnected(0, "g0"))
    table.do(Rematch("p1"))
    table.wait(180_000)
    assert table.room.owner == 1
    assert table.phase() == "ended"


def test_a_room_remembers_eight_who_lost_their_seats() -> None:
    table = Table(settings())
    for number in range(1, 10):
        table.do(Join(f"p{number}", f"客{number}"))
        table.do(RemovePlayer("p0", 1, f"客{number}"))
    assert [name for name, _ in departed(table)] == [f"客{number}" for number in range(2, 10)]
