"""Closes a room."""

from dataclasses import replace

from app.rooms.steps.draft import Draft
from app.rooms.steps.outbox import RoomClosed


def close(draft: Draft, reason: str) -> None:
    """Close the room for good. A hand in play is void; a hand that has ended is still booked."""
    if draft.room.phase == "dissolved":
        return
    hand_over = draft.room.phase in {"settling", "between", "ended"}
    match, hands = draft.room.match, draft.room.hand_number - (draft.room.phase == "playing")
    draft.room = replace(
        draft.room,
        phase="dissolved",
        members=tuple(None if m is None else replace(m, asked=None) for m in draft.room.members),
        play=draft.room.play if hand_over else None,
        sealed=None,
        vote=None,
        next_at=None,
    )
    draft.outbox.append(RoomClosed(draft.room.id, reason, match, hands))
