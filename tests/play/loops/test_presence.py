"""An expired lease is swept in the end, even if the sweeping worker dies or the room is busy."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from app.play.loops.presence import PresenceLoop
from app.rooms.steps.commands import CloseRoom, Connected
from app.stores import Presence
from app.stores.rooms import presence as presence_module
from tests.support.live import eventually
from tests.support.play.bench import OWNER, Bench
from tests.support.play.faults import (
    Gate,
    expire,
    kill,
    launch,
    lease_of,
    others_faster,
    running,
    stop_after,
    stop_before,
)

pytestmark = [pytest.mark.store, pytest.mark.database]
Place: TypeAlias = Callable[[Bench, pytest.MonkeyPatch], Gate]


async def lapsed(bench: Bench) -> str:
    """A room whose owner is online with an expired lease. Returns the room id."""
    room_id = await bench.lobby_of_one()
    await bench.service.execute(room_id, Connected(OWNER.player_id, "7"))
    await bench.stores.presence.renew(room_id, 0, 7, 60_000)
    await expire(bench.stores, room_id, 0)
    return room_id


def loop_of(bench: Bench) -> PresenceLoop:
    """The sweeping loop of one worker."""
    return PresenceLoop(bench.service, bench.stores.presence)


async def swept(bench: Bench, room_id: str) -> None:
    """Run another sweeping loop until the owner is offline and the lease is gone."""

    async def done() -> bool:
        owner = (await bench.room(room_id)).by_player(OWNER.player_id)
        assert owner is not None
        return not owner.online and await lease_of(bench.stores, room_id, 0) is None

    async with running(loop_of(bench).run):
        await eventually(done)


def in_the_commit(bench: Bench, patch: pytest.MonkeyPatch) -> Gate:
    """Stop before the commit."""
    return stop_before(patch, bench.stores.rooms, "commit")


def after_the_commit(bench: Bench, patch: pytest.MonkeyPatch) -> Gate:
    """Stop after the commit, before the lease is dropped."""
    return stop_after(patch, bench.stores.rooms, "commit")


@pytest.mark.parametrize("place", [in_the_commit, after_the_commit])
async def test_a_worker_that_dies_in_a_sweep_leaves_the_lease(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, place: Place
) -> None:
    monkeypatch.setattr(presence_module, "VISIBILITY_MS", 1)
    room_id = await lapsed(bench)
    with pytest.MonkeyPatch.context() as patch:
        gate = place(bench, patch)
        dying = launch(loop_of(bench).run)
        await gate.reached()
        await kill(dying)
    assert await lease_of(bench.stores, room_id, 0) is not None
    await swept(bench, room_id)


async def test_a_busy_room_is_swept_later(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence_module, "VISIBILITY_MS", 1)
    room_id = await lapsed(bench)
    async with others_faster(bench.stores):
        assert await loop_of(bench).sweep() == 1
    assert await lease_of(bench.stores, room_id, 0) is not None
    await swept(bench, room_id)


async def test_the_lease_of_a_missing_room_is_dropped(bench: Bench) -> None:
    room_id = await lapsed(bench)
    await bench.service.execute(room_id, CloseRoom("test"))
    while await bench.relay.drain():
        continue
    await bench.stores.rooms.delete(room_id)
    await bench.stores.presence.renew(room_id, 0, 7, 0)
    await expire(bench.stores, room_id, 0)
    assert await loop_of(bench).sweep() == 1
    assert await lease_of(bench.stores, room_id, 0) is None


async def test_a_connection_that_comes_back_during_a_sweep_keeps_its_lease(bench: Bench) -> None:
    """The new connection takes the lease between the sweep of the old one and its drop."""
    room_id = await lapsed(bench)
    with pytest.MonkeyPatch.context() as patch:
        gate = stop_before(patch, Presence, "drop")
        sweeping = launch(loop_of(bench).sweep)
        await gate.reached()
        assert await bench.stores.presence.renew(room_id, 0, 8, 60_000)
        await bench.service.execute(room_id, Connected(OWNER.player_id, "8"))
        gate.open()
        await sweeping
    assert await bench.stores.presence.expired(await bench.stores.rooms.now_ms()) == []
    assert await lease_of(bench.stores, room_id, 0) is not None
    owner = (await bench.room(room_id)).by_player(OWNER.player_id)
    assert owner is not None
    assert owner.online
