"""Closes HTTP connections that send no request, or send one too slowly."""

import asyncio
from typing import Final, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S: Final = 10.0
"""Longest time for the head of a request. It counts from the first byte, or from the new connection."""


class HastyH11(H11Protocol):
    """uvicorn's protocol with a time limit for the head of a request.

    uvicorn has no such limit, so a silent client could keep its socket for ever. ``timeout_keep_alive`` of
    uvicorn limits the time between two requests. ``BodyLimit`` limits the time for a body.
    """

    head_s: float = HEAD_S
    _timer: asyncio.TimerHandle | None = None
    _upgraded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the timer for the first request."""
        super().connection_made(cast("asyncio.Transport", transport))
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Stop the timer if the head is complete. Otherwise start it, if it does not run yet."""
        super().data_received(data)
        if self._upgraded or (self.cycle is not None and not self.cycle.response_complete):
            self._stop()
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer for good."""
        self._upgraded = True
        self._stop()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Stop the timer for good: the gateway has its own time limits for a WebSocket.

        The protocol of the socket gets what came after the head too; uvicorn would lose it.
        """
        self._upgraded = True
        self._stop()
        super().handle_websocket_upgrade(event)
        after, _ = self.conn.trailing_data
        if after:
            cast("asyncio.Protocol", self.transport.get_protocol()).data_received(after)

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self.head_s, self.transport.close)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
