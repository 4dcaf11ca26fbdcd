"""Players at one device or behind one address."""

from dataclasses import replace

from app.rooms.state.codec import decode_room, encode_room
from app.rooms.state.member import Origin
from app.rooms.state.sharing import Sharing, sharings
from app.rooms.steps.commands import Connected, Disconnected, Leave
from tests.support.rooms.table import Table, settings

HERE = Origin("device-1", "network-1", "203.0.113.x")
BESIDE = Origin("device-2", "network-1", "203.0.113.x")
ELSEWHERE = Origin("device-3", "network-2", "198.51.100.x")


def arrive(table: Table, *origins: Origin | None) -> None:
    """The players connect again, from these origins."""
    for number, origin in enumerate(origins):
        table.do(Connected(f"p{number}", f"again{number}", origin))


def shown(table: Table) -> list[object]:
    """What each member sees, which is the same for all."""
    (seen, *others) = [client.view["sharing"] for client in table.clients.values()]
    assert all(other == seen for other in others)
    return list(seen)


def test_f12_the_table_sees_a_shared_device() -> None:
    table = Table.seated(settings(), humans=4)
    arrive(table, HERE, ELSEWHERE, HERE, None)
    assert shown(table) == [{"what": "device", "seats": [0, 2]}]
    assert sharings(table.room) == (Sharing("device", (0, 2)),), "the shared address is not listed again"
    assert "203" not in str([client.frames for client in table.clients.values()])
    assert decode_room(encode_room(table.room)) == table.room


def test_the_table_sees_a_shared_address_only_if_the_room_says_so() -> None:
    for tells, expected in ((False, []), (True, [{"what": "address", "seats": [0, 1]}])):
        table = Table.seated(replace(settings(), tell_addresses=tells), humans=3)
        arrive(table, HERE, BESIDE, ELSEWHERE)
        assert shown(table) == expected
        assert sharings(table.room) == (Sharing("address", (0, 1), "203.0.113.x"),)


def test_it_is_shown_as_long_as_the_players_are_members() -> None:
    table = Table.seated(settings(), humans=3)
    arrive(table, HERE, HERE)
    table.do(Disconnected(1, "again1"))
    assert shown(table), "one phone for two players, used in turns, is shown"
    arrive(table, None, None)
    assert shown(table), "a connection of unknown origin does not hide it"
    table.do(Leave("p1"))
    assert shown(table) == []


def test_an_unknown_origin_shares_nothing() -> None:
    table = Table.seated(settings(), humans=3)
    arrive(table, Origin(), Origin(), None)
    assert shown(table) == []
