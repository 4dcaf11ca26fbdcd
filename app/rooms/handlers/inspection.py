"""Records that the operator looks at the tiles of all seats. Each seat sees it."""

from dataclasses import replace

from app.rooms.steps.commands import Inspect
from app.rooms.steps.draft import Draft
from app.rooms.steps.outcome import Reject


def inspect(draft: Draft, command: Inspect) -> None:
    """Record the time until the next deal. Raises Reject (no_hand) if this hand is not in play."""
    room, play = draft.room, draft.room.play
    in_play = room.phase == "playing" and (room.match, room.hand_number) == (command.match, command.hand)
    if play is None or not in_play:
        raise Reject("no_hand")
    draft.room = replace(room, play=replace(play, inspected_at=draft.now))
