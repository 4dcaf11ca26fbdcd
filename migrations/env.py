"""Alembic's way to the database: the connection of the server, or ``DATABASE_URL`` on the command line.

``DATABASE_URL=… alembic upgrade head`` does the same as the server at its start.
"""

import asyncio
import os

from alembic import context
from sqlalchemy import Connection

from app.db.engine.migrate import migration_transaction
from app.db.engine.urls import parse_url
from app.db.tables.models import Base


def run(connection: Connection) -> None:
    """Run the migrations in the transaction of the connection."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        # SQLite cannot alter a constraint, so Alembic rebuilds the table
        render_as_batch=connection.dialect.name == "sqlite",
        transactional_ddl=True,
    )
    context.run_migrations()


async def run_from_command_line(url: str) -> None:
    """Run the migrations in a new transaction."""
    async with migration_transaction(url) as transaction:
        await transaction.run_sync(run)


def run_offline(url: str) -> None:
    """Print the SQL statements instead of running them (``--sql``)."""
    dialect = parse_url(url).get_backend_name()
    context.configure(dialect_name=dialect, target_metadata=Base.metadata, literal_binds=True)
    with context.begin_transaction():
        context.run_migrations()


def named_url() -> str:
    """``DATABASE_URL``. Raises SystemExit if it is not set."""
    url = os.environ.get("DATABASE_URL")
    if not url:
        raise SystemExit("Set DATABASE_URL to the database, as for the server.")
    return url


given = context.config.attributes.get("connection")
if isinstance(given, Connection):
    run(given)
elif context.is_offline_mode():
    run_offline(named_url())
else:
    asyncio.run(run_from_command_line(named_url()))
