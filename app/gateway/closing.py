"""Why a connection ends. After codes 4000-4499 the client reconnects, after 4500-4999 it does not."""

from enum import IntEnum


class CloseCode(IntEnum):
    """Close codes of the protocol."""

    LEFT = 1000
    BINARY = 1003
    RESTART = 1012
    OVERLOADED = 1013
    TIMEOUT = 4408
    GAP = 4410
    SLOW = 4413
    RATE = 4429
    PROTOCOL = 4500
    SESSION = 4501
    NOT_MEMBER = 4503
    ROOM_OVER = 4504
    REPLACED = 4509
    OUTDATED = 4526


class Closing(Exception):
    """The server closes the connection with ``close``. ``error``: error code to send before it."""

    def __init__(self, close: CloseCode, error: str | None = None) -> None:
        super().__init__(close.name)
        self.close = close
        self.error = error


class ClientGone(Exception):
    """The client has closed the connection or is unreachable."""
