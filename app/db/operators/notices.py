"""Settings for the whole server: the announcement, and whether new rooms are refused."""

from sqlalchemy import delete, insert, select

from app.db.engine.database import ReadTx, WriteTx
from app.db.tables.models_admin import Notice

_ANNOUNCEMENT = "announcement"
_DRAIN = "drain"


async def announcement(tx: ReadTx) -> str:
    """The announcement for every lobby and table; empty if there is none."""
    return await _get(tx, _ANNOUNCEMENT) or ""


async def announce(tx: WriteTx, text: str, now: int) -> None:
    """Replace the announcement. ``now``: server ms."""
    await _put(tx, _ANNOUNCEMENT, text, now)


async def draining(tx: ReadTx) -> bool:
    """Whether new rooms are refused."""
    return await _get(tx, _DRAIN) is not None


async def set_draining(tx: WriteTx, on: bool, now: int) -> None:
    """Refuse new rooms, or allow them. ``now``: server ms."""
    await _put(tx, _DRAIN, "on" if on else "", now)


async def _get(tx: ReadTx, key: str) -> str | None:
    return (await tx.execute(select(Notice.value).where(Notice.key == key))).scalar_one_or_none()


async def _put(tx: WriteTx, key: str, value: str, now: int) -> None:
    await tx.execute(delete(Notice).where(Notice.key == key))
    if value:
        await tx.execute(insert(Notice).values({"key": key, "value": value, "updated_at": now}))
