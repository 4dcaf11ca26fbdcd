"""``INSERT … ON CONFLICT DO NOTHING`` for SQLite and PostgreSQL."""

from collections.abc import Mapping

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import InstrumentedAttribute

from app.db.engine.database import WriteTx
from app.db.tables.models import Base


async def insert_new(
    tx: WriteTx, table: type[Base], values: Mapping[str, object], key: InstrumentedAttribute[str]
) -> bool:
    """Insert one row unless a unique key is taken. Returns whether it was inserted.

    Waits for a transaction that inserts the same key. ``key``: any column of the table that is never NULL.
    """
    insert = postgresql.insert(table) if tx.dialect.name == "postgresql" else sqlite.insert(table)
    statement = insert.values(dict(values)).on_conflict_do_nothing().returning(key)
    return (await tx.execute(statement)).first() is not None
