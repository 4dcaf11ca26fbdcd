"""Finds players of one room who use the same device or the same address."""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from app.rooms.state.member import Origin
from app.rooms.state.room import Room
from app.rules.tiles.tiles import Seat


class _Seated(NamedTuple):
    """A seat and the origin of its player."""

    seat: Seat
    origin: Origin


@dataclass(frozen=True, slots=True)
class Sharing:
    """``seats`` have the same ``what``. ``shown``: the address without its last part; None for a device."""

    what: Literal["device", "address"]
    seats: tuple[Seat, ...]
    shown: str | None = None


def sharings(room: Room) -> tuple[Sharing, ...]:
    """The groups by device, then the groups by address that are not already a group by device."""
    return _sharings(
        tuple(_Seated(each.seat, each.origin) for each in room.humans if each.origin is not None)
    )


# Cached, because each frame of a room needs it and it changes only when a player connects or leaves.
@lru_cache(maxsize=1024)
def _sharings(seated: tuple[_Seated, ...]) -> tuple[Sharing, ...]:
    here = sorted(seated, key=lambda each: each.seat)
    devices = [Sharing("device", _seats(group)) for group in _groups(here, "device")]
    known = {each.seats for each in devices}
    addresses = [
        Sharing("address", _seats(group), group[0].origin.shown)
        for group in _groups(here, "network")
        if _seats(group) not in known
    ]
    return (*devices, *addresses)


def _groups(seated: list[_Seated], mark: Literal["device", "network"]) -> list[list[_Seated]]:
    found: defaultdict[str, list[_Seated]] = defaultdict(list)
    for each in seated:
        value = each.origin.device if mark == "device" else each.origin.network
        if value is not None:
            found[value].append(each)
    return [group for group in found.values() if len(group) > 1]


def _seats(group: list[_Seated]) -> tuple[Seat, ...]:
    return tuple(each.seat for each in group)
