"""Rooms in Redis or Valkey: one script per step, no lock and no owner.

Any worker loads a room, computes the next state and commits it against the version it has read.
"""

from app.stores.rooms.values import Commit, CommitResult, FramesRead, Loaded, StoredFrame
from app.stores.server import keys
from app.stores.server.clock import StoreClock
from app.stores.server.errors import StoreRejected
from app.stores.server.link import Arg, Link, Reply, Script, as_bytes, as_int, as_list

MAX_SKEW_MS = 500
ROOM_TTL_MS = 24 * 3600 * 1000
TOMB_TTL_MS = 7 * 24 * 3600 * 1000
FRAMES_KEPT = 1024

_COMMIT = Script("commit")
_CREATE = Script("create")
_DELETE = Script("delete")


class RoomStore:
    """Load, create, commit and delete rooms, and read what was said to each member slot."""

    def __init__(self, link: Link, clock: StoreClock) -> None:
        self._link = link
        self.clock = clock

    async def load(self, room_id: str) -> Loaded | None:
        """The room, or None when it is not here. Raises StoreRejected for a reply of another room."""
        reply = as_list(await self._link.call("HMGET", keys.room(room_id), "e", "v", "s", "r"))
        epoch, version, blob, owner = reply
        if epoch is None or version is None or blob is None:
            return None
        if owner != room_id.encode():
            raise StoreRejected("the stored room carries another id")
        return Loaded(as_int(epoch), as_int(version), as_bytes(blob))

    async def create(self, room_id: str, epoch: int, blob: bytes, deadline_ms: int | None = None) -> bool:
        """Create the room with version 1 and empty streams.

        False when it exists, or when a room of this epoch or a later one was deleted.
        """
        shard = keys.shard_of(room_id)
        names = (keys.room(room_id), keys.tomb(room_id), keys.timers(shard), keys.rooms(shard))
        args: tuple[Arg, ...] = (room_id, epoch, blob, _or_empty(deadline_ms), ROOM_TTL_MS)
        return await self._link.run(_CREATE, names + _streams(room_id), args) == 1

    async def commit(self, step: Commit) -> CommitResult:
        """Write one step, whole or not at all, and poke the listeners.

        Raises StoreRejected when the step is malformed or its frames leave a hole in a stream;
        StoreUnavailable leaves open whether the step was written: load again and look.
        """
        room_id = step.room_id
        shard = keys.shard_of(room_id)
        names = (keys.room(room_id), keys.timers(shard), keys.rooms(shard), keys.outbox(shard))
        verdict = CommitResult(
            as_int(await self._link.run(_COMMIT, names + _streams(room_id), _commit_args(step)))
        )
        if verdict is CommitResult.CLOCK:
            self.clock.distrust()
        return verdict

    async def delete(self, room_id: str, *, epoch: int = 0, version: int | None = None) -> bool:
        """Delete the room and bury its epoch (or `epoch`, if higher) for a week.

        With `version` only a room that still has that version goes; False when it has moved on.
        Results in the outbox stay: they are still to be booked.
        """
        shard = keys.shard_of(room_id)
        room = (keys.room(room_id), keys.tomb(room_id), keys.timers(shard), keys.rooms(shard))
        names = (*room, *_streams(room_id), keys.presence(shard), keys.generations(shard))
        args: tuple[Arg, ...] = (room_id, epoch, _or_empty(version), TOMB_TTL_MS)
        return await self._link.run(_DELETE, names, args) == 1

    async def read_frames(
        self, room_id: str, slot: int, after_seq: int, after_hash: str, count: int, *, base: int = 0
    ) -> FramesRead:
        """At most `count` frames after the cursor (after_seq, after_hash), which is verified.

        The cursor's own entry must exist with that hash. Only a cursor at `base` (the seq of a
        snapshot taken from the state blob; 0 is the start of a stream) may lack it.
        """
        name = keys.frames(room_id, slot)
        reply = await self._link.call("XRANGE", name, f"{after_seq}-0", "+", "COUNT", count + 1)
        found = [_frame(slot, entry) for entry in as_list(reply)]
        if found and found[0].seq == after_seq:
            if found[0].hash != after_hash:
                return FramesRead((), gap=True)
            return _dense(found[1:], after_seq)
        if after_seq not in (0, base):
            return FramesRead((), gap=True)
        return _dense(found[:count], after_seq)

    async def now_ms(self) -> int:
        """Server time in ms; asks the server only when the known offset has aged."""
        return await self.clock.fresh_ms()


def _streams(room_id: str) -> tuple[str, ...]:
    stem = keys.frames(room_id, 0)[:-1]
    return (f"{stem}0", f"{stem}1", f"{stem}2", f"{stem}3")


def _or_empty(number: int | None) -> Arg:
    return "" if number is None else number


def _commit_args(step: Commit) -> list[Arg]:
    args: list[Arg] = [
        step.room_id, step.epoch, step.version, step.blob, step.now_ms, MAX_SKEW_MS,
        _or_empty(step.deadline_ms), ROOM_TTL_MS, FRAMES_KEPT, "".join(map(str, step.drop_streams)),
        len(step.frames), len(step.trim_before), len(step.outbox),
    ]  # fmt: skip
    for frame in step.frames:
        args += (frame.slot, frame.seq, frame.hash.encode() + b"|" + frame.data)
    for slot, seq in step.trim_before.items():
        args += (slot, seq)
    args += step.outbox
    return args


def _frame(slot: int, entry: Reply) -> StoredFrame:
    entry_id, fields = as_list(entry)
    link, _, data = as_bytes(as_list(fields)[1]).partition(b"|")
    return StoredFrame(slot, int(as_bytes(entry_id).partition(b"-")[0]), link.decode(), data)


def _dense(frames: list[StoredFrame], after_seq: int) -> FramesRead:
    """The frames, or a gap when the first does not follow the cursor."""
    if frames and frames[0].seq != after_seq + 1:
        return FramesRead((), gap=True)
    return FramesRead(tuple(frames))
