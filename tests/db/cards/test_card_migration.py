"""The tables of room cards can be created and dropped in a database with rows."""

import pytest
from alembic import command

from app.db import Database
from app.db.cards import cards
from app.db.cards.card_records import Balance, Totals
from app.db.hands import history, rooms
from app.db.hands.hands import record_hand
from tests.db.engine.test_migrations import ask, tables
from tests.support.db.revisions import run_alembic
from tests.support.db.samples import HAND, NOW, ROSTER, add_room

pytestmark = pytest.mark.database
CARD_TABLES = {"card_accounts", "card_transfers"}


async def kept(url: str) -> tuple[object, ...]:
    """A room with its members, and a hand with its log."""
    db = Database(url)
    async with db.read() as tx:
        found = (
            await rooms.by_id(tx, "r-1"),
            await rooms.roster(tx, "r-1"),
            await history.one_hand(tx, HAND.key),
            await history.hand_log(tx, HAND.key),
        )
    await db.close()
    return found


async def to(url: str, revision: str) -> None:
    """Upgrade or downgrade to a revision."""
    there = await ask(url, tables)
    step = command.downgrade if there >= CARD_TABLES else command.upgrade
    await run_alembic(url, lambda config: step(config, revision))


async def test_up_down_and_up_with_rows_in_place(db: Database, url: str) -> None:
    await add_room(db)
    async with db.write() as tx:
        await rooms.set_roster(tx, "r-1", 0, ROSTER, 7)
        await record_hand(tx, HAND)
    before = await kept(url)
    await db.close()

    await to(url, "0001")
    assert not CARD_TABLES & await ask(url, tables)
    await to(url, "head")
    assert await kept(url) == before

    again = Database(url)
    async with again.write() as tx:
        assert await cards.totals(tx) == Totals(0, 0, 0, 0)
        await cards.grant(tx, "g", "p-yong", 5, NOW)
        await cards.hold(tx, "h", "p-yong", 2, NOW, room="r-1", match=1, reason="owner")
        await cards.post(tx, "h:post", "h", NOW, 1)
    await again.close()
    await to(url, "0001")
    assert await kept(url) == before
    await to(url, "head")
    last = Database(url)
    async with last.read() as tx:
        assert await cards.balance(tx, "p-yong") == Balance(0, 0)
    await last.close()
