"""Why a command on a room fails."""

from typing import Literal

from app.stores.server.errors import StoreOverloaded


class RoomMissing(Exception):
    """No room has this id or code."""


class RoomUnreadable(RoomMissing):
    """Nobody can read the room: its bytes, or its row in the database, are damaged.

    For its players it does not exist. The operator sees it as stuck and can dissolve it. ``version``: of the
    bytes in the store.
    """

    def __init__(self, room_id: str, version: int) -> None:
        super().__init__(room_id)
        self.version = version


class RoomOver(Exception):
    """The room is closed. ``reason`` says why; the history keeps its hands."""

    def __init__(self, reason: str | None) -> None:
        super().__init__(reason or "closed")
        self.reason = reason


class Busy(Exception):
    """Other commands changed the room first at every attempt. Try again."""


class NewerProgram(Busy):
    """A newer program wrote the room or the outbox entry. Its workers serve it, so trying again helps."""


def storage_code(error: Exception) -> Literal["overloaded", "store_unavailable"]:
    """The code for players of a StoreError or DatabaseUnavailable: ``overloaded`` if the store is full."""
    return "overloaded" if isinstance(error, StoreOverloaded) else "store_unavailable"
