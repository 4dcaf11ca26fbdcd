"""The tables that a database really has, whatever this program believes."""

from typing import Final

from alembic.migration import MigrationContext
from sqlalchemy import JSON, Connection, LargeBinary, MetaData, Select, Table, select

_OF_ALEMBIC: Final = "alembic_version"


def revision_of(connection: Connection) -> str | None:
    """The revision of the migrations that made the tables; None without any."""
    return MigrationContext.configure(connection).get_current_revision()


def tables_of(connection: Connection) -> list[Table]:
    """All tables but Alembic's own, each after those that it refers to."""
    metadata = MetaData()
    metadata.reflect(connection)
    for table in metadata.tables.values():
        for column in table.columns:
            if isinstance(column.type, JSON):
                # a missing value is NULL again, and not the word null
                column.type = JSON(none_as_null=True)
    return [table for table in metadata.sorted_tables if table.name != _OF_ALEMBIC]


def holds_bytes(table: Table, name: str) -> bool:
    """Whether a column holds bytes."""
    return isinstance(table.columns[name].type, LargeBinary)


def rows_in_order(table: Table) -> Select[*tuple[object, ...]]:
    """All rows, those first that others of the same table refer to, else by key.

    Enough for references that are one step deep, as from the end of a hold to the hold.
    """
    own = [key.parent for key in table.foreign_keys if key.column.table is table]
    return select(*table.columns).order_by(*(column.is_not(None) for column in own), *table.primary_key)
