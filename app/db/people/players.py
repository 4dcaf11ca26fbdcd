"""Players: create, read, rename, note when last seen."""

from sqlalchemy import insert, select, update

from app.db.engine.database import ReadTx, WriteTx
from app.db.hands.records import PlayerRecord
from app.db.tables.models import Player


async def create_guest(tx: WriteTx, player_id: str, name: str, now: int) -> PlayerRecord:
    """Create a player with a random id from the caller. ``now``: server ms."""
    values = {"id": player_id, "name": name, "created_at": now, "last_seen": now}
    await tx.execute(insert(Player).values(values))
    return PlayerRecord(player_id, name, now, now)


async def get(tx: ReadTx, player_id: str) -> PlayerRecord | None:
    """The player with this id, or None."""
    query = select(Player.id, Player.name, Player.created_at, Player.last_seen).where(Player.id == player_id)
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else PlayerRecord(row.id, row.name, row.created_at, row.last_seen)


async def rename(tx: WriteTx, player_id: str, name: str) -> None:
    """Rename a player. Finished hands keep the old name. The caller has locked the player."""
    await tx.execute(update(Player).where(Player.id == player_id).values(name=name))


async def touch(tx: WriteTx, player_id: str, now: int) -> None:
    """Set the time a player was last seen to ``now`` (server ms), unless a later time is stored."""
    query = update(Player).where(Player.id == player_id, Player.last_seen < now).values(last_seen=now)
    await tx.execute(query)
