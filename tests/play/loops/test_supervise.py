"""Failed loops are restarted and reported."""

import asyncio

import pytest

from app.play.loops import supervise
from app.play.loops.supervise import LoopSupervisor


async def test_a_loop_that_fails_runs_again() -> None:
    runs: list[int] = []
    alive = asyncio.Event()

    async def loop() -> None:
        runs.append(1)
        if len(runs) < 3:
            raise ValueError("a fault")
        alive.set()
        await asyncio.Event().wait()

    supervisor = LoopSupervisor()
    supervisor.start("loop", loop)
    async with asyncio.timeout(5):
        await alive.wait()
    assert supervisor.troubles() == {"loop": "ValueError"}, "it failed twice within 5 s"
    await supervisor.stop()
    assert len(runs) == 3


async def test_failures_after_good_runs_are_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run counts as a long one until the last one begins."""
    monkeypatch.setattr(supervise, "_GOOD_AFTER_S", -1.0)
    monkeypatch.setattr(supervise, "_FIRST_PAUSE_S", 0.0)
    runs: list[int] = []
    alive = asyncio.Event()

    async def loop() -> None:
        runs.append(1)
        if len(runs) < 3:
            raise ValueError("a fault")
        alive.set()
        await asyncio.Event().wait()

    supervisor = LoopSupervisor()
    supervisor.start("loop", loop)
    async with asyncio.timeout(30):
        await alive.wait()
    monkeypatch.setattr(supervise, "_GOOD_AFTER_S", 1e9)
    assert supervisor.troubles() == {}
    await supervisor.stop()


async def test_a_loop_that_ends_is_a_trouble() -> None:
    ended = asyncio.Event()

    async def loop() -> None:
        ended.set()

    supervisor = LoopSupervisor()
    supervisor.start("loop", loop)
    assert supervisor.troubles() == {"loop": "stopped"}
    await ended.wait()
    await asyncio.sleep(0)
    assert supervisor.troubles() == {"loop": "returned"}
    await supervisor.stop()


async def test_a_loop_that_runs_is_no_trouble() -> None:
    begun = asyncio.Event()

    async def loop() -> None:
        begun.set()
        await asyncio.Event().wait()

    supervisor = LoopSupervisor()
    supervisor.start("loop", loop)
    await begun.wait()
    assert supervisor.troubles() == {}
    await supervisor.stop()


async def test_a_loop_that_misses_a_cancel_ends_too() -> None:
    """``asyncio.wait_for`` of Python 3.11 drops a cancel if what it waits for is done at that moment."""
    begun = asyncio.Event()
    missed: list[bool] = []

    async def loop() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            missed.append(True)
        await asyncio.Event().wait()

    supervisor = LoopSupervisor()
    supervisor.start("a", loop)
    await begun.wait()
    async with asyncio.timeout(30):
        await supervisor.stop()
    assert missed
