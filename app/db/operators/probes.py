"""Whether the database takes writes: a full disk may still answer every question."""

from typing import Final

from sqlalchemy import delete, insert, or_

from app.db.engine.database import WriteTx
from app.db.tables.models_admin import Probe

_DAY_MS: Final = 24 * 3_600_000


async def write(tx: WriteTx, name: str, now: int) -> None:
    """Write the row of the worker ``name``. ``now``: server ms. Rows of a day ago go."""
    await tx.execute(delete(Probe).where(or_(Probe.name == name, Probe.at < now - _DAY_MS)))
    await tx.execute(insert(Probe).values({"name": name, "at": now}))
