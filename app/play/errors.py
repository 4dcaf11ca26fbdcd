"""Why a command on a room fails."""

from typing import Literal

from app.stores.server.errors import StoreOverloaded


class RoomMissing(Exception):
    """No room has this id or code."""


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
