"""Clients that no library would be: sockets opened by hand, and frames of any form."""

import asyncio
import base64
import contextlib
import os
from collections.abc import Mapping
from enum import IntEnum
from typing import Self

PATIENCE_S = 30.0


class Op(IntEnum):
    """Opcodes of frames."""

    CONTINUATION = 0
    TEXT = 1
    BINARY = 2
    CLOSE = 8
    PING = 9
    PONG = 10


def frame(
    op: int, payload: bytes = b"", *, fin: bool = True, masked: bool = True, reserved: int = 0
) -> bytes:
    """One frame of a client."""
    head = bytes([(fin << 7) | (reserved << 4) | op])
    mask = os.urandom(4) if masked else b""
    bit = masked << 7
    if len(payload) < 126:
        head += bytes([bit | len(payload)])
    elif len(payload) < 65_536:
        head += bytes([bit | 126]) + len(payload).to_bytes(2, "big")
    else:
        head += bytes([bit | 127]) + len(payload).to_bytes(8, "big")
    if not masked:
        return head + payload
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


def upgrade(more: Mapping[str, str] | None = None) -> bytes:
    """The head of a request for a socket. ``more``: further headers, which replace those of the same name."""
    headers = {
        "Host": "x",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Protocol": "guangan.v1",
        **(more or {}),
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"GET /ws HTTP/1.1\r\n{lines}\r\n".encode()


class Wire:
    """A TCP connection to the server at ``url``."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def dial(cls, url: str, limit: int = 65_536, source: str = "127.0.0.1") -> "Wire":
        """Connect. ``limit``: bytes that this client keeps in memory before it stops to read."""
        host, _, port = url.removeprefix("http://").partition(":")
        local = (source, 0)
        return cls(*await asyncio.open_connection(host, int(port), limit=limit, local_addr=local))

    @classmethod
    async def socket(cls, url: str, address: str | None = None, limit: int = 65_536) -> "Wire":
        """Open a WebSocket. ``address``: value of X-Forwarded-For."""
        wire = await cls.dial(url, limit)
        wire.writer.write(upgrade({} if address is None else {"X-Forwarded-For": address}))
        async with asyncio.timeout(PATIENCE_S):
            head = await wire.reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head
        return wire

    async def flood(self, data: bytes, times: int) -> None:
        """Write ``data`` so often, or until the server ends the connection."""
        with contextlib.suppress(ConnectionError):
            for _ in range(times):
                self.writer.write(data)
                await self.writer.drain()

    async def ended(self) -> bytes:
        """Read until the server ends the connection. Returns what came."""
        heard = bytearray()
        async with asyncio.timeout(PATIENCE_S):
            with contextlib.suppress(ConnectionError):
                while part := await self.reader.read(65_536):
                    heard += part
        return bytes(heard)

    async def until(self, wanted: bytes) -> None:
        """Read until these bytes come."""
        heard = bytearray()
        async with asyncio.timeout(PATIENCE_S):
            while wanted not in heard:
                part = await self.reader.read(65_536)
                assert part, bytes(heard)
                heard += part

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.transport.abort()
