"""Why a room cannot be had."""


class RoomMissing(Exception):
    """There is no such room."""


class RoomOver(Exception):
    """The room is closed; its hands are in the history. ``reason`` says why."""

    def __init__(self, reason: str | None) -> None:
        super().__init__(reason or "closed")
        self.reason = reason


class Busy(Exception):
    """The room cannot be served just now: others were faster every time, or a newer program wrote it."""
