"""The WebSocket half of the reference client: one member at one table.

It keeps the cursor and the hash chain, folds frames into the view, comes back after a loss, and sends an
action again under the same id until it is answered.
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

View: TypeAlias = dict[str, Any]
SUBPROTOCOL: Final = Subprotocol("guangan.v1")
FIRST_HASH: Final = "0" * 16
RESEND_S: Final = 2.5
IDLE_S: Final = 25.0
LAST_BACKOFF_S: Final = 15.0


class TableClosed(Exception):
    """The server closed for good (4500-4999 or 1000); ``code`` is the close code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Rejected(Exception):
    """An action was refused; ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def next_hash(previous: str, data: bytes) -> str:
    """The chain: the first 16 hex digits of SHA-256 over the old hash and the frame's bytes."""
    return hashlib.sha256(previous.encode() + data).hexdigest()[:16]


class Table:
    """One seat. ``on_change`` is called after each snapshot and frame; it may call ``act``."""

    def __init__(self, api: Api, room_id: str, on_change: Callable[["Table"], Awaitable[None]]) -> None:
        self.api = api
        self.room_id = room_id
        self.view: View | None = None
        self.epoch = 0
        self.seq = 0
        self.hash = FIRST_HASH
        self.connections = 0
        self._on_change = on_change
        self._socket: ClientConnection | None = None
        self._pending: dict[str, tuple[str, asyncio.Future[dict[str, Any]]]] = {}

    async def run(self) -> None:
        """Stay connected until the server says that it is over. Raises TableClosed."""
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

    async def act(self, action: dict[str, Any], decision: int | None = None) -> int | None:
        """Send an action and wait for its one answer, over as many connections as it takes.

        Returns the sequence number that shows its effect. Raises Rejected.
        """
        action_id = secrets.token_hex(12)
        message: dict[str, Any] = {"type": "act", "action_id": action_id, "action": action}
        if decision is not None:
            message["decision"] = decision
        text = json.dumps(message)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
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
            raise Rejected(ack.get("code", "unknown"))
        return ack.get("seq")

    async def drop(self) -> None:
        """Cut the connection, as a lost network would."""
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
            hello: dict[str, Any] = {
                "type": "hello",
                "version": 1,
                "ticket": ticket,
                "room": self.room_id,
                "app": "reference/1",
            }
            if self.view is not None:
                hello["cursor"] = {"epoch": self.epoch, "seq": self.seq, "hash": self.hash}
            await socket.send(json.dumps(hello))
            return await self._receive(socket)

    async def _receive(self, socket: ClientConnection) -> float | None:
        while True:
            async with asyncio.timeout(IDLE_S):
                text = await socket.recv()
            data = text.encode() if isinstance(text, str) else text
            message: dict[str, Any] = json.loads(data)
            kind = message.get("type")
            if kind is None:
                if not await self._frame(message, data):
                    return 0.0
            elif kind == "welcome":
                await self._welcome(socket, message)
            elif kind == "snapshot":
                self.view, self.seq, self.hash = message["view"], message["seq"], message["hash"]
                await self._on_change(self)
            elif kind == "ack":
                self._answer(message)
            elif kind == "heartbeat":
                await socket.send(json.dumps({"type": "heartbeat", "seq": self.seq}))
            elif kind == "bye":
                return float(message["retry_ms"]) / 1000

    async def _welcome(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        self.epoch = message["epoch"]
        self.connections += 1
        self._socket = socket
        for text, _ in list(self._pending.values()):
            await socket.send(text)

    async def _frame(self, frame: dict[str, Any], data: bytes) -> bool:
        if frame["seq"] <= self.seq:
            return True
        if frame["seq"] != self.seq + 1 or self.view is None:
            return False
        self.view = apply_frame(self.view, frame)
        self.seq = frame["seq"]
        self.hash = next_hash(self.hash, data)
        await self._on_change(self)
        return True

    def _answer(self, ack: dict[str, Any]) -> None:
        pending = self._pending.get(ack["action_id"])
        if pending is not None and not pending[1].done():
            pending[1].set_result(ack)
