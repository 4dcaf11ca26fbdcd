"""Who is online. Each connection has a generation, so the end of an old one does not end a new one."""

from dataclasses import replace

from app.rooms.handlers.matches import waiting_time
from app.rooms.steps.commands import Connected, Disconnected
from app.rooms.steps.draft import Draft


def connected(draft: Draft, command: Connected) -> None:
    """The player is online. If no player was online between hands, the wait for the next hand starts.

    The first player who is online in a lobby gives the others time to come: at least ``absent_ms``.
    """
    member = draft.member(command.player_id)
    origin = command.origin or member.origin
    if draft.room.phase == "lobby" and not any(m.online for m in draft.room.humans):
        _give_time(draft)
    draft.put(replace(member, generation=command.generation, offline_since=None, origin=origin))
    if draft.room.phase == "between" and draft.room.next_at is None:
        draft.room = replace(draft.room, next_at=waiting_time(draft))


def _give_time(draft: Draft) -> None:
    pace = draft.room.settings.pace
    earliest = draft.now - max(0, pace.away_ms - pace.absent_ms)
    for member in draft.room.humans:
        draft.put(replace(member, offline_since=max(member.offline_since or 0, earliest)))


def disconnected(draft: Draft, command: Disconnected) -> None:
    """The player is offline: the seat stays, the clock runs on. With no player online no hand is dealt."""
    slots = draft.room.members
    member = slots[command.slot] if 0 <= command.slot < len(slots) else None
    if member is None or member.generation != command.generation:
        return
    draft.put(replace(member, generation=None, offline_since=draft.now))
    if draft.room.phase == "between" and waiting_time(draft) is None:
        draft.room = replace(draft.room, next_at=None)
