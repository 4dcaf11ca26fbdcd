"""Rows of the card ledger that the tables refuse on both engines."""

import pytest
from sqlalchemy import insert, update

from app.db import ConstraintViolated, Database
from app.db.cards import cards
from app.db.tables.models import CardAccount, CardTransfer
from tests.support.db.samples import NOW

pytestmark = pytest.mark.database
YONG = "p-yong"
VALID: dict[str, object] = {
    "id": "x",
    "debit": "player:p-yong",
    "credit": "burn",
    "amount": 1,
    "kind": "hold",
    "pending_id": None,
    "room": "r-1",
    "match": 1,
    "reason": "",
    "created_at": 1,
}


@pytest.mark.parametrize(
    "change",
    [
        {"amount": 0},
        {"amount": -1},
        {"kind": "gift"},
        {"credit": "player:p-yong"},
        {"credit": "mint"},
        {"debit": "mint"},
        {"debit": "player:nobody"},
        {"kind": "post"},
        {"kind": "void", "pending_id": "nothing"},
        {"pending_id": "h"},
        {"kind": "post", "pending_id": "ended"},
        {"kind": "grant"},
        {"room": None},
        {"match": None},
        {"id": "h"},
    ],
)
async def test_rows_the_database_refuses(db: Database, change: dict[str, object]) -> None:
    async with db.write() as tx:
        await cards.grant(tx, "g", YONG, 5, NOW)
        for key in ("h", "ended"):
            await cards.hold(tx, key, YONG, 1, NOW, room="r-1", match=1, reason="owner")
        await cards.void(tx, "end", "ended", NOW)
    with pytest.raises(ConstraintViolated):
        async with db.write() as tx:
            await tx.execute(insert(CardTransfer).values(VALID | change))
    async with db.write() as tx:
        await tx.execute(insert(CardTransfer).values(VALID))


@pytest.mark.parametrize(
    ("account", "change"),
    [
        ("player:p-yong", {"available": -1}),
        ("player:p-yong", {"held": -1}),
        ("burn", {"available": -1}),
        ("burn", {"held": 1}),
        ("mint", {"held": 1}),
        ("burn", {"id": "bank"}),
    ],
)
async def test_accounts_the_database_refuses(db: Database, account: str, change: dict[str, object]) -> None:
    async with db.write() as tx:
        await cards.grant(tx, "g", YONG, 1, NOW)
        await tx.execute(insert(CardAccount).values(id="burn", available=0, held=0))
    with pytest.raises(ConstraintViolated):
        async with db.write() as tx:
            await tx.execute(update(CardAccount).where(CardAccount.id == account).values(change))
