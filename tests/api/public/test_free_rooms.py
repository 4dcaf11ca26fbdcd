"""A server whose rooms are free: the same way, and no card moves."""

import pytest

from tests.support.live import Live, Player, all_until, play_hand, seat_four, start

pytestmark = [pytest.mark.store, pytest.mark.database]


@pytest.mark.parametrize("payer", ["owner", "split", "winner"])
async def test_nobody_needs_a_card(server: Live, four: list[Player], payer: str) -> None:
    await seat_four(four, payer=payer, options={"hands": 1, "seating": "keep"})
    assert (four[3].view["room"]["payer"], four[3].view["room"]["cost"]) == (payer, 0)
    await start(four)
    await play_hand(four)
    await all_until(four, "ended")
    for player in four:
        told = (await player.call("GET", "/api/cards")).json()
        assert told == {"available": 0, "held": 0, "free": True, "history": []}
    assert (await four[0].call("GET", "/api/config")).json()["cards"]["free"] is True
