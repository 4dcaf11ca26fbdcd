"""Works on rooms one by one, so that a room that is broken costs the others nothing."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import Final, TypeVar

from app.db import DatabaseUnavailable
from app.play.errors import Busy, RoomMissing, RoomOver
from app.stores.server.errors import StoreOverloaded, StoreUnavailable
from app.telemetry import metrics
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
T = TypeVar("T")
_EXPECTED: Final = (RoomMissing, RoomOver, Busy)
_OF_ALL: Final = (StoreUnavailable, StoreOverloaded, DatabaseUnavailable)
_MOST_TOLD: Final = 1_000


class EachRoom:
    """Keeps the faults of single rooms apart, for one loop with a ``name``."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._told: set[tuple[str, str]] = set()

    async def one(self, room_id: str, work: Awaitable[T]) -> T | None:
        """Await the work on one room. None if it failed.

        A room that is gone or busy is no fault. Any other fault is counted, and logged the first time.
        Raises StoreUnavailable, StoreOverloaded, DatabaseUnavailable: these concern all rooms.
        """
        try:
            return await work
        except _OF_ALL:
            raise
        except _EXPECTED as error:
            _log.debug("room passed over", extra=fields(room=room_id, reason=type(error).__name__))
        except Exception as error:
            metrics.room_failed(self._name)
            self._tell(room_id, error)
        # A room whose work never waits must not keep the others waiting either.
        await asyncio.sleep(0)
        return None

    def _tell(self, room_id: str, error: Exception) -> None:
        fault = (room_id, type(error).__name__)
        if fault in self._told:
            return
        if len(self._told) >= _MOST_TOLD:
            self._told.clear()
        self._told.add(fault)
        _log.error("a room failed", exc_info=error, extra=fields(loop=self._name, room=room_id))
