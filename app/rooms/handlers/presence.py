"""Who is online. A connection is known by its generation, so an old one cannot speak for a new one."""

from dataclasses import replace

from app.rooms.handlers.matches import waiting_time
from app.rooms.steps.commands import Connected, Disconnected
from app.rooms.steps.draft import Draft


def connected(draft: Draft, command: Connected) -> None:
    """The newest connection counts. A table that has waited for somebody to come goes on."""
    member = draft.member(command.player_id)
    origin = command.origin or member.origin
    draft.put(replace(member, generation=command.generation, offline_since=None, origin=origin))
    if draft.room.phase == "between" and draft.room.next_at is None:
        draft.room = replace(draft.room, next_at=waiting_time(draft))


def disconnected(draft: Draft, command: Disconnected) -> None:
    """Offline is not gone: the seat stays his, his clock runs. With nobody online no new hand is dealt."""
    slots = draft.room.members
    member = slots[command.slot] if 0 <= command.slot < len(slots) else None
    if member is None or member.generation != command.generation:
        return
    draft.put(replace(member, generation=None, offline_since=draft.now))
    if draft.room.phase == "between" and waiting_time(draft) is None:
        draft.room = replace(draft.room, next_at=None)
