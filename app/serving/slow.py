"""HTTP connections that do not come to the point are closed."""

import asyncio
from typing import Final, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S: Final = 10.0
"""How long the head of a request may take from its first byte, or from the beginning of a connection."""


class HastyH11(H11Protocol):
    """uvicorn waits for the head of a request without an end, so a silent client keeps its socket.

    Between two requests its ``timeout_keep_alive`` counts; a body has a limit of its own, see ``BodyLimit``.
    """

    head_s: float = HEAD_S
    _timer: asyncio.TimerHandle | None = None
    _upgraded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The clock of the first request begins."""
        super().connection_made(cast("asyncio.Transport", transport))
        self._wait()

    def data_received(self, data: bytes) -> None:
        """A head that is complete stops the clock; any other byte of it does not wind it up again."""
        super().data_received(data)
        if self._upgraded or (self.cycle is not None and not self.cycle.response_complete):
            self._stop()
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        self._upgraded = True
        self._stop()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The socket has clocks of its own."""
        self._upgraded = True
        self._stop()
        super().handle_websocket_upgrade(event)

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self.head_s, self.transport.close)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
