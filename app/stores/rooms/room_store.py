"""Rooms in Redis or Valkey: one script per step, no lock and no owner.

Any worker loads a room, computes the next state and commits it against the version that it has loaded.
"""

from app.stores.rooms.values import Commit, CommitResult, FramesRead, Loaded, StoredFrame
from app.stores.server import keys
from app.stores.server.clock import StoreClock
from app.stores.server.errors import StoreRejected
from app.stores.server.link import Arg, Link, Reply, Script, as_bytes, as_int, as_list

EARLY_MS = 500
"""A step whose time is further in the future is refused."""
LATE_MS = 10_000
"""A step whose time is longer ago is refused."""
ROOM_TTL_MS = 24 * 3600 * 1000
TOMB_TTL_MS = 7 * 24 * 3600 * 1000
FRAMES_KEPT = 1024

_COMMIT = Script("commit")
_CREATE = Script("create")
_DELETE = Script("delete")


class RoomStore:
    """Load, create, commit and delete rooms, and read the frames of each member slot."""

    def __init__(self, link: Link, clock: StoreClock) -> None:
        self._link = link
        self.clock = clock

    async def load(self, room_id: str) -> Loaded | None:
        """The room, or None if it is not in the store. Raises StoreRejected for another room's reply."""
        reply = as_list(await self._link.call("HMGET", keys.room(room_id), "e", "v", "s", "r"))
        epoch, version, blob, owner = reply
        if epoch is None or version is None or blob is None:
            return None
        if owner != room_id.encode():
            raise StoreRejected("the stored room carries another id")
        return Loaded(as_int(epoch), as_int(version), as_bytes(blob))

    async def create(self, room_id: str, epoch: int, blob: bytes, deadline_ms: int | None = None) -> bool:
        """Create the room with version 1 and empty streams. `deadline_ms` is server time.

        False if the room exists, or if it was deleted in this epoch or a later one. A repeated call with
        the same epoch and blob gives True until the first commit.
        """
        shard = keys.shard_of(room_id)
        names = (keys.room(room_id), keys.tomb(room_id), keys.timers(shard), keys.rooms(shard))
        now = await self.clock.fresh_ms()
        args: tuple[Arg, ...] = (room_id, epoch, blob, _or_empty(deadline_ms), ROOM_TTL_MS, now)
        return await self._link.run(_CREATE, names + _streams(room_id), args) == 1

    async def commit(self, step: Commit) -> CommitResult:
        """Write one step completely or not at all, and poke the listeners.

        Raises StoreRejected if the step is malformed or its frames leave a hole in a stream. After
        StoreUnavailable it is unknown whether the step was written: load the room to find out.
        """
        room_id = step.room_id
        shard = keys.shard_of(room_id)
        names = (keys.room(room_id), keys.timers(shard), keys.rooms(shard), keys.outbox(shard))
        args = _commit_args(step, self.clock.ahead_ms)
        verdict = CommitResult(as_int(await self._link.run(_COMMIT, names + _streams(room_id), args)))
        if verdict is CommitResult.CLOCK:
            self.clock.distrust()
        return verdict

    async def delete(self, room_id: str, *, epoch: int = 0, version: int | None = None) -> bool:
        """Delete the room. For 7 days its epoch (or `epoch`, if higher) and older ones cannot be created.

        With `version`: delete only if the room still has that version, else return False.
        Results in the outbox stay, because they are not booked yet.
        """
        shard = keys.shard_of(room_id)
        room = (keys.room(room_id), keys.tomb(room_id), keys.timers(shard), keys.rooms(shard))
        names = (*room, *_streams(room_id), keys.presence(shard), keys.generations(shard))
        args: tuple[Arg, ...] = (room_id, epoch, _or_empty(version), TOMB_TTL_MS)
        return await self._link.run(_DELETE, names, args) == 1

    async def read_frames(
        self, room_id: str, slot: int, after_seq: int, after_hash: str, count: int, *, base: int = 0
    ) -> FramesRead:
        """At most `count` frames after the cursor (`after_seq`, `after_hash`), or a gap.

        The stream must hold the cursor's frame with that hash. A cursor at 0 (start of the stream) or at
        `base` (seq of a snapshot from the state blob) needs no frame.
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
        """The time of the tables in ms. Asks the server only if the known offset is older than 30 s."""
        return await self.clock.fresh_ms()

    async def date_ms(self) -> int:
        """The server's clock in ms, for the books."""
        return await self.clock.date_ms()


def _streams(room_id: str) -> tuple[str, ...]:
    stem = keys.frames(room_id, 0)[:-1]
    return (f"{stem}0", f"{stem}1", f"{stem}2", f"{stem}3")


def _or_empty(number: int | None) -> Arg:
    return "" if number is None else number


def _commit_args(step: Commit, ahead_ms: int) -> list[Arg]:
    args: list[Arg] = [
        step.room_id, step.epoch, step.version, step.blob, step.now_ms, EARLY_MS,
        _or_empty(step.deadline_ms), ROOM_TTL_MS, FRAMES_KEPT, "".join(map(str, step.drop_streams)),
        len(step.frames), len(step.trim_before), len(step.outbox), LATE_MS, ahead_ms,
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
    """The frames, or a gap if the first frame does not follow the cursor."""
    if frames and frames[0].seq != after_seq + 1:
        return FramesRead((), gap=True)
    return FramesRead(tuple(frames))
