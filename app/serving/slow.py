"""Closes HTTP connections that send no request, or send one too slowly, or are too many."""

import asyncio
from typing import ClassVar, Final, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from app.kit.crowd import Crowd, Waiting
from app.telemetry import metrics

HEAD_S: Final = 10.0
"""Longest time for the head of a request. It counts from the first byte, or from the new connection."""
WAITING_HTTP: Final = 500
"""Connections of a process that may wait for their clients: for a request, its rest, or for a reader."""


class HastyH11(H11Protocol):
    """uvicorn's protocol with a time limit for the head of a request, and a limit of waiting connections.

    uvicorn has no such limits, so a silent client could keep its socket for ever. ``timeout_keep_alive`` of
    uvicorn limits the time between two requests. ``BodyLimit`` limits the time for a body.
    """

    head_s: float = HEAD_S
    crowd: ClassVar[Crowd] = Crowd(WAITING_HTTP)
    _timer: asyncio.TimerHandle | None = None
    _place: Waiting | None = None
    _over = False
    """True after the upgrade to a WebSocket, and after the end."""
    _paused = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the timer for the first request."""
        super().connection_made(cast("asyncio.Transport", transport))
        self._wait()
        self._settle()

    def data_received(self, data: bytes) -> None:
        """Stop the timer if the head is complete. Otherwise start it, if it does not run yet."""
        super().data_received(data)
        if self._over or (self.cycle is not None and not self.cycle.response_complete):
            self._stop()
        else:
            self._wait()
        self._settle()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._settle()

    def pause_writing(self) -> None:
        """Wait for the client to read."""
        super().pause_writing()
        self._paused = True
        self._settle()

    def resume_writing(self) -> None:
        """Wait no longer."""
        super().resume_writing()
        self._paused = False
        self._settle()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer for good."""
        self._end()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Stop the timer for good: the gateway has its own limits for a WebSocket.

        The protocol of the socket gets what came after the head too; uvicorn would lose it.
        """
        self._end()
        super().handle_websocket_upgrade(event)
        after, _ = self.conn.trailing_data
        if after:
            cast("asyncio.Protocol", self.transport.get_protocol()).data_received(after)

    def _end(self) -> None:
        self._over = True
        self._stop()
        self._settle()

    def _settle(self) -> None:
        """Take a place among those that wait for their clients, or leave it."""
        answering = self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body
        waits = not self._over and (self._paused or not answering)
        if waits and self._place is None:
            address = self.client[0] if self.client is not None else ""
            self._place = self.crowd.enter(address, self._give_way)
        elif not waits and self._place is not None:
            self.crowd.leave(self._place)
            self._place = None

    def _give_way(self) -> None:
        metrics.connection_dropped("head")
        self.transport.abort()

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self.head_s, self.transport.close)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
