"""Online and offline, by the generation of a connection."""

import pytest

from app.rooms.steps.commands import Connected, Disconnected
from app.rooms.steps.outcome import Reject
from tests.support.exact import exactly
from tests.support.rooms.table import Table, settings


def test_a21_the_end_of_an_old_connection_does_not_end_the_new_one() -> None:
    table = Table(settings())
    assert "online" in table.clients[0].view["seats"][0], "false is sent, true is the default"
    table.do(Connected("p0", "first"))
    table.do(Connected("p0", "second"))
    before = table.room
    table.do(Disconnected(0, "first"))
    assert table.room is before
    table.do(Disconnected(0, "second"))
    assert table.clients[0].view["seats"][0]["online"] is False
    table.do(Disconnected(0, "second"))
    assert table.member(0).offline_since == table.now


def test_connections_of_strangers_and_empty_slots() -> None:
    table = Table(settings())
    with pytest.raises(Reject, match=exactly("not_member")):
        table.do(Connected("stranger", "g"))
    before = table.room
    for slot in (1, 3, 4, 7, -1):
        table.do(Disconnected(slot, "g"))
    assert table.room is before


def test_a_slot_below_0_is_not_counted_from_the_end() -> None:
    table = Table.seated(settings(), humans=4)
    before = table.room
    table.do(Disconnected(-1, "g3"))
    assert table.room is before


def test_r1_offline_is_not_gone() -> None:
    table = Table.started(settings(), humans=2)
    table.do(Disconnected(1, "g1"))
    assert table.player("p1").seat is not None
    table.wait(120_000)
    table.do(Connected("p1", "later"))
    assert table.room.by_player("p1") is not None
