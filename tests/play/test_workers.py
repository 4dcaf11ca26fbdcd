"""Several workers on one store serve one table."""

import pytest

from app.config.settings import Settings
from tests.support.live import Live, Player, all_until, guests, live, play_hand, seat_four, start

pytestmark = [pytest.mark.store, pytest.mark.database]


async def test_two_workers_serve_one_room(server: Live, settings: Settings) -> None:
    async with (
        live(settings) as other,
        guests(server.url, "甲丙") as here,
        guests(other.url, "乙丁") as there,
    ):
        players = [here[0], there[0], here[1], there[1]]
        await seat_four(players)
        await start(players)
        await play_hand(players)
        views = await all_until(players, "ended")
    assert [view["results"] for view in views] == [views[0]["results"]] * 4
    assert sum(views[0]["results"][0]) == 0


async def test_players_move_to_the_worker_that_stays(server: Live, settings: Settings) -> None:
    """The worker drains and stops. Its player reconnects to the other worker and misses no frame."""
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
