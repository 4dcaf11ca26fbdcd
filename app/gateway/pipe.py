"""One accepted socket: text in and out, with a limit to how long a message may take to leave."""

import asyncio
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from app.gateway.closing import ClientGone, CloseCode, Closing
from app.gateway.messages import encode
from app.wire.messages.server import Error, Frame, ServerMessage

SEND_S: Final = 10.0


class Pipe:
    """Sends and receives. A client that takes nothing for 10 s is given up."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def receive(self, timeout_s: float) -> str:
        """The next text. Raises ClientGone, or Closing: TIMEOUT after ``timeout_s``, BINARY."""
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
        """Send what is encoded already. Raises ClientGone, Closing SLOW."""
        try:
            async with asyncio.timeout(SEND_S):
                await self._socket.send({"type": "websocket.send", "text": text})
        except TimeoutError:
            raise Closing(CloseCode.SLOW) from None
        except (WebSocketDisconnect, RuntimeError, OSError):
            raise ClientGone from None

    async def close(self, closing: Closing) -> None:
        """Say why, if there is something to say, and close. Never fails."""
        try:
            if closing.close is not CloseCode.SLOW:
                if closing.error is not None:
                    await self.send(Error(closing.error, retry=closing.close < 4500))
                async with asyncio.timeout(SEND_S):
                    await self._socket.close(int(closing.close))
        except (ClientGone, Closing, TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            return
