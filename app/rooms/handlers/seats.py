"""Who keeps a seat and who owns the room: players leave, are removed, or are offline for too long."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Literal, NamedTuple

from app.rooms.handlers.matches import go_on_without
from app.rooms.state.member import Member
from app.rooms.state.room import Departed, Room, in_slot
from app.rooms.steps.commands import HandOver, Leave, RemovePlayer
from app.rooms.steps.draft import Draft
from app.rooms.steps.ending import close
from app.rooms.steps.outcome import Reject
from app.rules.tiles.tiles import Seat

REMEMBERED: Final = 8
"""Number of players who have lost a seat that a room remembers."""


class Succession(NamedTuple):
    """When an offline owner is replaced (server ms), and the slot of the next owner."""

    at: int
    heir: int


class Lapse(NamedTuple):
    """When an offline player loses the seat (server ms), and the slot."""

    at: int
    slot: int


def leave(draft: Draft, command: Leave) -> None:
    """Leave. In a lobby the slot is free again; after a match the seat still shows the name.

    When the last player leaves, the room closes. Raises Reject: not_member, wrong_phase.
    """
    member = draft.member(command.player_id)
    draft.want("lobby", "ended")
    _vacate(draft, member)


def remove_player(draft: Draft, command: RemovePlayer) -> None:
    """The owner takes a player's seat. The player may not come back for ``barred_ms``.

    Raises Reject: not_owner, wrong_phase, no_player.
    """
    owner = draft.owner(command.player_id)
    draft.want("lobby")
    member = _other_player(draft, owner, command.seat, command.name)
    _note(draft, member, "removed", draft.now + draft.room.settings.pace.barred_ms)
    _vacate(draft, member)


def hand_over(draft: Draft, command: HandOver) -> None:
    """The owner gives the room to a player. Raises Reject: not_owner, wrong_phase, no_player."""
    owner = draft.owner(command.player_id)
    draft.want("lobby")
    replace_owner(draft, _other_player(draft, owner, command.seat, command.name).slot)


def succession(room: Room) -> Succession | None:
    """When an offline owner of a lobby loses it, and to whom; None if the owner or nobody is online."""
    owner = room.members[room.owner]
    if room.phase != "lobby" or owner is None or owner.offline_since is None:
        return None
    heir = next((member.slot for member in _heirs(room) if member.online), None)
    return None if heir is None else Succession(owner.offline_since + room.settings.pace.owner_ms, heir)


def replace_owner(draft: Draft, heir: int) -> None:
    """The player in the slot ``heir`` owns the room."""
    draft.room = replace(draft.room, owner=heir)
    draft.put_roster()


def lapses(room: Room) -> Iterator[Lapse]:
    """When offline players lose their seats because others wait for them.

    In a lobby those who are online wait. After a match those wait who are online and want another match; a
    player who wants it too, but is offline, keeps the seat.
    """
    if not any(member.online and (room.phase == "lobby" or member.rematch) for member in _waiting(room)):
        return
    for member in _waiting(room):
        if member.offline_since is not None and not member.rematch:
            yield Lapse(member.offline_since + room.settings.pace.away_ms, member.slot)


def lapse(draft: Draft, slot: int) -> None:
    """The player in the slot has been offline for too long: the seat is free. They may come back at once."""
    member = in_slot(draft.room, slot)
    _note(draft, member, "away", draft.now)
    _vacate(draft, member)


def _waiting(room: Room) -> Iterator[Member]:
    return room.humans if room.phase in {"lobby", "ended"} else iter(())


def _other_player(draft: Draft, owner: Member, seat: Seat, name: str) -> Member:
    """The name goes with the seat, so that nobody else is meant if the seat has changed hands meanwhile."""
    member = draft.room.by_seat(seat)
    if member is None or not member.human or member.slot == owner.slot or member.name != name:
        raise Reject("no_player")
    return member


def _note(draft: Draft, member: Member, why: Literal["removed", "away"], until: int) -> None:
    gone = Departed(member.player_id or "", member.name, why, draft.room.match, until)
    draft.room = replace(draft.room, departed=(*draft.room.departed, gone)[-REMEMBERED:])


def _vacate(draft: Draft, member: Member) -> None:
    if draft.room.phase == "lobby":
        members = tuple(None if m is member else m for m in draft.room.members)
        draft.room = replace(draft.room, members=members)
    else:
        draft.put(replace(member, left=True, generation=None, rematch=False, origin=None))
    heirs = _heirs(draft.room)
    if not any(draft.room.humans):
        draft.put_roster()
        close(draft, "empty")
        return
    if member.slot == draft.room.owner:
        draft.room = replace(draft.room, owner=min(heirs, key=lambda heir: not heir.online).slot)
    draft.put_roster()
    go_on_without(draft)


def _heirs(room: Room) -> list[Member]:
    """The players who have not left, except the owner, in slot order from the slot after the owner."""
    order = (*room.members[room.owner + 1 :], *room.members[: room.owner])
    return [member for member in order if member is not None and member.human]
