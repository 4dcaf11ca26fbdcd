"""A hand that the program cannot go on with is void: nobody pays, and it is dealt anew."""

from app.rooms.handlers.matches import FAULT, VOIDED_TO_CLOSE
from app.rooms.steps.commands import Disconnected, HandBooked, VoidHand
from app.rooms.steps.outbox import RoomClosed
from tests.support.rooms.table import Table, settings


def void(table: Table) -> None:
    table.do(VoidHand(table.room.match, table.room.hand_number))


def test_it_is_dealt_anew_with_another_seed() -> None:
    table = Table.started(settings(hands=4), humans=2)
    before = table.room
    assert before.play is not None
    void(table)
    room = table.room
    assert (room.phase, room.match, room.hand_number, room.results) == ("between", 1, 0, ())
    assert room.sealed is not None
    assert room.sealed.commitment != before.play.sealed.commitment
    assert [member.asked for member in room.present] == [None] * 4
    for client in table.clients.values():
        assert (client.view["voided"], client.view["hand"], client.view["decision"]) == (1, None, None)
    table.wait(room.settings.pace.next_hand_ms)
    assert (table.room.phase, table.room.hand_number) == ("playing", 1)
    assert table.room.play is not None
    assert table.room.play.sealed.commitment == room.sealed.commitment


def test_a_later_hand_keeps_what_is_booked() -> None:
    table = Table.started(settings(hands=4), humans=1)
    while table.room.phase == "playing":
        table.tick()
    table.do(HandBooked(1, 1))
    table.wait(table.room.settings.pace.next_hand_ms)
    booked, dealer = table.room.results, table.room.dealer
    assert (table.room.phase, table.room.hand_number) == ("playing", 2)
    void(table)
    assert (table.room.results, table.room.dealer, table.room.hand_number) == (booked, dealer, 1)
    table.wait(table.room.settings.pace.next_hand_ms)
    assert (table.room.phase, table.room.hand_number, table.room.dealer) == ("playing", 2, dealer)


def test_any_other_hand_stays() -> None:
    table = Table.started(settings(), humans=1)
    for match, hand in ((1, 2), (2, 1), (0, 1)):
        table.do(VoidHand(match, hand))
    assert (table.room.phase, table.room.voided) == ("playing", 0)
    while table.room.phase == "playing":
        table.tick()
    void(table)
    assert table.room.phase == "settling", "a hand that has ended counts"


def test_nobody_online_waits_for_somebody() -> None:
    table = Table.started(settings(), humans=1)
    table.do(Disconnected(0, "g0"))
    void(table)
    assert (table.room.phase, table.room.next_at) == ("between", None)


def test_at_the_third_time_the_room_closes() -> None:
    table = Table.started(settings(), humans=2)
    for _ in range(VOIDED_TO_CLOSE - 1):
        void(table)
        table.wait(table.room.settings.pace.next_hand_ms)
        assert table.room.phase == "playing"
    void(table)
    assert table.room.phase == "dissolved"
    closed = [item for item in table.outbox if isinstance(item, RoomClosed)]
    assert [(item.reason, item.match, item.hands) for item in closed] == [(FAULT, 1, 0)]
    assert table.clients[0].view["voided"] == VOIDED_TO_CLOSE
