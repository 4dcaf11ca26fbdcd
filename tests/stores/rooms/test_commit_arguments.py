"""A malformed step, or a key of the wrong type, is refused before anything is written."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from app.stores import (
    CommitResult,
    Link,
    RoomStore,
    StoredFrame,
    StoreError,
    StoreOverloaded,
    StoreRejected,
    Stores,
)
from app.stores.server import keys
from app.stores.server.connect import open_redis
from app.stores.server.link import Arg, Reply, Script
from tests.stores.conftest import ServerOn
from tests.support.stores.helpers import ROOM, commit, everything, new_room, step

SHARD = keys.shard_of(ROOM)
Change = Callable[[list[str], list[Arg]], None]


class CorruptingLink(Link):
    """Changes the keys and arguments of each script call."""

    change: Change

    async def run(self, script: Script, keys: Sequence[str], args: Sequence[Arg]) -> Reply:
        names, values = list(keys), list(args)
        self.change(names, values)
        return await super().run(script, names, values)


def _set_arg(index: int, value: Arg) -> Change:
    def change(_names: list[str], args: list[Arg]) -> None:
        args[index] = value

    return change


def _set_key(index: int, value: str) -> Change:
    def change(names: list[str], _args: list[Arg]) -> None:
        names[index] = value

    return change


def _drop_key(names: list[str], _args: list[Arg]) -> None:
    names.pop()


def _drop_arg(_names: list[str], args: list[Arg]) -> None:
    args.pop()


def _extra_arg(_names: list[str], args: list[Arg]) -> None:
    args.append(b"more")


NOT_NUMBERS: tuple[Arg, ...] = (b"", b"-1", b"x", b"1.5", b"1e3", b" 1", b"0x1", b"9" * 16)
NUMBERS = [1, 2, 4, 5, 7, 8, 10, 11, 12, 13, 16, 28, 30]
CHANGES: list[tuple[str, Change]] = [
    *((f"arg {i} = {bad!r}", _set_arg(i, bad)) for i in NUMBERS for bad in NOT_NUMBERS),
    *(
        (f"key {i}", _set_key(i, name))
        for i in range(8)
        for name in ("", "gm:{s00}:other", keys.frames("r", 1))
    ),
    *((f"arg {i} = {bad!r}", _set_arg(i, bad)) for i in (15, 18, 27) for bad in (b"4", b"", b"-1", b"00")),
    *((f"value {i} = {bad!r}", _set_arg(i, bad)) for i in (17, 20) for bad in (b"", b"nohash", b"|data")),
    ("room id", _set_arg(0, "room-2")),
    ("blob", _set_arg(3, b"")),
    ("deadline", _set_arg(6, b"soon")),
    ("deadline", _set_arg(6, b"-5")),
    ("life", _set_arg(7, 999)),
    ("kept", _set_arg(8, 0)),
    ("cut", _set_arg(9, "4")),
    ("cut", _set_arg(9, "0,1")),
    ("frame seq repeated", _set_arg(16, 1)),
    ("frame seq skipped", _set_arg(16, 3)),
    ("frame seq nought", _set_arg(16, 0)),
    ("more frames than given", _set_arg(10, 5)),
    ("fewer frames than given", _set_arg(10, 3)),
    ("outbox entry", _set_arg(31, b"")),
    *((f"ahead = {bad!r}", _set_arg(14, bad)) for bad in (b"", b"x")),
    ("a key too few", _drop_key),
    ("an argument too few", _drop_arg),
    ("an argument too many", _extra_arg),
]


async def test_every_corrupted_argument_leaves_the_store_as_it_was(stores: Stores) -> None:
    await new_room(stores, deadline_ms=5)
    await commit(stores, 1)
    link = CorruptingLink(stores.redis)
    rooms = RoomStore(link, stores.clock)
    good = await step(stores, 2, deadline_ms=7, outbox=(b"one",), trim_before={0: 2, 1: 2})
    before = await everything(stores.link)
    for name, change in CHANGES:
        link.change = change
        timely = replace(good, now_ms=await stores.rooms.now_ms())
        with pytest.raises(StoreRejected):
            pytest.fail(f"{name}: {await rooms.commit(timely)!r}")
        assert await everything(stores.link) == before, name
    timely = replace(good, now_ms=await stores.rooms.now_ms())
    assert await stores.rooms.commit(timely) is CommitResult.OK  # the step itself was right


@pytest.mark.parametrize(
    "name",
    [keys.room(ROOM), keys.timers(SHARD), keys.rooms(SHARD), keys.outbox(SHARD), keys.frames(ROOM, 3)],
)
async def test_a_key_of_another_type_is_refused_whole(stores: Stores, name: str) -> None:
    await new_room(stores)
    good = await step(stores, 1, deadline_ms=7, outbox=(b"one",))
    await stores.link.call("SET", name, "a string")
    before = await everything(stores.link)
    with pytest.raises(StoreError):
        await stores.rooms.commit(good)
    assert await everything(stores.link) == before


async def test_frames_must_continue_their_stream_even_when_it_was_emptied(stores: Stores) -> None:
    await new_room(stores)
    await commit(stores, 1)
    await stores.link.call("XTRIM", keys.frames(ROOM, 0), "MAXLEN", 0)
    for seq in (1, 3):
        with pytest.raises(StoreRejected):
            await commit(stores, 2, frames=(StoredFrame(0, seq, "h", b"d"),))
    two = (StoredFrame(0, 2, "h", b"d"), StoredFrame(0, 3, "h", b"d"))
    assert await commit(stores, 2, frames=two) is CommitResult.OK
    with pytest.raises(StoreRejected):
        await commit(stores, 3, frames=(StoredFrame(1, 2, "h", b"d"), StoredFrame(1, 2, "h", b"d")))


async def test_a_full_server_refuses_the_whole_step(server_on: ServerOn, folder: Path) -> None:
    with server_on(folder) as url:
        stores = Stores(open_redis(url))
        await new_room(stores)
        good = await step(stores, 1, drop_streams=(1,), outbox=(b"one",))
        before = await everything(stores.link)
        await stores.link.call("CONFIG", "SET", "maxmemory", "1")
        with pytest.raises(StoreOverloaded):
            await stores.rooms.commit(good)
        await stores.link.call("CONFIG", "SET", "maxmemory", "0")
        assert await everything(stores.link) == before
        assert await stores.rooms.commit(good) is CommitResult.OK
        await stores.aclose()
