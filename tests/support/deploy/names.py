"""A name server for one name. Like that of Docker, it answers with an address for each replica."""

import asyncio
import ipaddress
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

_A = 1
_ANSWER = 0x8580


class Names(asyncio.DatagramProtocol):
    """Answers every question with ``addresses``. A test may change them."""

    def __init__(self, addresses: list[str]) -> None:
        self.addresses = addresses
        self._transport: asyncio.DatagramTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport for the answers."""
        self._transport = cast("asyncio.DatagramTransport", transport)

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        """Answer a question over UDP."""
        assert self._transport is not None
        self._transport.sendto(self._answer(data), addr)

    async def converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer questions over TCP, which some machines prefer."""
        try:
            while True:
                (length,) = struct.unpack("!H", await reader.readexactly(2))
                answer = self._answer(await reader.readexactly(length))
                writer.write(struct.pack("!H", len(answer)) + answer)
                await writer.drain()
        except (asyncio.IncompleteReadError, OSError):
            writer.close()

    def _answer(self, data: bytes) -> bytes:
        """The answer to one question. There are only IPv4 addresses."""
        question = data[12 : data.index(b"\0", 12) + 5]
        (kind,) = struct.unpack("!H", question[-4:-2])
        found = self.addresses if kind == _A else []
        head = data[:2] + struct.pack("!HHHHH", _ANSWER, 1, len(found), 0, 0)
        answers = b"".join(
            b"\xc0\x0c" + struct.pack("!HHIH", _A, 1, 1, 4) + ipaddress.IPv4Address(address).packed
            for address in found
        )
        return head + question + answers


@asynccontextmanager
async def names(addresses: list[str]) -> AsyncIterator[tuple[Names, int]]:
    """A running name server, and its port."""
    loop = asyncio.get_running_loop()
    answering = Names(addresses)
    server = await asyncio.start_server(answering.converse, "127.0.0.1", 0)
    port = int(server.sockets[0].getsockname()[1])
    transport, _ = await loop.create_datagram_endpoint(lambda: answering, local_addr=("127.0.0.1", port))
    try:
        yield answering, port
    finally:
        server.close()
        transport.close()
