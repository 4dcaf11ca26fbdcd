"""What the ledger of room cards says about rooms, matches and players."""

import pytest

from app.db import Database
from app.db.cards import cards
from app.db.cards.card_records import Hold, Line
from tests.support.db.samples import NOW, ROOM, add_room

pytestmark = pytest.mark.database
YONG, MEI = "p-yong", "p-mei"


@pytest.fixture
async def house(db: Database) -> Database:
    """A room, and two players with 9 cards each."""
    await add_room(db)
    async with db.write() as tx:
        for player_id in (YONG, MEI):
            await cards.grant(tx, f"g {player_id}", player_id, 9, NOW)
    return db


async def hold(
    db: Database, key: str, player_id: str, count: int, *, room: str = "r-1", now: int = NOW
) -> None:
    async with db.write() as tx:
        await cards.hold(tx, key, player_id, count, now, room=room, match=1, reason="owner")


async def post(db: Database, key: str, count: int, now: int = NOW) -> None:
    async with db.write() as tx:
        await cards.post(tx, f"{key}:post", key, now, count)


async def void(db: Database, key: str, now: int = NOW) -> None:
    async with db.write() as tx:
        await cards.void(tx, f"{key}:void", key, now)


async def test_open_holds_of_a_room(house: Database) -> None:
    await hold(house, "h", YONG, 2)
    await hold(house, "h2", MEI, 1)
    await hold(house, "h3", YONG, 1)
    await void(house, "h3")
    async with house.read() as tx:
        assert await cards.pending(tx, "r-1") == (
            Hold("h2", MEI, 1, 1, "owner"),
            Hold("h", YONG, 2, 1, "owner"),
        )
        assert await cards.pending(tx, "r-2") == ()
        assert await cards.holds_made(tx, "r-1", 1, YONG) == 2
        assert await cards.holds_made(tx, "r-1", 2, YONG) == 0


async def test_what_a_match_was_paid(house: Database) -> None:
    for key, player_id, count in (("h", YONG, 2), ("h2", MEI, 3), ("h3", MEI, 2), ("h4", YONG, 1)):
        await hold(house, key, player_id, count)
    async with house.read() as tx:
        assert (await cards.paid_for(tx, "r-1", 1), await cards.payers(tx, "r-1", 1)) == (0, {})
    for key, count in (("h", 2), ("h2", 1), ("h3", 2)):
        await post(house, key, count)
    await void(house, "h4")
    async with house.read() as tx:
        assert await cards.paid_for(tx, "r-1", 1) == 5
        assert await cards.payers(tx, "r-1", 1) == {YONG: 2, MEI: 3}
        assert (await cards.paid_for(tx, "r-1", 2), await cards.payers(tx, "r-2", 1)) == (0, {})


async def test_what_came_back_at_the_end_of_a_room(house: Database) -> None:
    for key, player_id, count in (("h", YONG, 2), ("h2", MEI, 3), ("h3", MEI, 4)):
        await hold(house, key, player_id, count)
    await void(house, "h", NOW + 1)
    await post(house, "h2", 1, NOW + 2)
    await void(house, "h3", NOW + 2)
    async with house.read() as tx:
        assert [await cards.freed(tx, "r-1", NOW + later) for later in range(4)] == [0, 2, 6, 0]
        assert await cards.freed(tx, "r-2", NOW + 2) == 0


async def test_holds_older_than_a_time(house: Database) -> None:
    await hold(house, "h", YONG, 1, now=NOW + 5)
    await hold(house, "h2", MEI, 1, now=NOW + 4)
    await hold(house, "h3", MEI, 1, room="r-2", now=NOW + 3)
    await hold(house, "h4", YONG, 1, now=NOW + 2)
    await void(house, "h4", NOW + 2)
    h, h2, h3 = (Hold(key, who, 1, 1, "owner") for key, who in (("h", YONG), ("h2", MEI), ("h3", MEI)))
    async with house.read() as tx:
        assert await cards.stale_holds(tx, NOW + 3) == {}
        assert await cards.stale_holds(tx, NOW + 4) == {"r-2": (h3,)}
        assert await cards.stale_holds(tx, NOW + 5) == {"r-1": (h2,), "r-2": (h3,)}
        assert await cards.stale_holds(tx, NOW + 6) == {"r-1": (h2, h), "r-2": (h3,)}


async def test_a_players_history(house: Database) -> None:
    await hold(house, "h", YONG, 3, now=NOW + 1)
    await post(house, "h", 2, NOW + 1)
    async with house.write() as tx:
        await cards.take_back(tx, "t", YONG, 1, NOW + 2)
    async with house.read() as tx:
        lines = await cards.history(tx, YONG)
        assert await cards.history(tx, YONG, limit=2) == lines[:2]
        assert await cards.history(tx, "p-lan") == ()
        available = (await cards.balance(tx, YONG)).available
    assert [_short(line) for line in lines] == [
        ("take_back", 1, -1, None),
        ("post", 2, 1, ROOM.code),
        ("hold", 3, -3, ROOM.code),
        ("grant", 9, 9, None),
    ]
    assert sum(line.change for line in lines) == available == 6


def _short(line: Line) -> tuple[str, int, int, str | None]:
    return line.transfer.kind, line.transfer.amount, line.change, line.code
