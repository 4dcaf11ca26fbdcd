"""Sessions: secret tokens of players. Only the hash of a token is stored."""

import hashlib
from collections.abc import Collection
from typing import Final, cast

from sqlalchemy import and_, exists, insert, or_, select, update

from app.db.engine.database import ReadTx, WriteTx
from app.db.hands.records import PlayerRecord, SessionKind, SessionRecord
from app.db.tables.models import Player, Session
from app.db.tables.models_people import Restriction

_AT_ONCE: Final = 500
"""Digests in one query."""


def token_hash(token: str) -> str:
    """SHA-256 (hex) that is stored for a token."""
    return hashlib.sha256(token.encode()).hexdigest()


async def create(
    tx: WriteTx, token: str, player_id: str, kind: SessionKind, now: int, expires_at: int
) -> None:
    """Create a session of a player from ``now`` until ``expires_at`` (server ms)."""
    values = {
        "id_hash": token_hash(token),
        "player_id": player_id,
        "kind": kind,
        "created_at": now,
        "expires_at": expires_at,
    }
    await tx.execute(insert(Session).values(values))


async def find(tx: ReadTx, token: str, now: int) -> SessionRecord | None:
    """The session of a token; None if it is unknown, or has ended or expired at ``now`` (server ms).

    A ban ends all sessions of its player. They are still found, as ``banned``.
    """
    banned = exists().where(Restriction.player_id == Player.id, Restriction.banned_at.is_not(None))
    stands = and_(Session.revoked_at.is_(None), Session.expires_at > now)
    query = (
        select(
            Player.id,
            Player.name,
            Player.created_at,
            Player.last_seen,
            Session.kind,
            Session.created_at.label("begun_at"),
            Session.expires_at,
            banned.label("banned"),
        )
        .join(Player, Player.id == Session.player_id)
        .where(Session.id_hash == token_hash(token), or_(stands, banned))
    )
    row = (await tx.execute(query)).one_or_none()
    if row is None:
        return None
    player = PlayerRecord(row.id, row.name, row.created_at, row.last_seen)
    kind = cast("SessionKind", row.kind)
    return SessionRecord(player, kind, row.begun_at, row.expires_at, bool(row.banned))


async def standing(tx: ReadTx, digests: Collection[str], now: int) -> frozenset[str]:
    """Those of the sessions with these digests that neither ended nor expired at ``now`` (server ms)."""
    found: set[str] = set()
    wanted = sorted(digests)
    for first in range(0, len(wanted), _AT_ONCE):
        query = select(Session.id_hash).where(
            Session.id_hash.in_(wanted[first : first + _AT_ONCE]),
            Session.revoked_at.is_(None),
            Session.expires_at > now,
        )
        found.update((await tx.execute(query)).scalars())
    return frozenset(found)


async def revoke(tx: WriteTx, token: str, now: int) -> bool:
    """End a session at ``now`` (server ms). False if it is unknown or has ended."""
    query = (
        update(Session)
        .where(Session.id_hash == token_hash(token), Session.revoked_at.is_(None))
        .values(revoked_at=now)
    )
    return (await tx.execute(query)).rowcount == 1
