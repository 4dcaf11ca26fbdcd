"""Builds the commit of a step: the next room, the frames of its members, and its outbox entries."""

from dataclasses import dataclass
from typing import Final

from app.play.books.bookings import encode_booking, order_of
from app.rooms.handlers.clocks import next_deadline
from app.rooms.state.codec import encode_room
from app.rooms.state.room import Room
from app.rooms.steps.outcome import Outcome, Reply
from app.stores.rooms.values import Commit, StoredFrame
from app.telemetry import trace
from app.wire.render.render import render_step

FRAMES_BEHIND: Final = 300


@dataclass(frozen=True, slots=True)
class RoomStep:
    """A step ready to be committed: the room as it will be stored, the reply, and the commit."""

    room: Room
    reply: Reply | None
    commit: Commit


def make_step(before: Room, outcome: Outcome, epoch: int, version: int, now: int) -> RoomStep:
    """Build the step from ``before``, which has ``version``. ``now``: time of the reduction (server ms)."""
    rendered = render_step(before, outcome)
    room = rendered.room
    order = order_of(epoch, version + 1)
    commit = Commit(
        room_id=room.id,
        epoch=epoch,
        version=version,
        blob=encode_room(room),
        now_ms=now,
        frames=tuple(StoredFrame(frame.slot, frame.seq, frame.hash, frame.data) for frame in rendered.frames),
        deadline_ms=next_deadline(room),
        outbox=tuple(encode_booking(order, item, trace.current()) for item in outcome.outbox),
        trim_before=_trims(before, room),
        drop_streams=rendered.dropped,
    )
    return RoomStep(room, rendered.reply, commit)


def _trims(before: Room, after: Room) -> dict[int, int]:
    """With each deal, the lowest seq to keep by slot. A client with an older cursor gets a snapshot."""
    if (before.match, before.hand_number) == (after.match, after.hand_number):
        return {}
    return {
        slot: stream.seq - FRAMES_BEHIND
        for slot, stream in enumerate(after.streams)
        if stream.seq > FRAMES_BEHIND
    }
