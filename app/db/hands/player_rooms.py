"""The one open room of each player. A row exists before the player has the seat, and until they are gone."""

from collections.abc import Collection

from sqlalchemy import and_, delete, exists, select

from app.db.engine.database import ReadTx, WriteTx
from app.db.engine.errors import DatabaseError
from app.db.tables.insert_new import insert_new
from app.db.tables.models import RoomMember
from app.db.tables.models_people import PlayerRoom


class SeatedElsewhere(DatabaseError):
    """The player has a seat in another open room, the one with the id ``room_id``."""

    def __init__(self, player_id: str, room_id: str) -> None:
        super().__init__("seated_elsewhere")
        self.player_id = player_id
        self.room_id = room_id


async def room_of(tx: ReadTx, player_id: str) -> str | None:
    """Id of the open room of a player, or None."""
    query = select(PlayerRoom.room_id).where(PlayerRoom.player_id == player_id)
    return (await tx.execute(query)).scalar_one_or_none()


async def enter(tx: WriteTx, player_id: str, room_id: str, now: int) -> None:
    """Make a room the one of a player. A repeat changes nothing.

    Raises SeatedElsewhere if the player has another one; let it end the transaction.
    """
    if await _insert(tx, player_id, room_id, now):
        return
    known = await room_of(tx, player_id)
    if known is not None and known != room_id:
        raise SeatedElsewhere(player_id, known)


async def leave(tx: WriteTx, player_id: str, room_id: str) -> bool:
    """Forget that a room is the one of a player. False if it is not."""
    query = delete(PlayerRoom).where(PlayerRoom.player_id == player_id, PlayerRoom.room_id == room_id)
    return (await tx.execute(query)).rowcount == 1


async def keep_only(tx: WriteTx, room_id: str, player_ids: Collection[str], now: int) -> None:
    """Make a room the one of exactly these players, except of those who have another one."""
    gone = delete(PlayerRoom).where(
        PlayerRoom.room_id == room_id, PlayerRoom.player_id.not_in(sorted(player_ids))
    )
    await tx.execute(gone)
    for player_id in sorted(player_ids):
        await _insert(tx, player_id, room_id, now)


async def stale(tx: ReadTx, before: int) -> tuple[str, ...]:
    """Ids of rooms that are a player's since before ``before`` (server ms), but not by their roster."""
    seated = exists().where(
        and_(
            RoomMember.room_id == PlayerRoom.room_id,
            RoomMember.player_id == PlayerRoom.player_id,
            RoomMember.has_left.is_(False),
        )
    )
    query = select(PlayerRoom.room_id).where(PlayerRoom.since < before, ~seated).distinct()
    return tuple(sorted((await tx.execute(query)).scalars()))


async def _insert(tx: WriteTx, player_id: str, room_id: str, now: int) -> bool:
    values = {"player_id": player_id, "room_id": room_id, "since": now}
    return await insert_new(tx, PlayerRoom, values, PlayerRoom.player_id)
