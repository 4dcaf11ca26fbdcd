"""Rows that the tables refuse on both engines."""

import contextlib

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.db import ConstraintViolated, Database, WriteTx
from app.db.hands.hands import record_hand
from app.db.tables.models import Base
from tests.support.db.samples import HAND, add_room, hand_of_two

pytestmark = pytest.mark.database

HAND_KEY = {"room_id": "r-1", "match": 1, "hand": 1}
TRANSFER = HAND_KEY | {"line": 9, "payer": 0, "payee": 1, "ke": 5, "reason": "discard"}
MEMBER = {"room_id": "r-1", "slot": 1, "seat": 1, "player_id": "p-mei", "name": "小梅"}
MEMBER |= {"is_bot": False, "has_left": False}


NAMELESS = {"fk": "FOREIGN KEY", "pk": "UNIQUE", "uq": "UNIQUE"}
"""How SQLite says by which kind of constraint it refuses a row. It does not name them."""


def names(constraint: str) -> str:
    """The pattern of a refusal by exactly this constraint."""
    nameless = NAMELESS.get(constraint[:2])
    return rf"\b{constraint}\b" + (f"|^{nameless} constraint failed" if nameless else "")


@pytest.fixture
async def ledger(db: Database) -> Database:
    """A database with one recorded hand."""
    await add_room(db)
    async with db.write() as tx:
        await record_hand(tx, HAND)
    return db


async def insert(tx: WriteTx, table: str, values: dict[str, object]) -> None:
    await tx.execute(Base.metadata.tables[table].insert().values(values))


async def change(db: Database, table: str, values: dict[str, object]) -> None:
    async with db.write() as tx:
        await tx.execute(Base.metadata.tables[table].update().values(values))


@pytest.mark.parametrize("seat", range(4))
async def test_an_unbalanced_hand(ledger: Database, seat: int) -> None:
    with pytest.raises(ConstraintViolated, match=names("ck_hands_balance")):
        await change(ledger, "hands", {f"d{seat}": HAND.deltas[seat] + 1})


@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"players": 3}, "ck_hands_unused_seats"),
        ({"players": 2, "d0": -15, "d3": 0, "next_dealer": 0}, "ck_hands_unused_seats"),
        ({"players": 5}, "ck_hands_players"),
        ({"players": 1, "d0": 0, "d1": 0, "d2": 0, "d3": 0, "next_dealer": 0}, "ck_hands_players"),
        ({"dealer": 4}, "ck_hands_dealer"),
        ({"next_dealer": -1}, "ck_hands_dealer"),
    ],
)
async def test_an_impossible_hand(ledger: Database, changes: dict[str, object], constraint: str) -> None:
    with pytest.raises(ConstraintViolated, match=names(constraint)):
        await change(ledger, "hands", changes)


@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"ke": 0}, "ck_hand_transfers_ke"),
        ({"ke": -5}, "ck_hand_transfers_ke"),
        ({"payee": 0}, "ck_hand_transfers_two_seats"),
        ({"payee": 4}, "ck_hand_transfers_seats"),
        ({"payer": -1}, "ck_hand_transfers_seats"),
        ({"hand": 2}, "fk_hand_transfers_room_id_match_hand"),
        ({"line": 0}, "pk_hand_transfers"),
    ],
)
async def test_an_impossible_transfer(ledger: Database, changes: dict[str, object], constraint: str) -> None:
    with pytest.raises(ConstraintViolated, match=names(constraint)):
        async with ledger.write() as tx:
            await insert(tx, "hand_transfers", TRANSFER | changes)
    async with ledger.write() as tx:
        await insert(tx, "hand_transfers", TRANSFER)


@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"player_id": "p-yong"}, "uq_room_members_room_id_player_id"),
        ({"slot": 0}, "pk_room_members"),
        ({"slot": 4}, "ck_room_members_place"),
        ({"seat": -1}, "ck_room_members_place"),
        ({"player_id": None}, "ck_room_members_bot"),
        ({"is_bot": True}, "ck_room_members_bot"),
    ],
)
async def test_an_impossible_member(ledger: Database, changes: dict[str, object], constraint: str) -> None:
    with pytest.raises(ConstraintViolated, match=names(constraint)):
        async with ledger.write() as tx:
            await insert(tx, "room_members", MEMBER | changes)
    async with ledger.write() as tx:
        await insert(tx, "room_members", MEMBER)


@pytest.mark.parametrize(
    ("table", "changes"),
    [
        ("hands", {"d0": HAND.deltas[0] + 0.5, "d1": HAND.deltas[1] - 0.5}),
        ("hands", {"d2": HAND.deltas[2] + 0.25, "d3": HAND.deltas[3] - 0.25}),
        ("hand_transfers", {"ke": 5.5}),
    ],
)
async def test_fractions_of_a_ke_are_never_kept(
    ledger: Database, table: str, changes: dict[str, object]
) -> None:
    # SQLite refuses them by the constraint, PostgreSQL by the type of the column
    with contextlib.suppress(ConstraintViolated, DBAPIError):
        await change(ledger, table, changes)
    async with ledger.read() as tx:
        hand = (await tx.execute(text("SELECT d0, d1, d2, d3 FROM hands"))).one()
        paid = (await tx.execute(text("SELECT ke FROM hand_transfers"))).scalars().all()
    assert all(isinstance(ke, int) for ke in (*hand, *paid))
    assert sum(hand) == 0


async def test_a_recorded_hand_cannot_be_pulled_out_from_under_its_parts(ledger: Database) -> None:
    with pytest.raises(ConstraintViolated, match=names("fk_hand_seats_room_id_match_hand")):
        async with ledger.write() as tx:
            await tx.execute(text("DELETE FROM hands"))
    with pytest.raises(ConstraintViolated, match=names("fk_hands_room_id")):
        async with ledger.write() as tx:
            await tx.execute(text("DELETE FROM rooms"))


@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"status": "closed"}, "ck_rooms_closed"),
        ({"closed_at": 1}, "ck_rooms_closed"),
        ({"status": "paused"}, "ck_rooms_status"),
        ({"epoch": 0}, "ck_rooms_counters"),
        ({"match": -1}, "ck_rooms_counters"),
    ],
)
async def test_an_impossible_room(ledger: Database, changes: dict[str, object], constraint: str) -> None:
    with pytest.raises(ConstraintViolated, match=names(constraint)):
        await change(ledger, "rooms", changes)


async def test_seats_of_a_table_of_two_stay_empty(ledger: Database) -> None:
    async with ledger.write() as tx:
        await record_hand(tx, hand_of_two(hand=2))
    with pytest.raises(ConstraintViolated, match=names("ck_hands_unused_seats")):
        async with ledger.write() as tx:
            await tx.execute(text("UPDATE hands SET d0 = -5, d2 = 1 WHERE hand = 2"))
