"""Rebuilds rooms from the database when the store has lost them."""

import logging
from collections.abc import Callable

import msgspec

from app.db import Database
from app.db.hands import history, rooms
from app.db.hands.records import RebuildData
from app.play.books.saved import saved_room
from app.play.errors import RoomMissing, RoomOver, RoomUnreadable
from app.rooms.handlers.clocks import next_deadline
from app.rooms.rebuild import SavedRoom, rebuild_room
from app.rooms.state.codec import encode_room
from app.rooms.steps.outcome import Ambient
from app.rules.options.options import OptionError
from app.stores.codes import Codes
from app.stores.rooms.room_store import RoomStore
from app.telemetry import metrics
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)


class Rebuild:
    """Rebuilds rooms. ``entropy`` returns 32 fresh secret bytes."""

    def __init__(self, store: RoomStore, db: Database, codes: Codes, entropy: Callable[[], bytes]) -> None:
        self._store = store
        self._db = db
        self._codes = codes
        self._entropy = entropy

    async def rebuild(self, room_id: str) -> None:
        """Create the room in the store as of its last booked hand, unless another worker has created it.

        The hand in play is void. The epoch in the database grows first, so commits of the old state fail.
        Raises RoomMissing, RoomUnreadable if the row is damaged, RoomOver, StoreError, DatabaseUnavailable.
        """
        async with self._db.read() as tx:
            known = await rooms.by_id(tx, room_id)
        if known is None:
            raise RoomMissing(room_id)
        if not known.open:
            raise RoomOver(known.close_reason)
        async with self._db.write() as tx:
            data = await history.rebuild_data(tx, room_id)
            if data is None or not data.room.open:
                raise RoomOver(data.room.close_reason if data is not None else None)
            saved = _saved(data)
            epoch = await rooms.bump_epoch(tx, room_id)
        room = rebuild_room(saved, Ambient(await self._store.now_ms(), self._entropy()))
        if await self._store.create(room_id, epoch, encode_room(room), next_deadline(room)):
            await self._codes.reserve(room.code, room_id)
            metrics.room_rebuilt()
            _log.warning("room rebuilt", extra=fields(room=room_id, epoch=epoch, match=room.match))


def _saved(data: RebuildData) -> SavedRoom:
    try:
        return saved_room(data)
    except (msgspec.ValidationError, OptionError) as error:
        _log.warning("unreadable row of a room", extra=fields(room=data.room.id, reason=str(error)))
        raise RoomUnreadable(data.room.id, 0) from error
