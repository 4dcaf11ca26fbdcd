"""Read finished hands, for the history of the players and to rebuild a room."""

from sqlalchemy import ColumnElement, Row, Select, case, exists, func, literal, or_, select

from app.db.engine.database import ReadTx
from app.db.hands import rooms
from app.db.hands.pruned_marks import kept_by_length, unpacked
from app.db.hands.records import (
    HandDetail,
    HandKey,
    HandResult,
    HandSummary,
    JsonObject,
    Kept,
    RebuildData,
    SeatPlayer,
    TransferRecord,
)
from app.db.tables.models import Hand, HandLog, HandSeat, HandTransfer, HandWin, RoomMember


async def was_there(tx: ReadTx, room_id: str, player_id: str) -> bool:
    """Whether a player is a member of a room or has played a hand in it, and so may read its history."""
    member = exists().where(RoomMember.room_id == room_id, RoomMember.player_id == player_id)
    played = exists().where(HandSeat.room_id == room_id, HandSeat.player_id == player_id)
    return (await tx.execute(select(or_(member, played)))).scalar_one()


async def hands_of_room(tx: ReadTx, room_id: str, limit: int = 500) -> tuple[HandSummary, ...]:
    """The last ``limit`` hands of a room, oldest first."""
    newest_first = (Hand.match.desc(), Hand.hand.desc())
    rows = (
        await tx.execute(_hands().where(Hand.room_id == room_id).order_by(*newest_first).limit(limit))
    ).all()
    if not rows:
        return ()
    seats = await _seats(tx, HandSeat.room_id == room_id, HandSeat.match >= rows[-1].match)
    return tuple(_summary(row, seats[row.match, row.hand]) for row in reversed(rows))


async def ke_totals(tx: ReadTx) -> tuple[int, int]:
    """Sums of 颗 won and of 颗 lost over all finished hands. They are equal unless the books are wrong."""
    columns = (Hand.d0, Hand.d1, Hand.d2, Hand.d3)
    won = sum((case((column > 0, column), else_=0) for column in columns), literal(0))
    lost = sum((case((column < 0, -column), else_=0) for column in columns), literal(0))
    query = select(
        func.coalesce(func.sum(won), 0).label("won"), func.coalesce(func.sum(lost), 0).label("lost")
    )
    row = (await tx.execute(query)).one()
    return int(row.won), int(row.lost)


async def one_hand(tx: ReadTx, key: HandKey) -> HandDetail | None:
    """A finished hand without its log, or None."""
    row = (
        await tx.execute(
            _hands().where(Hand.room_id == key.room_id, Hand.match == key.match, Hand.hand == key.hand)
        )
    ).one_or_none()
    if row is None:
        return None
    this = (HandSeat.room_id == key.room_id, HandSeat.match == key.match, HandSeat.hand == key.hand)
    seats = await _seats(tx, *this)
    return HandDetail(
        summary=_summary(row, seats[key.match, key.hand]),
        preset=row.preset,
        options=row.options,
        next_dealer=row.next_dealer,
        transfers=await _transfers(tx, key),
        wins=await _wins(tx, key),
        server_seed=row.server_seed,
        client_seeds=tuple(row.client_seeds),
        commitment=row.commitment,
        payload_hash=row.payload_hash,
        kept=await _kept(tx, key),
    )


async def hand_log(tx: ReadTx, key: HandKey) -> bytes | None:
    """Log of a finished hand, empty if it was deleted after its time; None if there is no such hand."""
    query = select(HandLog.log).where(
        HandLog.room_id == key.room_id, HandLog.match == key.match, HandLog.hand == key.hand
    )
    packed = (await tx.execute(query)).scalar_one_or_none()
    return None if packed is None else unpacked(packed)[0]


async def rebuild_data(tx: ReadTx, room_id: str) -> RebuildData | None:
    """The data to rebuild a room whose live state is lost; None if there is no such room."""
    room = await rooms.by_id(tx, room_id)
    if room is None:
        return None
    query = _hands().where(Hand.room_id == room_id, Hand.match == room.match).order_by(Hand.hand)
    results = tuple(
        HandResult(row.hand, _deltas(row), row.next_dealer) for row in (await tx.execute(query)).all()
    )
    next_dealer = results[-1].next_dealer if results else None
    return RebuildData(room, await rooms.roster(tx, room_id), results, next_dealer)


async def _transfers(tx: ReadTx, key: HandKey) -> tuple[TransferRecord, ...]:
    table = HandTransfer
    query = (
        select(table.payer, table.payee, table.ke, table.reason)
        .where(table.room_id == key.room_id, table.match == key.match, table.hand == key.hand)
        .order_by(table.line)
    )
    rows = await tx.execute(query)
    return tuple(TransferRecord(row.payer, row.payee, row.ke, row.reason) for row in rows)


async def _wins(tx: ReadTx, key: HandKey) -> tuple[JsonObject, ...]:
    query = (
        select(HandWin.receipt)
        .where(HandWin.room_id == key.room_id, HandWin.match == key.match, HandWin.hand == key.hand)
        .order_by(HandWin.line)
    )
    return tuple(row.receipt for row in await tx.execute(query))


async def _kept(tx: ReadTx, key: HandKey) -> Kept:
    length = select(func.length(HandLog.log)).where(
        HandLog.room_id == key.room_id, HandLog.match == key.match, HandLog.hand == key.hand
    )
    return kept_by_length((await tx.execute(length)).scalar_one())


async def _seats(tx: ReadTx, *where: ColumnElement[bool]) -> dict[tuple[int, int], tuple[SeatPlayer, ...]]:
    """Players by seat, for each match and hand."""
    query = (
        select(HandSeat.match, HandSeat.hand, HandSeat.player_id, HandSeat.name)
        .where(*where)
        .order_by(HandSeat.match, HandSeat.hand, HandSeat.seat)
    )
    seats: dict[tuple[int, int], tuple[SeatPlayer, ...]] = {}
    for row in await tx.execute(query):
        number = (row.match, row.hand)
        seats[number] = (*seats.get(number, ()), SeatPlayer(row.player_id, row.name))
    return seats


def _hands() -> Select[*tuple[object, ...]]:
    return select(
        Hand.room_id,
        Hand.match,
        Hand.hand,
        Hand.players,
        Hand.preset,
        Hand.options,
        Hand.dealer,
        Hand.next_dealer,
        Hand.exhausted,
        Hand.d0,
        Hand.d1,
        Hand.d2,
        Hand.d3,
        Hand.server_seed,
        Hand.client_seeds,
        Hand.commitment,
        Hand.payload_hash,
        Hand.ended_at,
    )


def _deltas(row: Row[*tuple[object, ...]]) -> tuple[int, ...]:
    every: tuple[int, int, int, int] = (row.d0, row.d1, row.d2, row.d3)
    return every[: row.players]


def _summary(row: Row[*tuple[object, ...]], players: tuple[SeatPlayer, ...]) -> HandSummary:
    key = HandKey(row.room_id, row.match, row.hand)
    return HandSummary(key, players, _deltas(row), row.dealer, row.exhausted, row.ended_at)
