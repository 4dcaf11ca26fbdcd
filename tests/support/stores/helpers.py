"""Helpers for the tests of the stores."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import TypedDict, Unpack

from app.stores import Commit, CommitResult, Link, StoredFrame, Stores
from app.stores.server.link import as_bytes, as_list

ROOM = "room-1"
EPOCH = 3


def frames(seq: int, slots: str = "0123") -> tuple[StoredFrame, ...]:
    """One frame per slot, with data that contains the separator "|"."""
    return tuple(
        StoredFrame(int(slot), seq, f"h{seq}s{slot}", f"data|{seq}|{slot}".encode()) for slot in slots
    )


class Parts(TypedDict, total=False):
    """Fields of a step that a test sets."""

    room_id: str
    epoch: int
    version: int
    blob: bytes
    now_ms: int
    frames: tuple[StoredFrame, ...]
    deadline_ms: int | None
    outbox: tuple[bytes, ...]
    trim_before: Mapping[int, int]
    drop_streams: tuple[int, ...]


async def new_room(stores: Stores, room_id: str = ROOM, deadline_ms: int | None = None) -> None:
    """Create a room of epoch 3."""
    assert await stores.rooms.create(room_id, EPOCH, b"state 1", deadline_ms)


async def step(stores: Stores, from_version: int, room: str = ROOM, /, **parts: Unpack[Parts]) -> Commit:
    """A step from version `from_version` with one frame per slot. `parts` replaces fields."""
    base = Commit(
        room_id=room,
        epoch=EPOCH,
        version=from_version,
        blob=f"state {from_version + 1}".encode(),
        now_ms=await stores.rooms.now_ms(),
        frames=frames(from_version),
    )
    return replace(base, **parts)


async def commit(
    stores: Stores, from_version: int, room: str = ROOM, /, **parts: Unpack[Parts]
) -> CommitResult:
    """Commit such a step. Repeat it once, as rooms do, if the machine paused so long that its time is old."""
    verdict = await stores.rooms.commit(await step(stores, from_version, room, **parts))
    if verdict is CommitResult.CLOCK and "now_ms" not in parts:
        verdict = await stores.rooms.commit(await step(stores, from_version, room, **parts))
    return verdict


async def everything(link: Link) -> dict[bytes, bytes]:
    """Every key of the database with its serialised value."""
    names = [as_bytes(name) for name in as_list(await link.call("KEYS", "*"))]
    return {name: as_bytes(await link.call("DUMP", name)) for name in names}


async def until(true: Callable[[], Awaitable[bool]], seconds: float = 20.0) -> None:
    """Wait until a condition holds. Fails after `seconds`."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not await true():
        assert loop.time() < end, "the condition never holds"
