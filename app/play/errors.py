"""Why a command on a room fails."""


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
