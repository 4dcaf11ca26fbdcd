"""Alembic commands in a test, also those that `migrate` refuses."""

from collections.abc import Callable

from alembic.config import Config

from app.db.engine.migrate import apply_step, migration_transaction


async def run_alembic(url: str, step: Callable[[Config], None]) -> None:
    """Run an Alembic command in a migration transaction of its own."""
    async with migration_transaction(url) as transaction:
        await transaction.run_sync(apply_step, step)
