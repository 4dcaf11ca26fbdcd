"""Several workers on one store serve one table."""

import asyncio

import pytest

from app.settings import Settings
from tests.live import Live, Player, all_until, live, play_hand, start

pytestmark = [pytest.mark.store, pytest.mark.database]


async def test_two_workers_serve_one_room(server: Live, settings: Settings) -> None:
    async with live(settings) as other:
        players = [
            Player(url, name) for url, name in zip([server.url, other.url] * 2, "甲乙丙丁", strict=True)
        ]
        for player in players:
            await player.__aenter__()
        code = await players[0].create()
        await players[0].connect()
        for player in players[1:]:
            await player.join(code)
            await player.connect()
        await asyncio.gather(*(player.ready() for player in players))
        await players[0].until(lambda view: all(seat and seat.get("ready") for seat in view["seats"]))
        await start(players)
        await play_hand(players)
        views = await all_until(players, "ended")
        for player in players:
            await player.__aexit__(None, None, None)
    assert [view["results"] for view in views] == [views[0]["results"]] * 4
    assert sum(views[0]["results"][0]) == 0


async def test_players_move_to_the_worker_that_stays(server: Live, settings: Settings) -> None:
    """The worker says good-bye and stops; its player comes back to the other one and misses nothing."""
    async with Player(server.url, "甲") as owner:
        code = await owner.create()
        await owner.connect()
        async with live(settings) as other, Player(other.url, "乙") as guest:
            await guest.join(code)
            await guest.connect()
            guest.api._http.base_url = server.url
            guest.api.url = server.url
        assert guest.view["seats"][0]["name"] == "甲"
        await owner.until(lambda view: view["seats"][1] is not None)
