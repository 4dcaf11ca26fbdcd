"""Before a match: who joins and leaves, bots, ready, and who owns the room."""

from dataclasses import replace

from app.rooms.handlers.matches import go_on_without
from app.rooms.state.member import Member, Stream
from app.rooms.state.room import Room, seal
from app.rooms.state.settings import RoomSettings
from app.rooms.steps.commands import AddBot, Join, Leave, RemoveBot
from app.rooms.steps.draft import Draft
from app.rooms.steps.ending import close
from app.rooms.steps.outbox import Roster, RosterEntry
from app.rooms.steps.outcome import Ambient, Outcome, Reject

BOT_NAMES = ("小万", "小筒", "小条", "小中")
"""By slot."""


def new_room(
    room_id: str, code: str, owner_player: str, owner_name: str, settings: RoomSettings, ambient: Ambient
) -> Outcome:
    """A lobby with its owner on slot 0, and the first hand's commitment (R60)."""
    owner = Member(0, 0, owner_player, owner_name, offline_since=ambient.now)
    players = settings.options.players
    room = Room(
        id=room_id,
        code=code,
        owner=0,
        settings=settings,
        members=(owner, *(None,) * (players - 1)),
        streams=(Stream(),) * players,
        sealed=seal(room_id, 1, 1, ambient.entropy),
    )
    entry = RosterEntry(0, 0, owner_player, owner_name, bot=False, left=False)
    return Outcome(room, outbox=(Roster(room_id, 0, (entry,), 0),))


def join(draft: Draft, command: Join) -> None:
    """Take the first empty slot; who is a member already stays as he is."""
    if draft.room.by_player(command.player_id) is not None:
        return
    draft.want("lobby")
    slot = _empty_slot(draft.room)
    draft.put(Member(slot, slot, command.player_id, command.name, offline_since=draft.now))
    draft.tell_roster()


def leave(draft: Draft, command: Leave) -> None:
    """Go: the slot is free again in a lobby, while after a match the seat shows who sat there.

    The last player to go closes the room.
    """
    member = draft.member(command.player_id)
    draft.want("lobby", "ended")
    if draft.room.phase == "lobby":
        members = tuple(None if m is member else m for m in draft.room.members)
        draft.room = replace(draft.room, members=members)
    else:
        draft.put(replace(member, left=True, generation=None, rematch=False, origin=None))
    heirs = [m.slot for m in draft.room.humans]
    if not heirs:
        draft.tell_roster()
        close(draft, "empty")
        return
    if member.slot == draft.room.owner:
        heir = _next_owner(draft.room, online_only=False)
        draft.room = replace(draft.room, owner=heirs[0] if heir is None else heir)
    draft.tell_roster()
    go_on_without(draft)


def add_bot(draft: Draft, command: AddBot) -> None:
    """A bot on the first empty slot, or on all of them. Raises Reject: room_full."""
    draft.owner(command.player_id)
    draft.want("lobby")
    slot = _empty_slot(draft.room)
    empty = [at for at, member in enumerate(draft.room.members) if member is None]
    for at in empty if command.all else [slot]:
        draft.put(Member(at, at, None, BOT_NAMES[at], bot=True))
    draft.tell_roster()


def remove_bot(draft: Draft, command: RemoveBot) -> None:
    """The bot on that seat goes. Raises Reject: no_bot."""
    draft.owner(command.player_id)
    draft.want("lobby")
    member = draft.room.by_seat(command.seat)
    if member is None or not member.bot:
        raise Reject("no_bot")
    members = tuple(None if m is member else m for m in draft.room.members)
    draft.room = replace(draft.room, members=members)
    draft.tell_roster()


def owner_due(room: Room) -> int | None:
    """When the lobby's offline owner is replaced; None if he is here or nobody else is."""
    owner = room.members[room.owner]
    if room.phase != "lobby" or owner is None or owner.offline_since is None:
        return None
    if _next_owner(room, online_only=True) is None:
        return None
    return owner.offline_since + room.settings.pace.owner_ms


def replace_owner(draft: Draft) -> None:
    """The next player who is online owns the room from now on."""
    heir = _next_owner(draft.room, online_only=True)
    if heir is not None:
        draft.room = replace(draft.room, owner=heir)
        draft.tell_roster()


def _next_owner(room: Room, *, online_only: bool) -> int | None:
    """The slot of the next player after the owner, those who are online first."""
    count = len(room.members)
    order = [room.members[(room.owner + step) % count] for step in range(1, count)]
    heirs = [member for member in order if member is not None and member.human]
    online = [member for member in heirs if member.online]
    found = online or ([] if online_only else heirs)
    return found[0].slot if found else None


def _empty_slot(room: Room) -> int:
    for slot, member in enumerate(room.members):
        if member is None:
            return slot
    raise Reject("room_full")
