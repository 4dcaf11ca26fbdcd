"""The tables that a database really has, read from its catalogue."""

from typing import Final

from alembic.migration import MigrationContext
from sqlalchemy import JSON, Connection, LargeBinary, MetaData, Select, Table, select

_OF_ALEMBIC: Final = "alembic_version"


def revision_of(connection: Connection) -> str | None:
    """Revision of the tables; None if no migration made them."""
    return MigrationContext.configure(connection).get_current_revision()


def tables_of(connection: Connection) -> list[Table]:
    """All tables except Alembic's, each after the tables that it refers to."""
    metadata = MetaData()
    metadata.reflect(connection)
    for table in metadata.tables.values():
        for column in table.columns:
            if isinstance(column.type, JSON):
                # restore a missing value as NULL, not as JSON null
                column.type = JSON(none_as_null=True)
    return [table for table in metadata.sorted_tables if table.name != _OF_ALEMBIC]


def holds_bytes(table: Table, name: str) -> bool:
    """Whether a column holds bytes."""
    return isinstance(table.columns[name].type, LargeBinary)


def rows_in_order(table: Table) -> Select[*tuple[object, ...]]:
    """A query for all rows by key; rows that refer to other rows of the same table come last.

    This suffices for references of one step, as from a post to its hold.
    """
    own = [key.parent for key in table.foreign_keys if key.column.table is table]
    return select(*table.columns).order_by(*(column.is_not(None) for column in own), *table.primary_key)
