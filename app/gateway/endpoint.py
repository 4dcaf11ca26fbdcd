"""The WebSocket endpoint: admission, hello, and the end of every connection."""

import asyncio
import contextlib
import logging

from starlette.websockets import WebSocket, WebSocketDisconnect

from app.db import DatabaseUnavailable
from app.gateway.closing import ClientGone, CloseCode, Closing
from app.gateway.connection import Connection
from app.gateway.hello import HELLO_S, Greeted, greet
from app.gateway.hub import Hub
from app.gateway.limits import TooMany
from app.gateway.parts import Parts
from app.gateway.pipe import Pipe
from app.play.errors import storage_code
from app.stores.server.errors import StoreError
from app.telemetry import metrics, trace
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
SUBPROTOCOL = "guangan.v1"


class Gateway:
    """Serves ``/ws``."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self.hub = Hub()

    async def serve(self, socket: WebSocket) -> None:
        """Serve one connection from its handshake to its end.

        Accepts handshakes, because a browser cannot see why one failed; but not of an address that opens one
        after another.
        """
        trace.begin(trace.fresh())
        address = self._parts.address_of(socket)
        try:
            self._parts.doors.knock(address)
        except TooMany:
            metrics.connection_dropped("often")
            await _refuse(socket)
            return
        spoken = SUBPROTOCOL in socket.scope.get("subprotocols", ())
        try:
            await socket.accept(SUBPROTOCOL if spoken else None)
        except (WebSocketDisconnect, RuntimeError, OSError):
            return
        pipe = Pipe(socket)
        closing = await self._converse(socket, pipe, address, spoken=spoken)
        if closing is not None:
            metrics.connection_closed(int(closing.close))
            _log.info("connection closed", extra=fields(code=int(closing.close), reason=closing.error))
            await pipe.close(closing)

    async def _converse(self, socket: WebSocket, pipe: Pipe, address: str, *, spoken: bool) -> Closing | None:
        try:
            self._check_door(socket, spoken=spoken)
            greeted = await self._greet(pipe, address)
            with self._parts.doors.known(greeted.holder.player_id, address):
                return await Connection(self._parts, self.hub, pipe, greeted).serve()
        except Closing as closing:
            return closing
        except ClientGone:
            return None
        except TooMany:
            return Closing(CloseCode.OVERLOADED, "too_many_connections")
        except (StoreError, DatabaseUnavailable) as error:
            return Closing(CloseCode.OVERLOADED, storage_code(error))
        except Exception as error:
            _log.error("connection failed", exc_info=error)
            return Closing(CloseCode.OVERLOADED, "internal")

    def _check_door(self, socket: WebSocket, *, spoken: bool) -> None:
        if self.hub.draining:
            raise Closing(CloseCode.RESTART)
        if not self._parts.origin_allowed(socket):
            raise Closing(CloseCode.PROTOCOL, "bad_origin")
        if not spoken:
            raise Closing(CloseCode.PROTOCOL, "bad_subprotocol")

    async def _greet(self, pipe: Pipe, address: str) -> Greeted:
        """Hear the hello and check it. Raises ClientGone if the connection has to give way before it."""
        patience = asyncio.timeout(None)
        with self._parts.doors.unknown(address, lambda: patience.reschedule(0)) as place:
            try:
                async with patience:
                    text = await pipe.receive(HELLO_S)
            except TimeoutError:
                metrics.connection_dropped("silent")
                raise ClientGone from None
            place.stay()
            return await greet(self._parts, text, address)


async def _refuse(socket: WebSocket) -> None:
    """Answer a handshake with 403."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.close()
