"""Delete old data: logs and details of closed rooms, rooms without hands, ended sessions, idle guests.

Each kind has a search and a deletion. A search returns at most ``limit`` ids after ``after``, in order.
A deletion runs in the caller's transaction and returns Pruned. It locks and checks its rows again, so rows
that became needed stay; it is safe to repeat, and for two workers at once. Every ``before`` is server ms.

Card transfers are never deleted. Of every hand the players and the 颗 of each seat stay for ever.
"""

from collections.abc import Sequence
from typing import TypeAlias

from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select, update
from sqlalchemy.orm import aliased

from app.db.audit.hands import KeptHand, audit_hand
from app.db.audit.reading import hands_of_rooms
from app.db.cards.card_records import account_of
from app.db.engine.database import ReadTx, WriteTx
from app.db.hands import rooms
from app.db.hands.pruned_marks import LENGTHS, Mark, packed_mark, rest_hash
from app.db.hands.records import Kept, log_hash
from app.db.tables.models import (
    CardAccount,
    CardTransfer,
    Hand,
    HandLog,
    HandSeat,
    HandTransfer,
    HandWin,
    Player,
    RoomMember,
    RoomRow,
    Session,
)
from app.db.tables.models_people import PlayerRoom, RecoveryCode, Restriction

Pruned: TypeAlias = tuple[int, int]
"""Number of deleted items, and number of hands left because the audit finds an error in them."""


async def with_logs(tx: ReadTx, before: int, after: str, limit: int) -> tuple[str, ...]:
    """Rooms closed before a time that have logs."""
    return await _rooms_with(tx, before, after, limit, func.length(HandLog.log).not_in(LENGTHS.values()))


async def with_details(tx: ReadTx, before: int, after: str, limit: int) -> tuple[str, ...]:
    """Rooms closed before a time with hands of which more than the sums is kept."""
    return await _rooms_with(tx, before, after, limit, func.length(HandLog.log) != LENGTHS["sums"])


async def take_logs(tx: WriteTx, room_ids: Sequence[str], before: int) -> Pruned:
    """Delete the logs of these rooms."""
    return await _prune(tx, room_ids, before, "no_log")


async def take_details(tx: WriteTx, room_ids: Sequence[str], before: int) -> Pruned:
    """Delete logs, payments and receipts of these rooms."""
    return await _prune(tx, room_ids, before, "sums")


async def never_played(tx: ReadTx, before: int, after: str, limit: int) -> tuple[str, ...]:
    """Rooms closed before a time without a finished hand and without cards paid or held."""
    query = select(RoomRow.id).where(RoomRow.id > after, *_unplayed(before)).order_by(RoomRow.id).limit(limit)
    return tuple((await tx.execute(query)).scalars())


async def take_rooms(tx: WriteTx, room_ids: Sequence[str], before: int) -> Pruned:
    """Delete those of these rooms that ``never_played`` still finds."""
    locked = select(RoomRow.id).where(RoomRow.id.in_(room_ids)).with_for_update(skip_locked=True)
    held = (await tx.execute(locked)).scalars().all()
    query = select(RoomRow.id).where(RoomRow.id.in_(held), *_unplayed(before))
    found = (await tx.execute(query)).scalars().all()
    await tx.execute(delete(RoomMember).where(RoomMember.room_id.in_(found)))
    return (await tx.execute(delete(RoomRow).where(RoomRow.id.in_(found)))).rowcount, 0


async def ended_sessions(tx: ReadTx, before: int, after: str, limit: int) -> tuple[str, ...]:
    """Digests of sessions that expired or ended before a time."""
    query = select(Session.id_hash).where(Session.id_hash > after, _over(before))
    return tuple((await tx.execute(query.order_by(Session.id_hash).limit(limit))).scalars())


async def take_sessions(tx: WriteTx, digests: Sequence[str], before: int) -> Pruned:
    """Delete those of these sessions that ``ended_sessions`` still finds."""
    return (await tx.execute(delete(Session).where(Session.id_hash.in_(digests), _over(before)))).rowcount, 0


async def idle_guests(tx: ReadTx, before: int, after: str, limit: int) -> tuple[str, ...]:
    """Players last seen before a time who have nothing here: see ``_has_nothing``."""
    query = select(Player.id).where(Player.id > after, _has_nothing(before)).order_by(Player.id).limit(limit)
    return tuple((await tx.execute(query)).scalars())


async def take_guests(tx: WriteTx, player_ids: Sequence[str], before: int) -> Pruned:
    """Delete those of these players who still have nothing, with their sessions."""
    locked = select(Player.id).where(Player.id.in_(player_ids)).with_for_update(skip_locked=True)
    held = (await tx.execute(locked)).scalars().all()
    # check again: they may have got a room before they were locked
    return (await tx.execute(delete(Player).where(Player.id.in_(held), _has_nothing(before)))).rowcount, 0


async def _rooms_with(
    tx: ReadTx, before: int, after: str, limit: int, log: ColumnElement[bool]
) -> tuple[str, ...]:
    some = exists().where(HandLog.room_id == RoomRow.id, log)
    query = (
        select(RoomRow.id)
        .where(RoomRow.status == "closed", RoomRow.closed_at < before, RoomRow.id > after, some)
        .order_by(RoomRow.id)
        .limit(limit)
    )
    return tuple((await tx.execute(query)).scalars())


async def _prune(tx: WriteTx, room_ids: Sequence[str], before: int, kept: Kept) -> Pruned:
    """Reduce the hands of these rooms to ``kept``."""
    locked = [await rooms.lock(tx, room_id) for room_id in sorted(room_ids)]
    over = [room.id for room in locked if room and room.closed_at is not None and room.closed_at < before]
    hands, unreadable = await hands_of_rooms(tx, over)
    taken, left = 0, len(unreadable)
    for hand in hands:
        if hand.only_sums or (kept == "no_log" and hand.mark is not None):
            continue
        if any(audit_hand(hand)):
            left += 1
            continue
        await _put_mark(tx, hand, kept)
        taken += 1
    return taken, left


async def _put_mark(tx: WriteTx, hand: KeptHand, kept: Kept) -> None:
    record = hand.record
    this = {"room_id": record.room_id, "match": record.match, "hand": record.hand}
    digest = log_hash(record.log) if kept == "no_log" else rest_hash(record, hand.payload_hash)
    if kept == "sums":
        for table in (HandTransfer, HandWin):
            await tx.execute(delete(table).filter_by(**this))
    await tx.execute(update(HandLog).filter_by(**this).values(log=packed_mark(Mark(kept, digest))))


def _unplayed(before: int) -> tuple[ColumnElement[bool], ...]:
    """Conditions: closed before a time, no hand, no cards paid or still held."""
    end = aliased(CardTransfer)
    open_hold = and_(CardTransfer.kind == "hold", ~exists().where(end.pending_id == CardTransfer.id))
    charged = exists().where(CardTransfer.room == RoomRow.id, or_(CardTransfer.kind == "post", open_hold))
    played = exists().where(Hand.room_id == RoomRow.id)
    return (RoomRow.status == "closed", RoomRow.closed_at < before, ~played, ~charged)


def _over(before: int) -> ColumnElement[bool]:
    return or_(Session.expires_at < before, Session.revoked_at < before)


def _has_nothing(before: int) -> ColumnElement[bool]:
    """Last seen before a time; no room, hand, card account, restriction, recovery code or seat."""
    return and_(
        Player.last_seen < before,
        ~exists().where(RoomRow.owner_id == Player.id),
        ~exists().where(RoomMember.player_id == Player.id),
        ~exists().where(HandSeat.player_id == Player.id),
        ~exists().where(CardAccount.id == account_of("") + Player.id),
        ~exists().where(Restriction.player_id == Player.id),
        ~exists().where(RecoveryCode.player_id == Player.id),
        ~exists().where(PlayerRoom.player_id == Player.id),
    )
