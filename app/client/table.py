"""The WebSocket half of the reference client: one member at one table.

It keeps the cursor and the hash chain, folds frames into the view, reconnects after a loss, and resends an
unanswered action under the same id.
"""

import asyncio
import hashlib
import json
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from app.client.api import Api, ServerRefusal
from app.client.fold import apply_frame
from app.client.types_wire import (
    Ack,
    Act,
    Bye,
    ClientHeartbeat,
    Frame,
    HandAction,
    Hello,
    RoomAction,
    RoomView,
    ServerHeartbeat,
    Snapshot,
    Welcome,
)

SUBPROTOCOL: Final = Subprotocol("guangan.v1")
FIRST_HASH: Final = "0" * 16
RESEND_S: Final = 2.5
IDLE_S: Final = 25.0
LAST_BACKOFF_S: Final = 15.0


_Handler: TypeAlias = Callable[[ClientConnection, Any], Awaitable[float | None]]
"""Handles a message of one type. Returns the seconds to wait before the next connection, None to go on."""


class TableClosed(Exception):
    """The server closed for good (4500-4999 or 1000); ``code`` is the close code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Rejected(Exception):
    """The server rejected an action. ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def next_hash(previous: str, data: bytes) -> str:
    """The chain: the first 16 hex digits of SHA-256 over the old hash and the frame's bytes."""
    return hashlib.sha256(previous.encode() + data).hexdigest()[:16]


class Table:
    """One seat. The table calls ``on_change`` after each snapshot and frame; it may call ``act``."""

    def __init__(self, api: Api, room_id: str, on_change: Callable[["Table"], Awaitable[None]]) -> None:
        self.api = api
        self.room_id = room_id
        self.view: RoomView | None = None
        self.epoch = 0
        self.seq = 0
        self.hash = FIRST_HASH
        self.connections = 0
        self._on_change = on_change
        self._socket: ClientConnection | None = None
        self._handlers: dict[str, _Handler] = {
            "welcome": self._welcome,
            "snapshot": self._snapshot,
            "ack": self._ack,
            "heartbeat": self._heartbeat,
            "bye": self._bye,
        }
        self._pending: dict[str, tuple[str, asyncio.Future[Ack]]] = {}

    async def run(self) -> None:
        """Stay connected until the server closes for good. Raises TableClosed, ServerRefusal."""
        backoff = 0.3
        while True:
            wait_s: float | None = None
            try:
                wait_s = await self._once()
                backoff = 0.3
            except ServerRefusal as refusal:
                if refusal.status < 500 and refusal.status != 429:
                    raise
            except (OSError, TimeoutError, InvalidHandshake, httpx.TransportError):
                pass
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 1006
                if code == 1000 or code >= 4500:
                    raise TableClosed(code) from None
            finally:
                self._socket = None
            await asyncio.sleep(backoff if wait_s is None else wait_s)
            backoff = min(backoff * 1.7, LAST_BACKOFF_S)

    async def act(self, action: HandAction | RoomAction, decision: int | None = None) -> int | None:
        """Send an action and wait for its ack, over as many connections as it takes.

        Returns the sequence number of the frame that shows the effect. Raises Rejected.
        """
        action_id = secrets.token_hex(12)
        message = Act(type="act", action_id=action_id, action=action)
        if decision is not None:
            message["decision"] = decision
        text = json.dumps(message)
        answer: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()
        self._pending[action_id] = (text, answer)
        try:
            while True:
                await self._send(text)
                done, _ = await asyncio.wait({answer}, timeout=RESEND_S)
                if done:
                    break
        finally:
            del self._pending[action_id]
        ack = answer.result()
        if ack["result"] != "ok":
            raise Rejected(ack.get("code") or "unknown")
        return ack.get("seq")

    async def drop(self) -> None:
        """Close the connection as a lost network does."""
        if self._socket is not None:
            await self._socket.close(code=4000)

    async def _send(self, text: str) -> None:
        if self._socket is None:
            return
        try:
            await self._socket.send(text)
        except ConnectionClosed:
            return

    async def _once(self) -> float | None:
        url = "ws" + self.api.url.removeprefix("http") + "/ws"
        ticket = await self.api.ticket()
        async with connect(
            url, subprotocols=[SUBPROTOCOL], compression=None, max_size=1 << 20, proxy=None
        ) as socket:
            hello = Hello(type="hello", version=1, ticket=ticket, room=self.room_id, app="reference/1")
            if self.view is not None:
                hello["cursor"] = {"epoch": self.epoch, "seq": self.seq, "hash": self.hash}
            await socket.send(json.dumps(hello))
            return await self._receive(socket)

    async def _receive(self, socket: ClientConnection) -> float | None:
        """Handle messages until the server says bye or a frame is missing. Returns the seconds to wait."""
        while True:
            async with asyncio.timeout(IDLE_S):
                text = await socket.recv()
            data = text.encode() if isinstance(text, str) else text
            message = json.loads(data)
            kind = message.get("type")
            if kind is None:
                wait_s = None if await self._frame(message, data) else 0.0
            else:
                handle = self._handlers.get(kind, _ignore)
                wait_s = await handle(socket, message)
            if wait_s is not None:
                return wait_s

    async def _welcome(self, socket: ClientConnection, message: Welcome) -> None:
        self.epoch = message["epoch"]
        self.connections += 1
        self._socket = socket
        for text, _ in list(self._pending.values()):
            await socket.send(text)

    async def _snapshot(self, _: ClientConnection, message: Snapshot) -> None:
        self.view, self.seq, self.hash = message["view"], message["seq"], message["hash"]
        await self._on_change(self)

    async def _ack(self, _: ClientConnection, ack: Ack) -> None:
        pending = self._pending.get(ack["action_id"])
        if pending is not None and not pending[1].done():
            pending[1].set_result(ack)

    async def _heartbeat(self, socket: ClientConnection, _: ServerHeartbeat) -> None:
        await socket.send(json.dumps(ClientHeartbeat(type="heartbeat", seq=self.seq)))

    async def _bye(self, _: ClientConnection, message: Bye) -> float:
        return message["retry_ms"] / 1000

    async def _frame(self, frame: Frame, data: bytes) -> bool:
        if frame["seq"] <= self.seq:
            return True
        if frame["seq"] != self.seq + 1 or self.view is None:
            return False
        self.view = apply_frame(self.view, frame)
        self.seq = frame["seq"]
        self.hash = next_hash(self.hash, data)
        await self._on_change(self)
        return True


async def _ignore(_: ClientConnection, __: object) -> None:
    """Messages of a type that this client does not know."""
