"""Restrictions by the operator: a banned player cannot sign in, a muted one cannot choose a name."""

from dataclasses import dataclass

from sqlalchemy import delete, insert, select

from app.db.engine.database import ReadTx, WriteTx
from app.db.people.standing import lock_players
from app.db.tables.models_people import Restriction


@dataclass(frozen=True, slots=True)
class Restrictions:
    """Restrictions of one player. Times in server ms, None if not restricted."""

    banned_at: int | None = None
    muted_at: int | None = None
    reason: str = ""


async def of(tx: ReadTx, player_id: str) -> Restrictions:
    """The restrictions of a player."""
    query = select(Restriction.banned_at, Restriction.muted_at, Restriction.reason).where(
        Restriction.player_id == player_id
    )
    row = (await tx.execute(query)).one_or_none()
    return Restrictions() if row is None else Restrictions(row.banned_at, row.muted_at, row.reason)


async def put(tx: WriteTx, player_id: str, wanted: Restrictions) -> Restrictions:
    """Replace the restrictions of a player. Returns what is stored.

    A restriction that stays keeps its time, and its reason unless there is a new one. Raises NoPlayer.
    """
    await lock_players(tx, player_id)
    before = await of(tx, player_id)
    wanted = _kept(before, wanted)
    await tx.execute(delete(Restriction).where(Restriction.player_id == player_id))
    if wanted.banned_at is None and wanted.muted_at is None:
        return wanted
    values = {
        "player_id": player_id,
        "banned_at": wanted.banned_at,
        "muted_at": wanted.muted_at,
        "reason": wanted.reason,
    }
    await tx.execute(insert(Restriction).values(values))
    return wanted


def _kept(before: Restrictions, wanted: Restrictions) -> Restrictions:
    banned = _since(before.banned_at, wanted.banned_at)
    muted = _since(before.muted_at, wanted.muted_at)
    stays = None not in (before.banned_at, banned) or None not in (before.muted_at, muted)
    return Restrictions(banned, muted, before.reason if stays and not wanted.reason else wanted.reason)


def _since(before: int | None, wanted: int | None) -> int | None:
    return wanted if before is None or wanted is None else before
