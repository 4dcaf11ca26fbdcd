"""Players of one room who sit at one device, or behind one address."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

from app.rooms.member import Member
from app.rooms.room import Room
from app.rules.tiles import Seat


@dataclass(frozen=True, slots=True)
class Sharing:
    """``seats`` have the same ``what``. ``shown``: the address without its end; None for a device."""

    what: Literal["device", "address"]
    seats: tuple[Seat, ...]
    shown: str | None = None


def sharings(room: Room) -> tuple[Sharing, ...]:
    """Who shares a device, then who shares an address; not again those who share the device as well."""
    here = sorted(room.humans, key=lambda member: member.seat)
    devices = [Sharing("device", _seats(group)) for group in _groups(here, "device")]
    known = {each.seats for each in devices}
    addresses = [
        Sharing("address", _seats(group), group[0].origin.shown if group[0].origin else None)
        for group in _groups(here, "network")
        if _seats(group) not in known
    ]
    return (*devices, *addresses)


def _groups(members: list[Member], mark: Literal["device", "network"]) -> list[list[Member]]:
    found: defaultdict[str, list[Member]] = defaultdict(list)
    for member in members:
        if member.origin is not None:
            value = member.origin.device if mark == "device" else member.origin.network
            if value is not None:
                found[value].append(member)
    return [group for group in found.values() if len(group) > 1]


def _seats(members: list[Member]) -> tuple[Seat, ...]:
    return tuple(member.seat for member in members)
