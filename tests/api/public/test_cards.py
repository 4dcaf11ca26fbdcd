"""Room cards over HTTP and on the socket: what a room costs, and what a player has."""

from typing import Any

import pytest

from app.client.table import Rejected
from app.config.settings import CardPrices, Settings
from app.db import Database
from app.db.cards import cards
from tests.support.exact import exactly
from tests.support.live import Live, Player, all_until, play_hand, seat_four, start

pytestmark = [pytest.mark.store, pytest.mark.database]
PRICES = CardPrices(owner={1: 2, 4: 6}, split={8: 5}, winner={8: 3})
WISH: dict[str, Any] = {"key": "key-0001", "preset": "classic", "options": {"hands": 1}}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """A server whose rooms cost something."""
    return settings.changed(free_rooms=False, card_prices=PRICES)


async def grant(server: Live, player: Player, count: int) -> None:
    """Cards from the operator."""
    db = Database(server.settings.database)
    async with db.write() as tx:
        await cards.grant(tx, f"operator:{player.name}", player.account.id, count, 1, "欢迎")
    await db.close()


async def purse(player: Player) -> tuple[int, int]:
    """To spend, and held."""
    body = (await player.call("GET", "/api/cards")).json()
    return body["available"], body["held"]


async def test_a_page_knows_what_a_room_will_cost(server: Live, four: list[Player]) -> None:
    told = (await four[0].call("GET", "/api/config")).json()["cards"]
    assert told == {
        "free": False,
        "prices": {"owner": {"1": 2, "4": 6}, "split": {"8": 5}, "winner": {"8": 3}},
    }


@pytest.mark.parametrize(
    ("payer", "hands", "cost", "join_cost", "held"),
    [
        ("owner", 1, 2, 0, 2),
        ("owner", 4, 6, 0, 6),
        ("owner", 16, 6, 0, 6),
        ("split", 8, 5, 1, 2),
        ("winner", 1, 3, 3, 3),
    ],
)
async def test_a_card_says_who_pays_how_much(
    server: Live, four: list[Player], payer: str, hands: int, cost: int, join_cost: int, held: int
) -> None:
    await grant(server, four[0], 10)
    wish = {**WISH, "options": {"hands": hands}, "payer": payer}
    card = (await four[0].call("POST", "/api/rooms", wish)).json()["room"]
    assert (card["payer"], card["cost"], card["join_cost"]) == (payer, cost, join_cost)
    assert await purse(four[0]) == (10 - held, held)
    seen = await four[1].api.room(card["code"])
    assert (seen["payer"], seen["cost"], seen["join_cost"]) == (payer, cost, join_cost)


async def test_without_cards_there_is_no_room(server: Live, four: list[Player]) -> None:
    refused = await four[0].call("POST", "/api/rooms", WISH)
    error = refused.json()["error"]
    assert (refused.status_code, error["code"]) == (409, "no_cards")
    assert (error["cost"], error["available"]) == (2, 0)
    assert (await four[0].api.me())["room"] is None
    await grant(server, four[0], 2)
    assert (await four[0].call("POST", "/api/rooms", WISH)).status_code == 201, "the key is still good"
    assert (await four[0].call("POST", "/api/rooms", WISH)).status_code == 200
    assert await purse(four[0]) == (0, 2)


async def test_without_cards_there_is_no_seat(server: Live, four: list[Player]) -> None:
    await grant(server, four[0], 3)
    code = (await four[0].call("POST", "/api/rooms", {**WISH, "payer": "winner"})).json()["room"]["code"]
    refused = await four[1].call("POST", f"/api/rooms/{code}/join", {})
    error = refused.json()["error"]
    assert (refused.status_code, error["code"], error["cost"], error["available"]) == (409, "no_cards", 3, 0)
    await grant(server, four[1], 3)
    assert (await four[1].call("POST", f"/api/rooms/{code}/join", {})).status_code == 200
    assert await purse(four[1]) == (0, 3)


async def test_an_unknown_payer(server: Live, four: list[Player]) -> None:
    refused = await four[0].call("POST", "/api/rooms", {**WISH, "payer": "nobody"})
    assert (refused.status_code, refused.json()["error"]["field"]) == (422, "payer")


async def test_a_whole_match_and_a_rematch_that_cannot_be_paid(server: Live, four: list[Player]) -> None:
    for player in four:
        await grant(server, player, 2)
    await seat_four(four, payer="split", options={"hands": 1, "seating": "keep"})
    assert (four[1].view["room"]["payer"], four[1].view["room"]["cost"]) == ("split", 5)
    assert [await purse(player) for player in four] == [(0, 2), (1, 1), (1, 1), (1, 1)]
    await start(four)
    await play_hand(four)
    await all_until(four, "ended")
    assert [await purse(player) for player in four] == [(0, 0), (1, 0), (1, 0), (1, 0)]
    for player in four[1:3]:
        await player.table.act({"type": "rematch"})
        assert await purse(player) == (0, 1)
    with pytest.raises(Rejected, match=exactly("no_cards")):
        await four[0].table.act({"type": "rematch"})
    assert four[0].view["phase"] == "ended"
    history = (await four[0].call("GET", "/api/cards")).json()["history"]
    code = four[0].room["code"]
    told = [(line["kind"], line["cards"], line["change"], line["room"], line["reason"]) for line in history]
    assert told == [
        ("post", 2, 0, code, "first_hand"),
        ("hold", 2, -2, code, "split"),
        ("grant", 2, 2, None, "欢迎"),
    ]


async def test_cards_are_told_to_their_owner_only(server: Live, four: list[Player]) -> None:
    await grant(server, four[0], 7)
    assert await purse(four[1]) == (0, 0)
    await four[0].call("POST", "/api/logout", {})
    assert (await four[0].call("GET", "/api/cards")).status_code == 401
