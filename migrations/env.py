"""How Alembic reaches the database: over the server's own connection, or from the command line.

``DATABASE_URL=… alembic upgrade head`` does what the server does at its start.
"""

import asyncio
import os

from alembic import context
from sqlalchemy import Connection

from app.db.engine.migrate import migration_transaction
from app.db.engine.urls import parse_url
from app.db.tables.models import Base


def run(connection: Connection) -> None:
    """Run the migrations in the transaction that the connection is in."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        # SQLite cannot alter a constraint: the table is made anew
        render_as_batch=connection.dialect.name == "sqlite",
        transactional_ddl=True,
    )
    context.run_migrations()


async def run_from_command_line(url: str) -> None:
    """Run the migrations in a transaction of their own."""
    async with migration_transaction(url) as transaction:
        await transaction.run_sync(run)


def run_offline(url: str) -> None:
    """Print the statements for PostgreSQL or SQLite instead of running them (``--sql``)."""
    dialect = parse_url(url).get_backend_name()
    context.configure(dialect_name=dialect, target_metadata=Base.metadata, literal_binds=True)
    with context.begin_transaction():
        context.run_migrations()


def named_url() -> str:
    """The database that the command line means."""
    url = os.environ.get("DATABASE_URL")
    if not url:
        raise SystemExit("Set DATABASE_URL to the database that is meant, as for the server.")
    return url


given = context.config.attributes.get("connection")
if isinstance(given, Connection):
    run(given)
elif context.is_offline_mode():
    run_offline(named_url())
else:
    asyncio.run(run_from_command_line(named_url()))
