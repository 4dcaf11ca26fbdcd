"""Drain of a worker: each client gets a ``bye`` with a retry time, and no member goes offline."""

import asyncio

import pytest

from app.config.settings import Settings
from app.main import drain
from tests.support.live import Live, Player, live
from tests.support.raw import raw

pytestmark = [pytest.mark.store, pytest.mark.database]


async def test_a_draining_worker_sends_bye(settings: Settings, four: list[Player], server: Live) -> None:
    code = await four[0].create()
    async with live(settings) as stopping, raw(stopping.url) as socket:
        await four[1].join(code)
        await four[1].connect()
        await socket.hello(four[0].api, four[0].room["id"])
        await four[1].until(lambda view: view["seats"][0].get("online", True))
        stopped = asyncio.create_task(drain(stopping.app))
        bye = await socket.until("bye")
        assert bye["code"] == 1012
        assert 0 < bye["retry_ms"] <= 5_000
        assert await socket.closed() == 1012
        await stopped
        async with raw(stopping.url) as late:
            assert await late.closed() == 1012
    assert four[1].view["seats"][0].get("online", True), "a drained member stays online"


async def test_a_closed_page_is_shown_to_the_others(server: Live, four: list[Player]) -> None:
    code = await four[0].create()
    await four[0].connect()
    await four[1].join(code)
    await four[1].connect()
    await four[0].until(lambda view: bool(view["seats"][1]) and view["seats"][1].get("online", True))
    await four[1].leave_line()
    await four[0].until(lambda view: view["seats"][1].get("online", True) is False)
