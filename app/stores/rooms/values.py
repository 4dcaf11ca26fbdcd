"""Values that cross the border of the room store: bytes, versions and verdicts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum


@dataclass(frozen=True, slots=True)
class Loaded:
    """A room as stored: its epoch, its version (1 when created) and its state blob."""

    epoch: int
    version: int
    blob: bytes


@dataclass(frozen=True, slots=True)
class StoredFrame:
    """One frame of one member slot (0..3). `hash` is its link of the chain and holds no "|"."""

    slot: int
    seq: int
    hash: str
    data: bytes


@dataclass(frozen=True, slots=True)
class FramesRead:
    """Frames after a cursor, dense and in order. `gap`: the cursor is unknown here, take a snapshot."""

    frames: tuple[StoredFrame, ...]
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Commit:
    """One step of a room, written whole or not at all.

    `version` is the version the step was made from; the room then has `version + 1`.
    `frames` of a slot continue its stream without a hole. `deadline_ms` (server ms) replaces the
    timer, None removes it. `outbox` holds results to be booked. `trim_before` maps a slot to the
    lowest seq to keep. `drop_streams` are slots whose stream is cut before the frames are added.
    `now_ms` is the server time the step was reduced at.
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
    """Verdict of the commit script; everything but OK has written nothing."""

    OK = 0
    CONFLICT = 1  # somebody else was faster: load again and reduce again
    EPOCH = 2  # the room was rebuilt since: the state in hand belongs to the past
    CLOCK = 3  # the caller's idea of the server time is off by more than 500 ms
    GONE = 4  # the room is not here: rebuild it or report it as over
