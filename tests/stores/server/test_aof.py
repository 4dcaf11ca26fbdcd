"""An append-only file that is cut anywhere restores complete steps only."""

import shutil
from pathlib import Path

from app.stores import Stores, open_redis
from app.stores.server import keys
from app.stores.server.link import as_int
from tests.stores.conftest import ServerOn
from tests.support.stores.helpers import ROOM, commit, new_room

STEPS = 6
DEADLINE = 1_000_000
SHARD = keys.shard_of(ROOM)


def _log(folder: Path) -> Path:
    (found,) = folder.glob("appendonlydir/*.incr.aof")
    return found


async def _play(url: str, folder: Path) -> list[int]:
    """Size of the file after the creation and after each step."""
    stores = Stores(open_redis(url))
    await new_room(stores)
    sizes = [_log(folder).stat().st_size]
    for version in range(1, STEPS + 1):
        await commit(stores, version, deadline_ms=DEADLINE + version, outbox=(b"r%d" % version,))
        sizes.append(_log(folder).stat().st_size)
    await stores.aclose()
    return sizes


async def _assert_whole(url: str, version: int) -> None:
    stores = Stores(open_redis(url))
    loaded = await stores.rooms.load(ROOM)
    assert loaded is not None
    assert (loaded.version, loaded.blob) == (version, b"state %d" % version)
    for slot in range(4):
        read = await stores.rooms.read_frames(ROOM, slot, 0, "", 99)
        assert [frame.seq for frame in read.frames] == list(range(1, version))
    results = await stores.outbox.take("w", 99)
    assert [entry.data for entry in results] == [b"r%d" % n for n in range(1, version)]
    score = await stores.link.call("ZSCORE", keys.timers(SHARD), ROOM)
    assert (as_int(score) if score else None) == (DEADLINE + version - 1 if version > 1 else None)
    assert await commit(stores, version) == 0  # and it plays on
    await stores.aclose()


async def test_a_cut_log_holds_whole_steps(server_on: ServerOn, folder: Path) -> None:
    whole = folder / "whole"
    whole.mkdir()
    with server_on(whole) as url:
        sizes = await _play(url, whole)
    last = range(sizes[-3], sizes[-1] + 1)
    cuts = {last[0], last[0] + 1, sizes[-2] - 1, sizes[-2], sizes[-2] + 1, last[-1] - 1, last[-1]}
    cuts |= set(last[:: len(last) // 14])
    for cut in sorted(cuts):
        copy = folder / f"cut{cut}"
        shutil.copytree(whole, copy, ignore=shutil.ignore_patterns("*.sock", "lock", "*.log"))
        with _log(copy).open("r+b") as log:
            log.truncate(cut)
        with server_on(copy) as url:
            await _assert_whole(url, sum(size <= cut for size in sizes))
        shutil.rmtree(copy)
