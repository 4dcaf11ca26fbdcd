"""The stream of frames of one member, read by cursor at start, in play and after a reconnect."""

from typing import Final

from app.gateway.closing import CloseCode, Closing
from app.gateway.pipe import Pipe
from app.play.service import Held
from app.rooms.state.member import NO_HASH
from app.stores.rooms.room_store import RoomStore
from app.wire.messages.client import Cursor
from app.wire.render.render import render_snapshot

BATCH: Final = 64


class SeatStream:
    """The position of one connection in the stream of its slot."""

    def __init__(self, store: RoomStore, pipe: Pipe, room_id: str, slot: int) -> None:
        self._store = store
        self._pipe = pipe
        self._room_id = room_id
        self._slot = slot
        self._seq = 0
        self._hash = NO_HASH
        self._base = 0

    async def resume(self, cursor: Cursor | None, epoch: int) -> bool:
        """Continue after ``cursor``. False if the stream does not contain it."""
        if cursor is None or cursor.epoch != epoch:
            return False
        if cursor.seq == 0 and cursor.hash != NO_HASH:
            return False
        read = await self._store.read_frames(self._room_id, self._slot, cursor.seq, cursor.hash, 1)
        if read.gap:
            return False
        self._seq, self._hash = cursor.seq, cursor.hash
        return True

    async def start(self, held: Held) -> None:
        """Send a snapshot of ``held``. The frames after that state follow."""
        snapshot = render_snapshot(held.room, self._slot)
        await self._pipe.send(snapshot)
        self._seq, self._hash, self._base = snapshot.seq, snapshot.hash, snapshot.seq

    async def pull(self) -> int:
        """Send the new frames. Returns their number. Raises Closing GAP if the stream lacks the position."""
        sent = 0
        while True:
            read = await self._store.read_frames(
                self._room_id, self._slot, self._seq, self._hash, BATCH, base=self._base
            )
            if read.gap:
                raise Closing(CloseCode.GAP)
            for frame in read.frames:
                await self._pipe.send_text(frame.data.decode())
                self._seq, self._hash = frame.seq, frame.hash
            sent += len(read.frames)
            if len(read.frames) < BATCH:
                return sent
