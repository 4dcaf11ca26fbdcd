"""Players of one room who sit at one device, or behind one address."""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from app.rooms.state.member import Origin
from app.rooms.state.room import Room
from app.rules.tiles.tiles import Seat

_Seated: TypeAlias = tuple[Seat, Origin]


@dataclass(frozen=True, slots=True)
class Sharing:
    """``seats`` have the same ``what``. ``shown``: the address without its end; None for a device."""

    what: Literal["device", "address"]
    seats: tuple[Seat, ...]
    shown: str | None = None


def sharings(room: Room) -> tuple[Sharing, ...]:
    """Who shares a device, then who shares an address; not again those who share the device as well."""
    return _sharings(tuple((each.seat, each.origin) for each in room.humans if each.origin is not None))


# Every frame of a room asks for it, and it changes when somebody comes.
@lru_cache(maxsize=1024)
def _sharings(seated: tuple[_Seated, ...]) -> tuple[Sharing, ...]:
    here = sorted(seated, key=lambda each: each[0])
    devices = [Sharing("device", _seats(group)) for group in _groups(here, "device")]
    known = {each.seats for each in devices}
    addresses = [
        Sharing("address", _seats(group), group[0][1].shown)
        for group in _groups(here, "network")
        if _seats(group) not in known
    ]
    return (*devices, *addresses)


def _groups(seated: list[_Seated], mark: Literal["device", "network"]) -> list[list[_Seated]]:
    found: defaultdict[str, list[_Seated]] = defaultdict(list)
    for seat, origin in seated:
        value = origin.device if mark == "device" else origin.network
        if value is not None:
            found[value].append((seat, origin))
    return [group for group in found.values() if len(group) > 1]


def _seats(group: list[_Seated]) -> tuple[Seat, ...]:
    return tuple(seat for seat, _ in group)
