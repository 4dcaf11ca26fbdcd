"""After cancels, forgotten scripts and lost servers every caller still gets its own reply."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from redis import exceptions as faults

from app.stores import StoreError, StoreRejected, Stores, StoreUnavailable, open_redis
from app.stores.server.errors import StoreConfigError, StoreOverloaded
from app.stores.server.link import Link, Reply, as_bytes, as_int, as_list, translate
from tests.stores.conftest import ServerOn
from tests.support.stores.helpers import ROOM, commit, new_room, step, until


async def _connections_made(link: Link) -> int:
    info = as_bytes(await link.call("INFO", "stats")).decode()
    (line,) = (line for line in info.splitlines() if line.startswith("total_connections_received:"))
    return int(line.partition(":")[2])


async def test_a_storm_of_cancels_mixes_up_no_answer(stores: Stores) -> None:
    link = stores.link
    for n in range(50):
        await link.call("SET", f"k{n}", f"value {n}")
    wrong: list[bytes] = []
    answered = 0

    async def ask(n: int) -> None:
        nonlocal answered
        found = as_bytes(await link.call("GET", f"k{n}"))
        answered += 1
        if found != f"value {n}".encode():
            wrong.append(found)

    for turn in range(200):
        asked = [asyncio.create_task(ask(n)) for n in range(50)]
        for _ in range(turn % 12):
            await asyncio.sleep(0)
        for task in asked[turn % 3 :: 2]:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
    assert not wrong
    assert answered >= 200 * 24


async def test_a_cancelled_call_runs_to_its_end_on_its_connection(stores: Stores) -> None:
    await new_room(stores)
    before = await _connections_made(stores.link)
    for version in range(1, 31):
        caller = asyncio.create_task(commit(stores, version))
        one = await step(stores, version)
        caller.cancel()
        sent = asyncio.create_task(stores.rooms.commit(one))
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # the command is on its way
        sent.cancel()
        await asyncio.gather(caller, sent, return_exceptions=True)
        assert sent.cancelled()
        await stores.link.settle()
        loaded = await stores.rooms.load(ROOM)
        assert loaded is not None
        assert loaded.version == version + 1
    assert await _connections_made(stores.link) - before <= 3


async def test_a_failure_nobody_waits_for_is_quiet(stores: Stores) -> None:
    await stores.link.call("SET", "text", "x")
    caller = asyncio.create_task(stores.link.call("INCR", "text"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    caller.cancel()
    await asyncio.gather(caller, return_exceptions=True)
    await stores.link.settle()
    assert caller.cancelled()


async def test_scripts_are_sent_again_when_the_server_forgot_them(stores: Stores) -> None:
    await new_room(stores, deadline_ms=5)
    for version in range(1, 4):
        await stores.link.call("SCRIPT", "FLUSH")
        await commit(stores, version, outbox=(b"x",))
        assert await stores.outbox.take("w", 1)
    loaded = await stores.rooms.load(ROOM)
    assert loaded is not None
    assert loaded.version == 4


async def test_a_lost_server_is_unavailable_and_then_found_again(server_on: ServerOn, folder: Path) -> None:
    with server_on(folder) as url:
        stores = Stores(open_redis(url))
        await new_room(stores)
        await commit(stores, 1)
    with pytest.raises(StoreUnavailable):
        await stores.rooms.load(ROOM)
    with server_on(folder):
        loaded = await stores.rooms.load(ROOM)
        assert loaded is not None
        assert loaded.version == 2
        assert (await commit(stores, 2)).name == "OK"
        await stores.aclose()


async def test_more_callers_than_connections_just_queue(stores: Stores) -> None:
    found = await asyncio.gather(*(stores.link.call("INCR", "n") for _ in range(1000)))
    assert sorted(as_int(n) for n in found) == list(range(1, 1001))


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (faults.ResponseError("MASTERDOWN Link with MASTER is down"), StoreUnavailable),
        (faults.ResponseError("BUSY Redis is busy running a script"), StoreUnavailable),
        (faults.ResponseError("CLUSTERDOWN The cluster is down"), StoreUnavailable),
        (faults.ReadOnlyError("You can't write against a read only replica."), StoreUnavailable),
        (faults.TimeoutError("Timeout reading from socket"), StoreUnavailable),
        (OSError("no route to host"), StoreUnavailable),
        (faults.ResponseError("OOM command not allowed when used memory > 'maxmemory'."), StoreOverloaded),
        (faults.ResponseError("MISCONF Errors writing to the AOF file"), StoreOverloaded),
        (faults.ResponseError("NOREPLICAS Not enough good replicas to write."), StoreOverloaded),
        (faults.ResponseError("INVALID commit: blob"), StoreRejected),
        (faults.NoPermissionError("this user has no permissions"), StoreConfigError),
        (faults.ResponseError("WRONGTYPE Operation against a key"), StoreError),
        (faults.InvalidResponse("Protocol Error"), StoreError),
    ],
    ids=lambda value: str(value)[:12],
)
def test_what_an_error_of_the_server_means_to_its_callers(fault: Exception, kind: type[StoreError]) -> None:
    """A player may try again while the store is away or full. All else is a fault of ours."""
    assert type(translate(fault)) is kind


@pytest.mark.parametrize(
    ("read", "reply"), [(as_int, [b"1"]), (as_int, None), (as_bytes, 1), (as_bytes, None), (as_list, b"x")]
)
def test_replies_of_the_wrong_shape_are_refused(read: Callable[[Reply], object], reply: Reply) -> None:
    with pytest.raises(StoreRejected):
        read(reply)


async def test_settle_waits_for_what_callers_left(stores: Stores) -> None:
    caller = asyncio.create_task(stores.link.call("SET", "late", "1"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    caller.cancel()
    await stores.link.settle()

    async def arrived() -> bool:
        return await stores.link.call("GET", "late") == b"1"

    await until(arrived)


async def test_closing_does_not_wait_for_a_caller_that_never_stops(url: str) -> None:
    stores = Stores(open_redis(url))

    async def nag() -> None:
        while True:
            await stores.link.call("INCR", "n")

    nagging = [asyncio.create_task(nag()) for _ in range(100)]
    await stores.link.call("PING")
    async with asyncio.timeout(20):
        await stores.aclose()
        ended = await asyncio.gather(*nagging, return_exceptions=True)
    assert all(isinstance(fault, StoreUnavailable) for fault in ended)
