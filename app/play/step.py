"""What one step writes: the next room, the heads of its streams, and a frame for each who sees it."""

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

import msgspec

from app.play.bookings import encode_booking, order_of
from app.rooms.clocks import next_deadline
from app.rooms.codec import encode_room
from app.rooms.member import Member, Stream
from app.rooms.outcome import Outcome
from app.rooms.room import Room
from app.stores.values import Commit, Frame
from app.wire.render import render_frame

FRAMES_BEHIND: Final = 300


@dataclass(frozen=True, slots=True)
class Step:
    """A step ready to be committed: the room as it will be stored, and the commit itself."""

    room: Room
    commit: Commit


def chained(link: str, frame: bytes) -> str:
    """The next link of a hash chain: 16 hex digits over the link before and the bytes of the frame."""
    return sha256(link.encode() + frame).hexdigest()[:16]


def sees_frames(member: Member | None) -> bool:
    """Whether a slot has somebody to send frames to."""
    return member is not None and member.human


def make_step(before: Room, outcome: Outcome, epoch: int, version: int, now: int) -> Step:
    """The step from ``before`` at ``version``. Whoever joins starts a stream of his own."""
    after = outcome.room
    streams = list(after.streams)
    frames: list[Frame] = []
    for slot, member in enumerate(after.members):
        if not sees_frames(member):
            continue
        head = streams[slot]
        frame = render_frame(before, outcome, slot, head.seq + 1)
        if frame is None:
            continue
        data = msgspec.json.encode(frame)
        streams[slot] = Stream(frame.seq, chained(head.hash, data))
        frames.append(Frame(slot, frame.seq, streams[slot].hash, data))
    stored = replace(after, streams=tuple(streams))
    order = order_of(epoch, version + 1)
    commit = Commit(
        room_id=after.id,
        epoch=epoch,
        version=version,
        blob=encode_room(stored),
        now_ms=now,
        frames=tuple(frames),
        deadline_ms=next_deadline(stored),
        outbox=tuple(encode_booking(order, item) for item in outcome.outbox),
        trim_before=_trims(before, stored),
        drop_streams=_new_owners(before, after),
    )
    return Step(stored, commit)


def _new_owners(before: Room, after: Room) -> tuple[int, ...]:
    """Slots that belong to somebody else than before: he must not read what was said to the other."""
    return tuple(
        slot
        for slot, (old, new) in enumerate(zip(before.members, after.members, strict=True))
        if (old.player_id if old else None) != (new.player_id if new else None)
    )


def _trims(before: Room, after: Room) -> dict[int, int]:
    """With each deal the frames of earlier hands go; a cursor that old gets a snapshot."""
    if (before.match, before.hand_number) == (after.match, after.hand_number):
        return {}
    return {
        slot: stream.seq - FRAMES_BEHIND
        for slot, stream in enumerate(after.streams)
        if stream.seq > FRAMES_BEHIND
    }
