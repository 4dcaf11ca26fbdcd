"""WebSockets whose frames have a budget: text, pings, pongs and fragments, before and after the hello."""

import asyncio
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from app.gateway.limits import BURST, MESSAGE_BYTES, MESSAGES_PER_SECOND
from app.kit.bucket import Bucket
from app.telemetry import metrics

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

BYTES_AT_ONCE: Final = 2 * BURST * MESSAGE_BYTES
BYTES_PER_SECOND: Final = 2 * MESSAGES_PER_SECOND * MESSAGE_BYTES
FRAMES_AT_ONCE: Final = 6 * BURST
FRAMES_PER_SECOND: Final = 3 * MESSAGES_PER_SECOND
"""Twice the bytes that the messages of a client may have, and more frames: it may divide a message and ping.

``MessageBudget`` tells a client that it sends too much. These budgets protect the process from one that does
not listen.
"""
UNSENT_BYTES: Final = 262_144
"""The most bytes that wait for a client to read them. From 64 KiB on messages wait, but pongs do not."""
LAST_WORDS_S: Final = 4.0
"""How long a client that is being closed may take to read the close frame and to answer it."""
_SLICE: Final = 512
"""Bytes for the parser between two looks at the budget. They hold at most 85 frames."""


class BudgetedSocket(WebSocketsSansIOProtocol):
    """uvicorn's protocol with budgets. A client beyond one of them is dropped without a close frame.

    uvicorn answers every ping and collects every fragment, as many as come. The application only sees whole
    messages. It hears of a drop as of any lost connection.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        now = self.loop.time()
        self._bytes = Bucket(BYTES_AT_ONCE, BYTES_PER_SECOND, now)
        self._frames = Bucket(FRAMES_AT_ONCE, FRAMES_PER_SECOND, now)
        self._last_words: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Pass on small slices while the budget lasts."""
        if not self.handshake_initiated:
            self._shake_hands(data)
            return
        if not self.handshake_complete:
            self._drop("early")
            return
        for start in range(0, len(data), _SLICE):
            part = data[start : start + _SLICE]
            if self.transport.is_closing():
                break
            if not self._bytes.spend(len(part), self.loop.time()):
                self._drop("bytes")
                break
            super().data_received(part)
        self._hurry()

    def handle_events(self) -> None:
        """Count the frames of a slice, then handle them."""
        if self.handshake_complete and not self._frames.spend(len(self.conn.events), self.loop.time()):
            self._drop("frames")
            return
        super().handle_events()
        if self.transport.get_write_buffer_size() > UNSENT_BYTES:
            self._drop("unread")

    def send_receive_event_to_app(self) -> None:
        """Pass a message on. Text that is no UTF-8 closes with 1007; uvicorn would log it as an error."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_text(self.frames):
            self.conn.fail(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    async def send(self, message: "ASGISendEvent") -> None:
        """Send. A close frame queues behind what is unsent; the client has LAST_WORDS_S to answer it."""
        if message["type"] == "websocket.close" and self.handshake_complete:
            self.writable.set()
        await super().send(message)
        if self.close_timer is not None and self._last_words is None:
            self.close_timer.cancel()
            self.close_timer = self._last_words = self.loop.call_later(LAST_WORDS_S, self.transport.abort)

    async def run_asgi(self) -> None:
        """Serve. An end without a close frame does not wait for the client either."""
        await super().run_asgi()
        self._hurry()

    def keepalive_timeout(self) -> None:
        """Close because a ping has no answer."""
        super().keepalive_timeout()
        self._hurry()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer and pass on."""
        if self._last_words is not None:
            self._last_words.cancel()
        super().connection_lost(exc)

    def _shake_hands(self, head: bytes) -> None:
        """Parse the head of the request. End the connection if it cannot be used: nobody else does."""
        super().data_received(head)
        if not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
            self._hurry()

    def _hurry(self) -> None:
        """A closing transport waits until its client has read everything: limit this time."""
        waits = self._last_words is not None and not self._last_words.cancelled()
        if self.transport.is_closing() and not waits and not self.disconnected:
            self._last_words = self.loop.call_later(LAST_WORDS_S, self.transport.abort)

    def _drop(self, why: metrics.Drop) -> None:
        metrics.connection_dropped(why)
        self.stop_keepalive()
        self.transport.abort()


def _is_text(frames: list[bytes]) -> bool:
    try:
        b"".join(frames).decode()
    except UnicodeDecodeError:
        return False
    return True
