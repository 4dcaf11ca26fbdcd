"""A member has one connection: the newest one, on any worker."""

import pytest

from app.config.settings import Settings
from tests.support.live import Live, Player, live
from tests.support.raw import raw

pytestmark = [pytest.mark.store, pytest.mark.database]


async def test_the_second_connection_wins(server: Live, four: list[Player]) -> None:
    await four[0].create()
    async with raw(server.url) as old, raw(server.url) as new:
        await old.hello(four[0].api, four[0].room["id"])
        await new.hello(four[0].api, four[0].room["id"])
        assert await old.closed() == 4509
        assert (await new.act("action-0001", {"type": "add_bot"}))["result"] == "ok"


async def test_the_second_connection_wins_on_another_worker(
    server: Live, settings: Settings, four: list[Player]
) -> None:
    await four[0].create()
    async with live(settings) as other, raw(server.url) as old, raw(other.url) as new:
        await old.hello(four[0].api, four[0].room["id"])
        await new.hello(four[0].api, four[0].room["id"])
        assert await old.closed() == 4509
        assert (await new.act("action-0001", {"type": "add_bot"}))["result"] == "ok"


async def test_the_replaced_connection_does_not_mark_the_new_one_offline(
    server: Live, four: list[Player]
) -> None:
    code = await four[0].create()
    await four[1].join(code)
    await four[1].connect()
    async with raw(server.url) as old, raw(server.url) as new:
        await old.hello(four[0].api, four[0].room["id"])
        await new.hello(four[0].api, four[0].room["id"])
        assert await old.closed() == 4509
        await new.act("action-0001", {"type": "add_bot"})
        view = await four[1].until(lambda view: view["seats"][2] is not None)
        assert view["seats"][0].get("online", True)
    await four[1].until(lambda view: view["seats"][0].get("online", True) is False)


async def test_a_logout_closes_the_socket(server: Live, four: list[Player]) -> None:
    await four[0].create()
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, four[0].room["id"])
        await socket.until("snapshot")
        assert (await four[0].call("POST", "/api/logout", {})).status_code == 204
        assert await socket.closed() == 4501


async def test_a_player_who_leaves_is_no_member_any_more(server: Live, four: list[Player]) -> None:
    code = await four[0].create()
    await four[0].connect()
    await four[1].join(code)
    async with raw(server.url) as socket:
        await socket.hello(four[1].api, four[1].room["id"])
        answer = await socket.act("action-0001", {"type": "leave"})
        assert answer == {"type": "ack", "action_id": "action-0001", "result": "ok"}, (
            "no frame shows it to the player who left"
        )
        assert await socket.closed() == 1000
    await four[0].until(lambda view: view["seats"][1] is None)
    async with raw(server.url) as socket:
        assert (await socket.hello(four[1].api, four[0].room["id"]))["code"] == "room_unavailable"
