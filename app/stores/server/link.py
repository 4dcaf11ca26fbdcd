"""The only way to the server: typed replies, scripts by digest, and calls that run to their end.

If a cancelled caller left an unread reply on a pooled connection, the next caller would read it as its own.
So every call runs in a task of its own that nobody cancels; the caller only waits for that task.
"""

import asyncio
from collections.abc import Awaitable, Coroutine, Sequence
from hashlib import sha1
from importlib.resources import files
from typing import Any, Protocol, TypeAlias

from redis import exceptions as faults
from redis.asyncio import Redis

from app.stores.server.errors import (
    StoreConfigError,
    StoreError,
    StoreOverloaded,
    StoreRejected,
    StoreUnavailable,
)

Arg: TypeAlias = str | bytes | int
Reply: TypeAlias = "bytes | int | list[Reply] | None"

_AT_ONCE = 48
_FULL = ("OOM", "command not allowed when used memory", "MISCONF", "NOREPLICAS")
_AWAY = ("LOADING", "BUSY ", "CLUSTERDOWN", "MASTERDOWN", "READONLY")


class Script:
    """A Lua file of this package and its digest."""

    __slots__ = ("digest", "text")

    def __init__(self, name: str) -> None:
        self.text = files("app.stores").joinpath("lua", f"{name}.lua").read_bytes()
        self.digest = sha1(self.text, usedforsecurity=False).hexdigest()


class _Commands(Protocol):
    def execute_command(self, *command: Arg) -> Awaitable[Reply]: ...


class Link:
    """Commands and scripts over a client's pool. At most 48 run at a time; the rest wait here."""

    def __init__(self, redis: "Redis") -> None:
        # A second client over the same pool, without redis-py's conversion of replies.
        raw = Redis(connection_pool=redis.connection_pool)
        raw.response_callbacks.clear()
        self._raw: _Commands = raw
        self._gate = asyncio.Semaphore(_AT_ONCE)
        self._running: set[asyncio.Task[Reply]] = set()
        self._closed = False

    async def call(self, *command: Arg) -> Reply:
        """Run one command and return its raw reply.

        Raises StoreUnavailable, StoreOverloaded, StoreRejected or StoreError.
        """
        return await self._apart(self._send(command))

    async def run(self, script: Script, keys: Sequence[str], args: Sequence[Arg]) -> Reply:
        """Run a script by its digest, or by its text if the server does not have it. Raises as `call`."""
        return await self._apart(self._evaluate(script, (len(keys), *keys, *args)))

    async def settle(self) -> None:
        """Wait for all running calls, also for those whose callers were cancelled."""
        if self._running:
            await asyncio.wait(tuple(self._running))

    async def aclose(self) -> None:
        """Refuse new calls (they raise StoreUnavailable) and wait for the running ones."""
        self._closed = True
        await self.settle()

    async def _apart(self, work: Coroutine[Any, Any, Reply]) -> Reply:
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        task = loop.create_task(work)
        self._running.add(task)

        def finish(ended: asyncio.Task[Reply]) -> None:
            self._running.discard(ended)
            if not done.done():
                done.set_result(None)
            elif not ended.cancelled():
                ended.exception()  # nobody waits: mark the error as retrieved

        task.add_done_callback(finish)
        await done
        return task.result()

    async def _evaluate(self, script: Script, tail: tuple[Arg, ...]) -> Reply:
        try:
            return await self._send(("EVALSHA", script.digest, *tail))
        except faults.NoScriptError:
            return await self._send(("EVAL", script.text, *tail))

    async def _send(self, command: tuple[Arg, ...]) -> Reply:
        async with self._gate:
            if self._closed:
                raise StoreUnavailable("the store is closed")
            try:
                return await self._raw.execute_command(*command)
            except faults.NoScriptError:
                raise
            except (faults.RedisError, OSError) as fault:
                raise translate(fault) from fault


def translate(fault: Exception) -> StoreError:
    """The error of this package for an error of the client library."""
    text = str(fault)
    if isinstance(fault.__cause__, faults.AuthenticationError):  # a connection attempt wraps it
        fault = fault.__cause__
    if isinstance(fault, faults.AuthenticationError | faults.AuthorizationError | faults.NoPermissionError):
        return StoreConfigError("the store does not accept our user, password or permissions")
    if isinstance(fault, faults.ConnectionError | faults.TimeoutError | faults.ReadOnlyError | OSError):
        return StoreUnavailable(f"the store does not answer ({type(fault).__name__})")
    if any(mark in text for mark in _FULL):
        return StoreOverloaded("the store refuses writes: its memory or disk is full")
    if text.startswith("INVALID "):
        return StoreRejected(text.removeprefix("INVALID "))
    if any(text.startswith(mark) for mark in _AWAY):
        return StoreUnavailable("the store takes no writes now")
    if isinstance(fault, faults.ResponseError):
        return StoreError(f"the store refused a command: {text[:200]}")
    return StoreError(f"the store failed ({type(fault).__name__})")


def as_int(reply: Reply) -> int:
    """An integer reply, or a bulk reply of digits, as an int. Raises StoreRejected."""
    if isinstance(reply, int):
        return reply
    if isinstance(reply, bytes):
        return int(reply)
    raise StoreRejected(f"expected an integer, got {type(reply).__name__}")


def as_bytes(reply: Reply) -> bytes:
    """A bulk reply as bytes. Raises StoreRejected."""
    if isinstance(reply, bytes):
        return reply
    raise StoreRejected(f"expected bytes, got {type(reply).__name__}")


def as_list(reply: Reply) -> list[Reply]:
    """An array reply as a list; a null reply is an empty list. Raises StoreRejected."""
    if reply is None:
        return []
    if isinstance(reply, list):
        return reply
    raise StoreRejected(f"expected a list, got {type(reply).__name__}")
