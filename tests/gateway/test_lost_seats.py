"""A player who has lost the seat reads why: on the open socket, at the next hello, and at the next join."""

from collections.abc import AsyncIterator

import pytest

from app.config.settings import Settings
from app.stores import Stores
from tests.support.live import QUICK, Live, Player, guests, live
from tests.support.raw import raw

pytestmark = [pytest.mark.store, pytest.mark.database]


@pytest.fixture
async def hasty(settings: Settings, stores: Stores) -> AsyncIterator[Live]:
    """A server whose lobbies wait 100 ms for a player who is offline."""
    async with live(settings.changed(pace=QUICK.model_copy(update={"away_ms": 100}))) as served:
        yield served


async def _hello(server: Live, player: Player) -> tuple[str, int | None]:
    """The code of the error that answers a hello, and the close code."""
    async with raw(server.url) as socket:
        ticket = await player.api.ticket()
        await socket.say({"type": "hello", "version": 1, "ticket": ticket, "room": player.room["id"]})
        first = await socket.hear()
        return first["code"], await socket.closed()


async def test_a_player_whom_the_owner_removes_reads_it_everywhere(server: Live, four: list[Player]) -> None:
    code = await four[0].create()
    await four[0].connect()
    await four[1].join(code)
    async with raw(server.url) as socket:
        await socket.hello(four[1].api, four[1].room["id"])
        await socket.until("snapshot")
        name = four[0].view["seats"][1]["name"]
        await four[0].table.act({"type": "remove_player", "seat": 1, "name": name})
        assert (await socket.until("error"))["code"] == "removed"
        assert await socket.closed() == 4503
    assert await _hello(server, four[1]) == ("removed", 4503)
    refused = await four[1].call("POST", f"/api/rooms/{code}/join", {})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "removed")
    assert (await four[1].call("GET", "/api/me")).json()["room"] is None
    view = await four[0].until(lambda view: view["seats"][1] is None)
    assert view["departed"] == [{"name": name, "why": "removed"}]


async def test_a_player_whose_seat_has_lapsed_reads_it_and_may_come_back(hasty: Live) -> None:
    async with guests(hasty.url, "甲乙") as (owner, absent):
        code = await owner.create()
        await owner.connect()
        await absent.join(code)
        view = await owner.until(lambda view: view["departed"] != [])
        assert view["departed"] == [{"name": "乙", "why": "away"}]
        assert await _hello(hasty, absent) == ("seat_lapsed", 4503)
        assert (await absent.call("POST", f"/api/rooms/{code}/join", {})).status_code == 200


async def test_a_stranger_reads_what_a_room_that_is_not_there_says(server: Live, four: list[Player]) -> None:
    await four[0].create()
    four[1].room = four[0].room
    assert await _hello(server, four[1]) == ("room_unavailable", 4503)
