"""Bots over the public interface, and the client through a lost server."""

import asyncio
import secrets

import pytest

from app.client.api import Api, ServerRefusal
from app.client.bots import Bot, run_bots
from app.client.table import Rejected, Table, TableClosed
from tests.support.client import View, view_of
from tests.support.live import Live, live
from tests.support.live import Player as LivePlayer


async def _room(server: Live, hands: int = 1) -> tuple[Api, str]:
    api = Api(server.url)
    await api.create_guest("房主")
    card = await api.create_room(
        key=secrets.token_hex(8), preset="classic", options={"hands": hands, "players": 4}, turn_seconds=30
    )
    code: str = card["code"]
    return api, code


async def test_three_bots_and_their_host_play_a_match_to_the_end(server: Live) -> None:
    api, code = await _room(server)
    said: list[str] = []
    async with api:
        host = asyncio.create_task(_play_as_host(api, code))
        views = await run_bots(server.url, code, 3, think_s=0.0, report=said.append)
        final = await host
    assert [view["phase"] for view in views if view is not None] == ["ended"] * 3
    totals = [seat.get("total", 0) for seat in final["seats"]]
    assert sum(totals) == 0
    assert final["results"] == [totals]
    assert len(said) == 4


async def _play_as_host(api: Api, code: str) -> View:
    room = await api.room(code)
    bot = Bot(api, room, 0.0, rematch=False)
    starting = asyncio.create_task(_start_when_full(bot))
    view = await bot.play()
    await starting
    assert view is not None
    return view_of(view)


async def _start_when_full(bot: Bot) -> None:
    while True:
        view = bot.table.view
        if view is not None and all(seat is not None and seat.get("ready") for seat in view["seats"]):
            await bot.table.act({"type": "start"})
            return
        await asyncio.sleep(0.01)


async def test_bots_that_cannot_join_say_why(server: Live) -> None:
    with pytest.raises(ServerRefusal) as refusal:
        await run_bots(server.url, "000000", 1, report=lambda _: None)
    assert refusal.value.code == "room_unavailable"


async def test_a_refusal_reaches_whoever_asked(server: Live) -> None:
    async with LivePlayer(server.url, "阿勇") as player:
        card = await player.api.create_room(key="a" * 16, preset="classic", options={}, turn_seconds=None)
        assert card["id"] is not None
        table = Table(player.api, card["id"], _ignore)
        running = asyncio.create_task(table.run())
        with pytest.raises(Rejected) as refusal:
            await asyncio.wait_for(table.act({"type": "start"}), 10)
        assert refusal.value.code == "not_ready"
        await table.act({"type": "leave"})
        with pytest.raises(TableClosed):
            await asyncio.wait_for(running, 10)


async def test_an_action_survives_a_server_that_goes_and_comes_back(server: Live) -> None:
    async with LivePlayer(server.url, "阿勇") as player:
        card = await player.api.create_room(key="b" * 16, preset="classic", options={}, turn_seconds=None)
    settings = server.settings
    async with live(settings) as second, Api(second.url) as api:
        api.use_token(player.account.token)
        changed = asyncio.Event()

        async def note(_: Table) -> None:
            changed.set()

        assert card["id"] is not None
        table = Table(api, card["id"], note)
        running = asyncio.create_task(table.run())
        await table.act({"type": "add_bot", "all": True})
        await table.drop()
        shown_at = await table.act({"type": "ready", "ready": True, "client_seed": "0" * 32})
        assert shown_at is not None
        async with asyncio.timeout(10):
            while table.seq < shown_at:
                changed.clear()
                await changed.wait()
        assert table.connections == 2
        assert table.view is not None
        assert view_of(table.view)["seats"][0]["ready"] is True
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def _ignore(_table: Table) -> None:
    return None
