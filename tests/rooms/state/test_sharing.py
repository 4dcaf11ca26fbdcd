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
    """Players connect anew, from there."""
    for number, origin in enumerate(origins):
        table.do(Connected(f"p{number}", f"again{number}", origin))


def told(table: Table) -> list[object]:
    """What every member sees of it, which is the same."""
    (seen, *others) = [client.view["sharing"] for client in table.clients.values()]
    assert all(other == seen for other in others)
    return list(seen)


def test_f12_one_device_is_told_to_the_table() -> None:
    table = Table.seated(settings(), humans=4)
    arrive(table, HERE, ELSEWHERE, HERE, None)
    assert told(table) == [{"what": "device", "seats": [0, 2]}]
    assert sharings(table.room) == (Sharing("device", (0, 2)),), "the address says nothing more"
    assert "203" not in str([client.frames for client in table.clients.values()])
    assert decode_room(encode_room(table.room)) == table.room


def test_one_address_is_for_the_operator_unless_the_room_tells() -> None:
    for tells, expected in ((False, []), (True, [{"what": "address", "seats": [0, 1]}])):
        table = Table.seated(replace(settings(), tell_addresses=tells), humans=3)
        arrive(table, HERE, BESIDE, ELSEWHERE)
        assert told(table) == expected
        assert sharings(table.room) == (Sharing("address", (0, 1), "203.0.113.x"),)


def test_it_lasts_as_long_as_they_sit_there() -> None:
    table = Table.seated(settings(), humans=3)
    arrive(table, HERE, HERE)
    table.do(Disconnected(1, "again1"))
    assert told(table), "one phone for two is shown in turns"
    arrive(table, None, None)
    assert told(table), "a connection that does not say does not hide it"
    table.do(Leave("p1"))
    assert told(table) == []


def test_who_is_not_known_shares_nothing() -> None:
    table = Table.seated(settings(), humans=3)
    arrive(table, Origin(), Origin(), None)
    assert told(table) == []
