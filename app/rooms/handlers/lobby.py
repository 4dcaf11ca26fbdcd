"""The lobby: new rooms, players join, and bots."""

from dataclasses import replace

from app.rooms.state.looks import told_apart
from app.rooms.state.member import Member, Stream
from app.rooms.state.room import Room, seal
from app.rooms.state.settings import RoomSettings
from app.rooms.steps.commands import AddBot, Join, RemoveBot
from app.rooms.steps.draft import Draft
from app.rooms.steps.outcome import Ambient, Reject

BOT_NAMES = ("小万", "小筒", "小条", "小中")
"""The name of a bot, by slot."""


def new_room(
    room_id: str, code: str, owner_player: str, owner_name: str, settings: RoomSettings, ambient: Ambient
) -> Room:
    """A new lobby: the owner is in slot 0, and the commitment of the first hand is made (R60)."""
    owner = Member(0, 0, owner_player, told_apart(owner_name, BOT_NAMES), offline_since=ambient.now)
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
    """Take the first empty slot. Nothing changes for a member.

    Raises Reject: wrong_phase, removed (the owner has removed the player not long ago), room_full.
    A name that looks like that of a member or of a bot gets a number, so that all know who is who.
    """
    if draft.room.by_player(command.player_id) is not None:
        return
    draft.want("lobby")
    gone = draft.room.departure_of(command.player_id)
    if gone is not None and draft.now < gone.until:
        raise Reject("removed")
    others = tuple(each for each in draft.room.departed if each is not gone)
    draft.room = replace(draft.room, departed=others)
    slot = _empty_slot(draft.room)
    name = told_apart(command.name, (*BOT_NAMES, *(member.name for member in draft.room.present)))
    draft.put(Member(slot, slot, command.player_id, name, offline_since=draft.now))
    draft.put_roster()


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


def _empty_slot(room: Room) -> int:
    for slot, member in enumerate(room.members):
        if member is None:
            return slot
    raise Reject("room_full")
