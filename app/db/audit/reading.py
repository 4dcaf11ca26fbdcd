"""Read stored hands for the audit, room by room."""

import zlib
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from sqlalchemy import Row, exists, func, select

from app.db.audit.finding import Finding
from app.db.audit.hands import KeptHand, KeptSeat
from app.db.engine.database import ReadTx
from app.db.hands.pruned_marks import LENGTHS, unpacked
from app.db.hands.records import HandRecord, SeatPlayer, TransferRecord
from app.db.tables.models import Base, Hand, HandLog, HandSeat, HandTransfer, HandWin, RoomRow

_PARTS: Final[tuple[type[Base], ...]] = (HandSeat, HandTransfer, HandWin, HandLog)
_Rows = dict[tuple[str, int, int], list[Row[*tuple[object, ...]]]]


async def rooms_after(tx: ReadTx, room_id: str, limit: int) -> tuple[str, ...]:
    """Ids of at most ``limit`` rooms after ``room_id``, in order."""
    query = select(RoomRow.id).where(RoomRow.id > room_id).order_by(RoomRow.id).limit(limit)
    return tuple((await tx.execute(query)).scalars())


async def newest_hands(tx: ReadTx, limit: int) -> frozenset[tuple[str, int, int]]:
    """Room, match and number of the ``limit`` hands that ended last."""
    query = (
        select(Hand.room_id, Hand.match, Hand.hand)
        .order_by(Hand.ended_at.desc(), Hand.room_id, Hand.match, Hand.hand)
        .limit(limit)
    )
    return frozenset((row.room_id, row.match, row.hand) for row in await tx.execute(query))


async def orphans(tx: ReadTx) -> list[Finding]:
    """Findings for parts without a hand and for hands without a room."""
    found: list[Finding] = []
    for part in _PARTS:
        table = part.__table__.c
        known = exists().where(
            Hand.room_id == table.room_id, Hand.match == table.match, Hand.hand == table.hand
        )
        query = select(table.room_id, table.match, table.hand).where(~known).distinct()
        found += [
            Finding(
                "hand-orphan", f"hand {row.room_id}.{row.match}.{row.hand}", f"only in {part.__tablename__}"
            )
            for row in await tx.execute(query)
        ]
    homeless = select(Hand.room_id).where(~exists().where(RoomRow.id == Hand.room_id)).distinct()
    found += [
        Finding("hand-orphan", f"room {row.room_id}", "has hands but no row")
        for row in await tx.execute(homeless)
    ]
    return found


async def too_early(tx: ReadTx) -> list[Finding]:
    """Findings for marks in place of logs in rooms that are still open."""
    query = (
        select(HandLog.room_id, HandLog.match, HandLog.hand)
        .join(RoomRow, RoomRow.id == HandLog.room_id)
        .where(RoomRow.status == "open", func.length(HandLog.log).in_(LENGTHS.values()))
    )
    return [
        Finding("hand-pruned", f"hand {row.room_id}.{row.match}.{row.hand}", "its room is open")
        for row in await tx.execute(query)
    ]


async def hands_of_rooms(tx: ReadTx, room_ids: Sequence[str]) -> tuple[list[KeptHand], list[Finding]]:
    """All hands of these rooms with their parts, and a finding for each unreadable hand."""
    parts: dict[type[Base], _Rows] = {part: defaultdict(list) for part in _PARTS}
    for part in _PARTS:
        table = part.__table__
        order = [column for column in table.c if column.primary_key]
        query = select(*table.c).where(table.c.room_id.in_(room_ids)).order_by(*order)
        for row in await tx.execute(query):
            parts[part][row.room_id, row.match, row.hand].append(row)
    hands: list[KeptHand] = []
    findings: list[Finding] = []
    table = Hand.__table__
    query = select(*table.c).where(table.c.room_id.in_(room_ids))
    for row in await tx.execute(query.order_by(table.c.room_id, table.c.match, table.c.hand)):
        key = (row.room_id, row.match, row.hand)
        try:
            hands.append(_kept(row, {part: rows[key] for part, rows in parts.items()}))
        except (zlib.error, ValueError, LookupError) as error:
            where = f"hand {row.room_id}.{row.match}.{row.hand}"
            findings.append(Finding("hand-unreadable", where, f"{type(error).__name__} {error}"))
    return hands, findings


def _kept(row: Row[*tuple[object, ...]], parts: dict[type[Base], list[Row[*tuple[object, ...]]]]) -> KeptHand:
    seats, transfers = parts[HandSeat], parts[HandTransfer]
    if not parts[HandLog]:
        raise LookupError("there is no log")
    deltas = (row.d0, row.d1, row.d2, row.d3)
    log, mark = unpacked(parts[HandLog][0].log)
    record = HandRecord(
        room_id=row.room_id,
        match=row.match,
        hand=row.hand,
        players=tuple(SeatPlayer(seat.player_id, seat.name) for seat in seats),
        preset=row.preset,
        options=row.options,
        dealer=row.dealer,
        next_dealer=row.next_dealer,
        exhausted=row.exhausted,
        deltas=deltas[: row.players],
        transfers=tuple(TransferRecord(line.payer, line.payee, line.ke, line.reason) for line in transfers),
        wins=tuple(win.receipt for win in parts[HandWin]),
        server_seed=row.server_seed,
        client_seeds=tuple(row.client_seeds),
        commitment=row.commitment,
        log=log,
        ended_at=row.ended_at,
    )
    return KeptHand(
        record=record,
        payload_hash=row.payload_hash,
        spare=deltas[row.players :],
        seats=tuple(KeptSeat(seat.seat, seat.delta) for seat in seats),
        lines=tuple(line.line for line in transfers),
        mark=mark,
    )
