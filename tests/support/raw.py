"""A socket that sends exactly what a test wants."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from app.client.api import Api

PATIENCE_S = 15.0


class Raw:
    """One socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self.texts: list[str] = []

    async def say(self, message: dict[str, Any] | str | bytes) -> None:
        """Send a message as JSON, or text or bytes unchanged."""
        await self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def hello(self, api: Api, room_id: str, **more: Any) -> dict[str, Any]:
        """Send a hello with a fresh ticket. Returns the answer."""
        ticket = await api.ticket()
        await self.say({"type": "hello", "version": 1, "ticket": ticket, "room": room_id, **more})
        return await self.hear()

    async def hear(self) -> dict[str, Any]:
        """Receive the next message."""
        async with asyncio.timeout(PATIENCE_S):
            text = await self.socket.recv()
        assert isinstance(text, str)
        message: dict[str, Any] = json.loads(text)
        self.heard.append(message)
        self.texts.append(text)
        return message

    async def until(self, kind: str | None) -> dict[str, Any]:
        """Receive messages up to the next one of type ``kind``; None: up to the next frame."""
        while True:
            message = await self.hear()
            if message.get("type") == kind:
                return message

    async def act(
        self, action_id: str, action: dict[str, Any], decision: int | None = None
    ) -> dict[str, Any]:
        """Send an act. Returns the next ack or error."""
        act: dict[str, Any] = {"type": "act", "action_id": action_id, "action": action}
        if decision is not None:
            act["decision"] = decision
        await self.say(act)
        while True:
            message = await self.hear()
            if message.get("type") in {"ack", "error"}:
                return message

    async def closed(self) -> int:
        """Read to the end. Returns the close code."""
        try:
            while True:
                await self.hear()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd is not None else 1006


@asynccontextmanager
async def raw(
    url: str, *, subprotocol: str | None = "guangan.v1", origin: str | None = None, address: str | None = None
) -> AsyncIterator[Raw]:
    """Open a socket to the server at ``url``. ``address``: value of X-Forwarded-For."""
    headers = {} if origin is None else {"Origin": origin}
    if address is not None:
        headers["X-Forwarded-For"] = address
    spoken = None if subprotocol is None else [Subprotocol(subprotocol)]
    async with connect(
        "ws" + url.removeprefix("http") + "/ws",
        subprotocols=spoken,
        additional_headers=headers,
        compression=None,
        proxy=None,
        close_timeout=2,
    ) as socket:
        yield Raw(socket)
