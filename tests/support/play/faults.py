"""Faults for running loops: calls that stop, workers that die, a store or database that refuses writes."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from typing import Any, TypeAlias

import pytest

from app.stores import Stores
from app.stores.rooms.room_store import RoomStore
from app.stores.rooms.values import Commit, CommitResult
from app.stores.server import keys
from app.stores.server.link import as_bytes, as_int, as_list

PATIENCE_S = 30.0
Job: TypeAlias = Callable[[], Awaitable[object]]
Trouble: TypeAlias = Callable[[Stores], AbstractAsyncContextManager[None]]


class Gate:
    """Stops the calls of a function until the test opens it."""

    def __init__(self) -> None:
        self.waiting = 0
        self._open = asyncio.Event()
        self._arrived = asyncio.Condition()

    async def pass_through(self) -> None:
        """Wait until the gate is open."""
        async with self._arrived:
            self.waiting += 1
            self._arrived.notify_all()
        await self._open.wait()

    async def reached(self, calls: int = 1) -> None:
        """Wait until ``calls`` calls have stopped here."""
        async with asyncio.timeout(PATIENCE_S), self._arrived:
            await self._arrived.wait_for(lambda: self.waiting >= calls)

    def open(self) -> None:
        """Let all calls continue."""
        self._open.set()


def stop_before(patch: pytest.MonkeyPatch, owner: object, name: str) -> Gate:
    """Each call of the function ``name`` of ``owner`` stops before the real function runs."""
    gate, real = Gate(), getattr(owner, name)

    async def held(*args: Any, **kwargs: Any) -> Any:
        await gate.pass_through()
        return await real(*args, **kwargs)

    patch.setattr(owner, name, held)
    return gate


def stop_after(patch: pytest.MonkeyPatch, owner: object, name: str) -> Gate:
    """Each call of the function ``name`` of ``owner`` stops after the real function, before its result."""
    gate, real = Gate(), getattr(owner, name)

    async def held(*args: Any, **kwargs: Any) -> Any:
        result = await real(*args, **kwargs)
        await gate.pass_through()
        return result

    patch.setattr(owner, name, held)
    return gate


async def kill(*tasks: "asyncio.Task[object]") -> None:
    """Cancel the tasks and wait for their end."""
    for task in tasks:
        while not task.done():
            # A task that is just waking up may lose a cancellation.
            task.cancel()
            await asyncio.wait([task], timeout=0.5)


def launch(job: Job) -> "asyncio.Task[object]":
    """Run ``job`` in a task."""

    async def run() -> object:
        return await job()

    return asyncio.create_task(run())


@asynccontextmanager
async def running(*jobs: Job) -> AsyncIterator[None]:
    """Run loops beside the test. Raises what a loop raised."""
    tasks = [launch(job) for job in jobs]
    try:
        yield
    finally:
        await kill(*tasks)
        for task in tasks:
            if not task.cancelled():
                task.result()


@asynccontextmanager
async def read_only(stores: Stores) -> AsyncIterator[None]:
    """The store refuses writes: it is a replica without a primary."""
    await stores.link.call("REPLICAOF", "127.0.0.1", 1)
    try:
        yield
    finally:
        await stores.link.call("REPLICAOF", "NO", "ONE")


@asynccontextmanager
async def full(stores: Stores) -> AsyncIterator[None]:
    """The store refuses writes: its memory is full."""
    before = as_bytes(as_list(await stores.link.call("CONFIG", "GET", "maxmemory"))[1])
    await stores.link.call("CONFIG", "SET", "maxmemory", 1)
    try:
        yield
    finally:
        await stores.link.call("CONFIG", "SET", "maxmemory", before)


@asynccontextmanager
async def others_faster(_: Stores) -> AsyncIterator[None]:
    """Every commit of this process meets a newer version."""

    async def conflict(_self: RoomStore, _step: Commit) -> CommitResult:
        return CommitResult.CONFLICT

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RoomStore, "commit", conflict)
        yield


@asynccontextmanager
async def database_locked(url: str) -> AsyncIterator[None]:
    """Lock the SQLite file against all other writers."""
    path = url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as connection:
        await asyncio.to_thread(connection.execute, "BEGIN IMMEDIATE")
        try:
            yield
        finally:
            connection.execute("ROLLBACK")


async def timer_of(stores: Stores, room_id: str) -> int | None:
    """The room's deadline in the store (server ms), None without one."""
    score = await stores.link.call("ZSCORE", keys.timers(keys.shard_of(room_id)), room_id)
    return None if score is None else as_int(score)


async def lease_of(stores: Stores, room_id: str, slot: int) -> int | None:
    """The end of the slot's lease (server ms), None without one."""
    name = keys.presence(keys.shard_of(room_id))
    score = await stores.link.call("ZSCORE", name, f"{room_id}|{slot}")
    return None if score is None else as_int(score)


async def expire(stores: Stores, room_id: str, slot: int) -> None:
    """Let the lease of the slot run out."""
    name = keys.presence(keys.shard_of(room_id))
    await stores.link.call("ZADD", name, "XX", 1, f"{room_id}|{slot}")


async def entries_of(stores: Stores, room_id: str) -> list[bytes]:
    """Ids of the entries in the room's outbox, oldest first."""
    rows = as_list(await stores.link.call("XRANGE", keys.outbox(keys.shard_of(room_id)), "-", "+"))
    return [as_bytes(as_list(row)[0]) for row in rows]
