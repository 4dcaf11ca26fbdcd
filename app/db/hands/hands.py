"""The ledger of finished hands: each hand is recorded once."""

import zlib
from itertools import zip_longest

from sqlalchemy import func, insert, select, update

from app.db.engine.database import ReadTx, WriteTx
from app.db.hands.records import (
    AlreadyRecorded,
    Different,
    HandRecord,
    Recorded,
    RecordOutcome,
    payload_hash,
)
from app.db.tables.insert_new import insert_new
from app.db.tables.models import Hand, HandLog, HandSeat, HandTransfer, HandWin, RoomRow


async def record_hand(tx: WriteTx, record: HandRecord) -> RecordOutcome:
    """Write a finished hand with its seats, transfers, receipts and log, unless it is stored already.

    Safe to repeat: of many calls one returns Recorded. Different: another result of this hand is stored, and
    nothing is written. Raises ValueError if the record contradicts itself, ConstraintViolated for an unknown
    room or player.
    """
    check_record(record)
    digest = payload_hash(record)
    if not await insert_new(tx, Hand, _hand_row(record, digest), Hand.room_id):
        return await _compare(tx, record, digest)
    await _insert_parts(tx, record)
    newer = update(RoomRow).where(RoomRow.id == record.room_id, RoomRow.match < record.match)
    await tx.execute(newer.values(match=record.match))
    return Recorded()


async def hands_of_match(tx: ReadTx, room_id: str, match: int) -> int:
    """Number of recorded hands of a match."""
    query = select(func.count()).where(Hand.room_id == room_id, Hand.match == match)
    return (await tx.execute(query)).scalar_one()


def check_record(record: HandRecord) -> None:
    """Raise ValueError unless the transfers add up to the deltas and every seat has a player and a seed."""
    seats = len(record.players)
    if not len(record.deltas) == len(record.client_seeds) == seats:
        raise ValueError(f"hand {record.key}: the numbers of players, deltas and client seeds differ")
    sums = [0] * seats
    for transfer in record.transfers:
        if not (0 <= transfer.payer < seats and 0 <= transfer.payee < seats):
            raise ValueError(f"hand {record.key}: a transfer names a seat that does not exist")
        sums[transfer.payer] -= transfer.ke
        sums[transfer.payee] += transfer.ke
    if tuple(sums) != record.deltas:
        raise ValueError(f"hand {record.key}: the transfers do not add up to the deltas")


async def _compare(tx: WriteTx, record: HandRecord, digest: str) -> AlreadyRecorded | Different:
    query = select(
        Hand.payload_hash, Hand.players, Hand.next_dealer, Hand.d0, Hand.d1, Hand.d2, Hand.d3
    ).where(Hand.room_id == record.room_id, Hand.match == record.match, Hand.hand == record.hand)
    row = (await tx.execute(query)).one()
    if row.payload_hash == digest:
        return AlreadyRecorded()
    return Different((row.d0, row.d1, row.d2, row.d3)[: row.players], row.next_dealer, row.payload_hash)


def _hand_row(record: HandRecord, digest: str) -> dict[str, object]:
    deltas = {f"d{seat}": delta for seat, delta in zip_longest(range(4), record.deltas, fillvalue=0)}
    return deltas | {
        "room_id": record.room_id,
        "match": record.match,
        "hand": record.hand,
        "players": len(record.players),
        "preset": record.preset,
        "options": record.options,
        "dealer": record.dealer,
        "next_dealer": record.next_dealer,
        "exhausted": record.exhausted,
        "server_seed": record.server_seed,
        "client_seeds": list(record.client_seeds),
        "commitment": record.commitment,
        "payload_hash": digest,
        "ended_at": record.ended_at,
    }


async def _insert_parts(tx: WriteTx, record: HandRecord) -> None:
    key = {"room_id": record.room_id, "match": record.match, "hand": record.hand}
    seats = [
        key | {"seat": seat, "player_id": player.player_id, "name": player.name, "delta": delta}
        for seat, (player, delta) in enumerate(zip(record.players, record.deltas, strict=True))
    ]
    await tx.execute(insert(HandSeat), seats)
    transfers = [
        key | {"line": line, "payer": item.payer, "payee": item.payee, "ke": item.ke, "reason": item.reason}
        for line, item in enumerate(record.transfers)
    ]
    if transfers:
        await tx.execute(insert(HandTransfer), transfers)
    wins = [key | {"line": line, "receipt": receipt} for line, receipt in enumerate(record.wins)]
    if wins:
        await tx.execute(insert(HandWin), wins)
    await tx.execute(insert(HandLog).values(key | {"log": zlib.compress(record.log)}))
