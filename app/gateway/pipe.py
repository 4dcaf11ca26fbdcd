"""One accepted socket: receives and sends text, with a time limit for each send."""

import asyncio
import contextlib
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from app.gateway.closing import ClientGone, CloseCode, Closing
from app.gateway.messages import encode
from app.wire.messages.server import Error, Frame, ServerMessage

SEND_S: Final = 5.0
"""Shorter than STUCK_PEER_MS of the listening socket: the kernel leaves time for the close frame."""


class Pipe:
    """Sends and receives. A send that takes longer than 5 s ends the connection."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def receive(self, timeout_s: float) -> str:
        """The next text. Raises ClientGone, Closing TIMEOUT after ``timeout_s``, Closing BINARY."""
        try:
            async with asyncio.timeout(timeout_s):
                message = await self._socket.receive()
        except TimeoutError:
            raise Closing(CloseCode.TIMEOUT) from None
        if message["type"] == "websocket.disconnect":
            raise ClientGone
        text = message.get("text")
        if not isinstance(text, str):
            raise Closing(CloseCode.BINARY)
        return text

    async def send(self, message: ServerMessage | Frame) -> None:
        """Send a message. Raises ClientGone, Closing SLOW."""
        await self.send_text(encode(message))

    async def send_text(self, text: str) -> None:
        """Send an encoded message. Raises ClientGone, Closing SLOW."""
        try:
            async with asyncio.timeout(SEND_S):
                await self._socket.send({"type": "websocket.send", "text": text})
        except TimeoutError:
            raise Closing(CloseCode.SLOW) from None
        except (WebSocketDisconnect, RuntimeError, OSError):
            raise ClientGone from None

    async def close(self, closing: Closing) -> None:
        """Send the error of ``closing``, if it has one, and close the socket. Raises nothing.

        Both queue behind what the client has not read yet, and nobody waits until it reads them.
        """
        try:
            if closing.error is not None:
                with contextlib.suppress(Closing):
                    await self.send(Error(closing.error, retry=closing.close < 4500))
            await self._socket.close(int(closing.close))
        except (ClientGone, WebSocketDisconnect, RuntimeError, OSError):
            return
