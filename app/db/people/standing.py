"""Whether players may act: every change of an account or a seat locks its players here first."""

from sqlalchemy import select

from app.db.engine.database import ReadTx, WriteTx
from app.db.engine.errors import DatabaseError
from app.db.tables.models import Player
from app.db.tables.models_people import Restriction


class NoPlayer(DatabaseError):
    """The account does not exist, or was deleted or merged into another."""

    def __init__(self, player_id: str) -> None:
        super().__init__("no_player")
        self.player_id = player_id


class PlayerBanned(DatabaseError):
    """The operator has banned the player."""


async def lock_players(tx: WriteTx, *player_ids: str) -> None:
    """Lock players until the transaction ends, in the order of their ids.

    What the transaction reads afterwards of their sessions, seats and restrictions stays true until its end,
    because everything that changes these locks the player too. Lock players before rooms and cards.
    Raises NoPlayer.
    """
    wanted = sorted(set(player_ids))
    query = (
        select(Player.id, Player.closed_at)
        .where(Player.id.in_(wanted))
        .order_by(Player.id)
        .with_for_update(key_share=True)
    )
    open_now = {row.id for row in await tx.execute(query) if row.closed_at is None}
    for player_id in wanted:
        if player_id not in open_now:
            raise NoPlayer(player_id)


async def require_free(tx: ReadTx, *player_ids: str) -> None:
    """Raises PlayerBanned if one of the players is banned. The caller has locked them."""
    banned = select(Restriction.player_id).where(
        Restriction.player_id.in_(player_ids), Restriction.banned_at.is_not(None)
    )
    if (await tx.execute(banned.limit(1))).first() is not None:
        raise PlayerBanned("banned")
