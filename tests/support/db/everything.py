"""A database with something in every table."""

from typing import TypeAlias

from sqlalchemy import Connection, select

from app.db import Database
from app.db.backup.tables import tables_of
from app.db.cards import cards
from app.db.engine.migrate import migration_transaction
from app.db.hands import hands
from app.db.people import sessions
from tests.support.db.samples import HAND, NOW, add_room

Rows: TypeAlias = dict[str, list[tuple[object, ...]]]

_MORE: dict[str, list[dict[str, object]]] = {
    "recovery_codes": [{"player_id": "p-yong", "code_hash": "c" * 64, "created_at": NOW}],
    "restrictions": [{"player_id": "p-mei", "banned_at": None, "muted_at": NOW, "reason": '吵"\n'}],
    "notices": [{"key": "banner", "value": "今晚八点", "updated_at": NOW}],
    "probes": [{"name": "worker-1", "at": NOW}],
    "server_keys": [{"name": "origins", "value": "ab" * 32, "created_at": NOW}],
    "admins": [
        {"id": "a-1", "name": "op", "password": "x", "totp_secret": None, "totp_step": 0, "created_at": NOW}
    ],
    "admin_sessions": [{"id_hash": "d" * 64, "admin_id": "a-1", "created_at": NOW, "expires_at": NOW + 1}],
    "audit_log": [
        {
            "id": "l-1",
            "admin_id": "a-1",
            "act": "grant",
            "target": "p-yong",
            "detail": {"cards": 2**40, "why": None},
            "created_at": NOW,
        }
    ],
}


async def fill_everything(url: str) -> None:
    """Put rows into every table of a freshly migrated database."""
    db = Database(url)
    try:
        await add_room(db)
        async with db.write() as tx:
            await hands.record_hand(tx, HAND)
            await sessions.create(tx, "token", "p-yong", "cookie", NOW, NOW + 1)
            await cards.grant(tx, "z-grant", "p-yong", 9, NOW)
            # the order of the keys is not the order of the references
            await cards.hold(tx, "z-hold", "p-yong", 4, NOW, room="r-1", match=1, reason="owner")
            await cards.post(tx, "a-post", "z-hold", NOW, 3)
            await cards.hold(tx, "y-open", "p-yong", 2, NOW, room="r-1", match=2, reason="owner")
    finally:
        await db.close()
    async with migration_transaction(url) as transaction:
        await transaction.run_sync(_add_more)


async def rows_of(url: str) -> Rows:
    """All rows of all tables, by table."""
    async with migration_transaction(url) as transaction:
        return await transaction.run_sync(_all_rows)


def _add_more(connection: Connection) -> None:
    for table in tables_of(connection):
        if table.name in _MORE:
            connection.execute(table.insert(), _MORE[table.name])


def _all_rows(connection: Connection) -> Rows:
    return {
        table.name: [
            tuple(row) for row in connection.execute(select(*table.columns).order_by(*table.primary_key))
        ]
        for table in tables_of(connection)
    }
