"""What goes into and comes out of the room store: bytes, versions and verdicts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum


@dataclass(frozen=True, slots=True)
class Loaded:
    """A stored room: its epoch, its version (1 at creation) and its state blob."""

    epoch: int
    version: int
    blob: bytes


@dataclass(frozen=True, slots=True)
class StoredFrame:
    """One frame of one member slot (0..3). `hash` is its link in the hash chain and contains no "|"."""

    slot: int
    seq: int
    hash: str
    data: bytes


@dataclass(frozen=True, slots=True)
class FramesRead:
    """Frames after a cursor, without holes. `gap`: the stream does not hold the cursor; use a snapshot."""

    frames: tuple[StoredFrame, ...]
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Commit:
    """One step of a room, written completely or not at all.

    `version`: version that the step was computed from; the commit makes it `version + 1`.
    `now_ms`: server time (ms) that the step was computed for.
    `frames`: new frames; those of a slot continue its stream without a hole.
    `deadline_ms`: the room's timer in server ms; None removes the timer.
    `outbox`: results to be booked.
    `trim_before`: per slot the lowest seq to keep.
    `drop_streams`: slots whose stream is deleted before the frames are added.
    """

    room_id: str
    epoch: int
    version: int
    blob: bytes
    now_ms: int
    frames: tuple[StoredFrame, ...] = ()
    deadline_ms: int | None = None
    outbox: tuple[bytes, ...] = ()
    trim_before: Mapping[int, int] = field(default_factory=dict)
    drop_streams: tuple[int, ...] = ()


class CommitResult(IntEnum):
    """Verdict of the commit script. Every verdict but OK means that nothing was written."""

    OK = 0
    CONFLICT = 1  # the room has another version: load it and compute the step again
    EPOCH = 2  # the room was rebuilt: the step belongs to an earlier epoch
    CLOCK = 3  # `now_ms` differs from the server time by more than 500 ms
    GONE = 4  # the store does not have the room: rebuild it or report that it is over
