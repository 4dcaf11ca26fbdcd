"""The operator's search for players."""

from dataclasses import dataclass

from sqlalchemy import or_, select

from app.db.cards.card_records import account_of
from app.db.engine.database import ReadTx
from app.db.tables.models import CardAccount, Player, RoomRow
from app.db.tables.models_people import PlayerRoom, Restriction


@dataclass(frozen=True, slots=True)
class Found:
    """A player with cards and restrictions. Times in server ms.

    ``room``, ``room_id``: code and id of the open room in which the player has a seat, or None.
    """

    id: str
    name: str
    created_at: int
    last_seen: int
    available: int
    held: int
    banned: bool
    muted: bool
    reason: str
    room: str | None
    room_id: str | None


async def find_players(tx: ReadTx, word: str, limit: int = 50) -> tuple[Found, ...]:
    """Players whose id, room code or room id is ``word``, or whose name contains it; last seen first.

    An empty ``word`` matches all players. ASCII case does not matter.
    """
    query = (
        select(
            Player.id,
            Player.name,
            Player.created_at,
            Player.last_seen,
            CardAccount.available,
            CardAccount.held,
            Restriction.banned_at,
            Restriction.muted_at,
            Restriction.reason,
            RoomRow.code,
            PlayerRoom.room_id,
        )
        .outerjoin(CardAccount, CardAccount.id == account_of("") + Player.id)
        .outerjoin(Restriction, Restriction.player_id == Player.id)
        .outerjoin(PlayerRoom, PlayerRoom.player_id == Player.id)
        .outerjoin(RoomRow, RoomRow.id == PlayerRoom.room_id)
        .order_by(Player.last_seen.desc(), Player.id)
        .limit(limit)
    )
    if word:
        query = query.where(
            or_(
                Player.id == word.lower(),
                Player.name.icontains(word, autoescape=True),
                RoomRow.code == word,
                PlayerRoom.room_id == word.lower(),
            )
        )
    return tuple(
        Found(
            id=row.id,
            name=row.name,
            created_at=row.created_at,
            last_seen=row.last_seen,
            available=row.available or 0,
            held=row.held or 0,
            banned=row.banned_at is not None,
            muted=row.muted_at is not None,
            reason=row.reason or "",
            room=row.code,
            room_id=row.room_id,
        )
        for row in await tx.execute(query)
    )
