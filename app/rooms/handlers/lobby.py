"""The lobby: players join and leave, bots, and who owns the room."""

from dataclasses import replace
from typing import NamedTuple

from app.rooms.handlers.matches import go_on_without
from app.rooms.state.member import Member, Stream
from app.rooms.state.room import Room, seal
from app.rooms.state.settings import RoomSettings
from app.rooms.steps.commands import AddBot, Join, Leave, RemoveBot
from app.rooms.steps.draft import Draft
from app.rooms.steps.ending import close
from app.rooms.steps.outcome import Ambient, Reject

BOT_NAMES = ("小万", "小筒", "小条", "小中")
"""The name of a bot, by slot."""


class Succession(NamedTuple):
    """When an offline owner is replaced (server ms), and the slot of the next owner."""

    at: int
    heir: int


def new_room(
    room_id: str, code: str, owner_player: str, owner_name: str, settings: RoomSettings, ambient: Ambient
) -> Room:
    """A new lobby: the owner is in slot 0, and the commitment of the first hand is made (R60)."""
    owner = Member(0, 0, owner_player, owner_name, offline_since=ambient.now)
    players = settings.options.players
    return Room(
        id=room_id,
        code=code,
        owner=0,
        settings=settings,
        members=(owner, *(None,) * (players - 1)),
        streams=(Stream(),) * players,
        sealed=seal(room_id, 1, 1, ambient.entropy),
    )


def join(draft: Draft, command: Join) -> None:
    """Take the first empty slot. Nothing changes for a member. Raises Reject: wrong_phase, room_full."""
    if draft.room.by_player(command.player_id) is not None:
        return
    draft.want("lobby")
    slot = _empty_slot(draft.room)
    draft.put(Member(slot, slot, command.player_id, command.name, offline_since=draft.now))
    draft.put_roster()


def leave(draft: Draft, command: Leave) -> None:
    """Leave. In a lobby the slot is free again; after a match the seat still shows the name.

    When the last player leaves, the room closes. Raises Reject: not_member, wrong_phase.
    """
    member = draft.member(command.player_id)
    draft.want("lobby", "ended")
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


def add_bot(draft: Draft, command: AddBot) -> None:
    """A bot in the first empty slot, or in each. Raises Reject: not_owner, wrong_phase, room_full"""
    draft.owner(command.player_id)
    draft.want("lobby")
    slot = _empty_slot(draft.room)
    empty = [at for at, member in enumerate(draft.room.members) if member is None]
    for at in empty if command.all else [slot]:
        draft.put(Member(at, at, None, BOT_NAMES[at], bot=True))
    draft.put_roster()


def remove_bot(draft: Draft, command: RemoveBot) -> None:
    """The bot at the seat leaves. Raises Reject: not_owner, wrong_phase, no_bot."""
    draft.owner(command.player_id)
    draft.want("lobby")
    member = draft.room.by_seat(command.seat)
    if member is None or not member.bot:
        raise Reject("no_bot")
    members = tuple(None if m is member else m for m in draft.room.members)
    draft.room = replace(draft.room, members=members)
    draft.put_roster()


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


def _heirs(room: Room) -> list[Member]:
    """The players who have not left, except the owner, in slot order from the slot after the owner."""
    order = (*room.members[room.owner + 1 :], *room.members[: room.owner])
    return [member for member in order if member is not None and member.human]


def _empty_slot(room: Room) -> int:
    for slot, member in enumerate(room.members):
        if member is None:
            return slot
    raise Reject("room_full")
