"""Secret keys that all workers share. The server creates them itself."""

from sqlalchemy import select

from app.db.engine.database import ReadTx, WriteTx
from app.db.tables.insert_new import insert_new
from app.db.tables.models_admin import ServerKey


async def find(tx: ReadTx, name: str) -> bytes | None:
    """The key with this name, or None."""
    found = await tx.execute(select(ServerKey.value).where(ServerKey.name == name))
    value = found.scalar_one_or_none()
    return None if value is None else bytes.fromhex(value)


async def agree(tx: WriteTx, name: str, proposed: bytes, now: int) -> bytes:
    """The key with this name. The first proposal is stored; later ones are ignored. ``now``: server ms."""
    values = {"name": name, "value": proposed.hex(), "created_at": now}
    if await insert_new(tx, ServerKey, values, ServerKey.name):
        return proposed
    return await find(tx, name) or proposed
