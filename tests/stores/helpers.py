"""Short ways to say what the tests of the stores say often."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from app.stores import Commit, CommitResult, Frame, Link, Stores
from app.stores.link import as_bytes, as_list

ROOM = "room-1"
EPOCH = 3


def frames(seq: int, slots: str = "0123") -> tuple[Frame, ...]:
    """One frame per slot, with bytes that hold the separator as well."""
    return tuple(Frame(int(slot), seq, f"h{seq}s{slot}", f"data|{seq}|{slot}".encode()) for slot in slots)


async def new_room(stores: Stores, room_id: str = ROOM, deadline_ms: int | None = None) -> None:
    """A fresh room of epoch 3."""
    assert await stores.rooms.create(room_id, EPOCH, b"state 1", deadline_ms)


async def step(stores: Stores, version: int, room_id: str = ROOM, **parts: object) -> Commit:
    """A step from `version` with one frame per slot; `parts` replace fields."""
    base = Commit(
        room_id=room_id,
        epoch=EPOCH,
        version=version,
        blob=f"state {version + 1}".encode(),
        now_ms=await stores.rooms.now_ms(),
        frames=frames(version),
    )
    return replace(base, **parts)


async def commit(stores: Stores, version: int, room_id: str = ROOM, **parts: object) -> CommitResult:
    """Commit such a step."""
    return await stores.rooms.commit(await step(stores, version, room_id, **parts))


async def everything(link: Link) -> dict[bytes, bytes]:
    """Every key of the database with its serialised value."""
    names = [as_bytes(name) for name in as_list(await link.call("KEYS", "*"))]
    return {name: as_bytes(await link.call("DUMP", name)) for name in names}


async def until(true: Callable[[], Awaitable[bool]], seconds: float = 20.0) -> None:
    """Return as soon as a condition holds; fail when it does not come to hold."""
    async with asyncio.timeout(seconds):
        while not await true():
            await asyncio.sleep(0.005)
