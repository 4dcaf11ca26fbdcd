"""Attacks a server of one's own and says whether players get in: ``python -m bench.siege pings URL``.

The server trusts X-Forwarded-For of this machine, so an attack comes from as many addresses as it likes.
"""

import argparse
import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from app.client.api import Api
from app.kit.addresses import is_this_machine
from tests.support.attack import Op, Wire, frame
from tests.support.raw import raw

MBIT: Final = 125_000
_CHUNK_S: Final = 0.02
_BACK_S: Final = 2.0
"""A silent socket comes back so long after its end. Without a pause the accept queue is all one measures."""
_PING: Final = frame(Op.PING)
_FRAGMENT: Final = frame(Op.CONTINUATION, fin=False)
Attack = Callable[["Siege"], Coroutine[None, None, None]]


class Siege:
    """One attack. ``rate``: bytes a second of a flooding socket. The others are of silent sockets."""

    def __init__(self, url: str, rate: float, number: int, addresses: int) -> None:
        self.url = url
        self.rate = rate
        self.number = number
        self.addresses = addresses
        self.opened = 0
        self.dropped = 0

    async def flood(self, wire: Wire, unit: bytes) -> None:
        """Send frames at the rate until the server ends the connection."""
        part = unit * max(1, int(self.rate * _CHUNK_S / len(unit)))
        with contextlib.suppress(ConnectionError, RuntimeError):
            while not wire.reader.at_eof() and wire.reader.exception() is None:
                wire.writer.write(part)
                await wire.writer.drain()
                await asyncio.sleep(_CHUNK_S)

    async def again_and_again(self, once: Callable[[], Coroutine[None, None, None]]) -> None:
        """Attack, and come back after every drop."""
        while True:
            self.opened += 1
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, TimeoutError, AssertionError):
                await once()
            self.dropped += 1

    async def pings(self) -> None:
        """Empty pings from a socket without hello."""
        async with await Wire.socket(self.url, "198.51.100.1") as wire:
            await self.flood(wire, _PING)

    async def fragments(self) -> None:
        """A message of empty pieces that never ends."""
        async with await Wire.socket(self.url, "198.51.100.2") as wire:
            wire.writer.write(frame(Op.TEXT, fin=False))
            await self.flood(wire, _FRAGMENT)

    async def deaf(self) -> None:
        """A member who sends full pings and reads nothing."""
        async with (
            member(self.url, "198.51.100.3") as (hello, _),
            await Wire.socket(self.url, limit=4096) as wire,
        ):
            wire.writer.write(frame(Op.TEXT, json.dumps(hello).encode()))
            wire.writer.transport.get_extra_info("socket").setsockopt(1, 8, 4096)
            await self.flood(wire, frame(Op.PING, b"x" * 125))

    async def silent(self, number: int) -> None:
        """A socket that says nothing."""
        address = f"198.18.{number % self.addresses // 250}.{number % self.addresses % 250 + 1}"
        async with await Wire.socket(self.url, address) as wire:
            await wire.ended()
        await asyncio.sleep(_BACK_S)

    async def head(self, number: int) -> None:
        """A request that never ends."""
        async with await Wire.dial(self.url, source=f"127.1.0.{number % 250 + 1}") as wire:
            wire.writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            while not wire.reader.at_eof():
                wire.writer.write(b"x")
                await wire.writer.drain()
                await asyncio.sleep(1)

    def jobs(self, kind: str) -> list[Callable[[], Coroutine[None, None, None]]]:
        """What this attack does at the same time."""
        if kind in {"silent", "heads"}:
            one = self.silent if kind == "silent" else self.head
            return [partial(one, number) for number in range(self.number)]
        if kind == "none":
            return []
        return [{"pings": self.pings, "fragments": self.fragments, "deaf": self.deaf}[kind]] * 2


@asynccontextmanager
async def member(url: str, address: str) -> AsyncIterator[tuple[dict[str, object], Api]]:
    """A guest in a room of their own: the hello of a socket, and the calls of the guest."""
    async with Api(url) as api:
        api._http.headers["X-Forwarded-For"] = address
        await api.create_guest("客")
        room = await api.create_room(
            key=f"siege-{time.time_ns()}", preset="classic", options={}, turn_seconds=60, window="fast"
        )
        hello: dict[str, object] = {
            "type": "hello",
            "version": 1,
            "ticket": await api.ticket(),
            "room": room["id"],
        }
        yield hello, api


async def newcomers(url: str, seconds: float) -> tuple[int, int, float]:
    """Players who come one after another. How many tried, how many got in, the longest way in (s)."""
    tried, within, longest = 0, 0, 0.0
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        tried += 1
        begun = time.monotonic()
        with contextlib.suppress(Exception):
            async with (
                member(url, f"203.0.113.{tried % 250 + 1}") as (hello, _),
                raw(url, address="203.0.113.1") as socket,
            ):
                await socket.say(dict(hello))
                within += (await socket.hear())["type"] == "welcome"
        longest = max(longest, time.monotonic() - begun)
        await asyncio.sleep(0.2)
    return tried, within, longest


async def memory(pid: int, seen: list[int]) -> None:
    """Note the memory of a process, in MB."""
    while True:
        status = await asyncio.to_thread(Path(f"/proc/{pid}/status").read_text)
        seen.append(int(status.partition("VmRSS:")[2].split()[0]) // 1024)
        await asyncio.sleep(0.25)


async def main() -> None:
    """Attack for a time, and print what became of it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("none", "pings", "fragments", "deaf", "silent", "heads"))
    parser.add_argument("url")
    parser.add_argument("--pid", type=int, required=True, help="the worker, whose memory is measured")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--mbit", type=float, default=19, help="of all flooding sockets together")
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--addresses", type=int, default=20)
    given = parser.parse_args()
    if not is_this_machine(urlsplit(given.url).hostname or ""):
        parser.error("the server has to be on this machine")
    siege = Siege(given.url, given.mbit * MBIT / 2, given.number, given.addresses)
    seen: list[int] = []
    async with AsyncExitStack() as stack:
        for job in (memory(given.pid, seen), *(siege.again_and_again(job) for job in siege.jobs(given.kind))):
            stack.callback(asyncio.create_task(job).cancel)
        tried, within, longest = await newcomers(given.url, given.seconds)
    told = {
        "attack": given.kind,
        "opened": siege.opened,
        "dropped": siege.dropped,
        "newcomers": tried,
        "got_in": within,
        "longest_s": round(longest, 2),
        "rss_mb": [seen[0], max(seen), seen[-1]],
    }
    print(json.dumps(told))


if __name__ == "__main__":
    asyncio.run(main())
