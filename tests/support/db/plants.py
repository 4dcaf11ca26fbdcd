"""Errors for the books of ``booked``: how to plant each, and the finding that must follow."""

import json
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.engine.engine import make_engine
from app.db.engine.urls import parse_url
from app.db.tables.models import Base, Hand, HandLog, HandSeat, HandWin
from tests.support.db.booked import played
from tests.support.rooms.table import Table

Plant = str | Callable[[AsyncConnection], Awaitable[None]]
SPLIT_HOLD = "hold:waiting:1:p0:1"
PAID_HOLD = "hold:room:1:p0:1"
MARKS = {
    "@hand": "room_id = 'room' AND match = 1 AND hand = 1",
    "@split": SPLIT_HOLD,
    "@paid": PAID_HOLD,
}


@asynccontextmanager
async def unguarded(url: str) -> AsyncIterator[AsyncConnection]:
    """A transaction without the checks of the database."""
    engine = make_engine(parse_url(url), "migrate", pool_size=1)
    async with engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            await connection.exec_driver_sql("PRAGMA ignore_check_constraints = ON")
        else:
            for table in Base.metadata.tables.values():
                for constraint in table.constraints:
                    if isinstance(constraint, CheckConstraint | ForeignKeyConstraint):
                        drop = f"ALTER TABLE {table.name} DROP CONSTRAINT IF EXISTS {constraint.name} CASCADE"
                        await connection.exec_driver_sql(drop)
        await connection.exec_driver_sql("DROP INDEX IF EXISTS uq_card_transfers_pending_id")
        yield connection
    await engine.dispose()


def sql(statement: str) -> str:
    """SQL with the names of rows that many plants use filled in."""
    for mark, name in MARKS.items():
        statement = statement.replace(mark, name)
    return statement


def in_receipt(change: Callable[[str], str]) -> Plant:
    """Change the JSON of the first receipt of hand 1."""

    async def plant(connection: AsyncConnection) -> None:
        first = (HandWin.room_id == "room", HandWin.hand == 1, HandWin.line == 0)
        receipt = (await connection.execute(select(HandWin.receipt).where(*first))).scalar_one()
        changed = json.loads(change(json.dumps(receipt)))
        assert changed != receipt
        await connection.execute(update(HandWin).where(*first).values(receipt=changed))

    return plant


def in_log(change: Callable[[bytes], bytes]) -> Plant:
    """Change the log of hand 1."""

    async def plant(connection: AsyncConnection) -> None:
        log = zlib.compress(change(played(Table)[0].record.log))
        first = update(HandLog).where(HandLog.room_id == "room", HandLog.hand == 1)
        await connection.execute(first.values(log=log))

    return plant


def another_ending(log: bytes) -> bytes:
    """The log with a changed last line."""
    return log[: log.rindex(b"\n", 0, -1) + 1] + b'{"type":"settle","deltas":[0,0,0,0]}\n'


async def log_of_hand_2(connection: AsyncConnection) -> None:
    """Hand 1 with the log of hand 2."""
    log = zlib.compress(played(Table)[1].record.log)
    first = update(HandLog).where(HandLog.room_id == "room", HandLog.hand == 1)
    await connection.execute(first.values(log=log))


async def pay_more(connection: AsyncConnection) -> None:
    """A seat pays one 颗 more than its receipt says. All other rows agree with the payment."""
    first = played(Table)[0].record.transfers[0]
    await connection.exec_driver_sql(sql("UPDATE hand_transfers SET ke = ke + 1 WHERE @hand AND line = 0"))
    for seat, more in ((first.payer, -1), (first.payee, 1)):
        column = (Hand.d0, Hand.d1, Hand.d2, Hand.d3)[seat]
        hand = update(Hand).where(Hand.room_id == "room", Hand.hand == 1)
        await connection.execute(hand.values({column: column + more}))
        seats = update(HandSeat).where(HandSeat.room_id == "room", HandSeat.hand == 1, HandSeat.seat == seat)
        await connection.execute(seats.values(delta=HandSeat.delta + more))


PLANTS: dict[str, tuple[list[Plant], str, str]] = {
    # room cards
    "a card from nowhere": (
        ["UPDATE card_accounts SET available = available + 1 WHERE id = 'player:p2'"],
        "card-sum",
        "all accounts",
    ),
    "a card moved without a transfer": (
        [
            "UPDATE card_accounts SET available = available + 1 WHERE id = 'player:p2'",
            "UPDATE card_accounts SET available = available - 1 WHERE id = 'player:p1'",
        ],
        "card-balance",
        "account player:p1",
    ),
    "a hold that is forgotten": (
        ["UPDATE card_accounts SET available = available + 3, held = held - 3 WHERE id = 'player:p0'"],
        "card-balance",
        "account player:p0",
    ),
    "a debt": (
        ["UPDATE card_accounts SET available = -2 WHERE id = 'player:p3'"],
        "card-negative",
        "account player:p3",
    ),
    "an account that is gone": (
        ["DELETE FROM card_accounts WHERE id = 'player:p3'"],
        "card-balance",
        "account player:p3",
    ),
    "a grant of another size": (
        ["UPDATE card_transfers SET amount = 21 WHERE id = 'operator:p2'"],
        "card-balance",
        "account player:p2",
    ),
    "a grant that is gone": (
        ["DELETE FROM card_transfers WHERE id = 'operator:p2'"],
        "card-balance",
        "account player:p2",
    ),
    "a transfer of nothing": (
        ["UPDATE card_transfers SET amount = 0 WHERE id = 'operator:back'"],
        "card-amount",
        "transfer operator:back",
    ),
    "a hold that goes to the mint": (
        ["UPDATE card_transfers SET credit = 'mint' WHERE id = '@split'"],
        "card-direction",
        f"transfer {SPLIT_HOLD}",
    ),
    "a kind that nobody knows": (
        ["UPDATE card_transfers SET kind = 'gift' WHERE id = 'operator:p2'"],
        "card-direction",
        "transfer operator:p2",
    ),
    "a hold that ends twice": (
        [
            (
                "INSERT INTO card_transfers"
                " VALUES ('again', 'player:p0', 'burn', 4, 'void', '@paid', 'room', 1, '', 1)"
            ),
            "UPDATE card_accounts SET available = available + 4, held = held - 4 WHERE id = 'player:p0'",
        ],
        "card-ended-twice",
        f"transfer {PAID_HOLD}",
    ),
    "an end without a hold": (
        ["UPDATE card_transfers SET pending_id = 'nothing' WHERE id = '@paid:post'"],
        "card-hold-missing",
        f"transfer {PAID_HOLD}:post",
    ),
    "an end of no hold": (
        ["UPDATE card_transfers SET pending_id = 'operator:p0' WHERE id = '@paid:post'"],
        "card-hold-missing",
        f"transfer {PAID_HOLD}:post",
    ),
    "an end that names nothing": (
        ["UPDATE card_transfers SET pending_id = NULL WHERE id = '@paid:post'"],
        "card-hold-missing",
        f"transfer {PAID_HOLD}:post",
    ),
    "an end of more than was held": (
        ["UPDATE card_transfers SET amount = 5 WHERE id = '@paid:post'"],
        "card-hold-differs",
        f"transfer {PAID_HOLD}:post",
    ),
    "a hold that is given back in part": (
        [
            "UPDATE card_transfers SET amount = 3 WHERE id = 'hold:won:1:p0:1:void'",
            "UPDATE card_accounts SET available = available - 1, held = held + 1 WHERE id = 'player:p0'",
        ],
        "card-hold-differs",
        "transfer hold:won:1:p0:1:void",
    ),
    "an end in another room": (
        ["UPDATE card_transfers SET room = 'won' WHERE id = '@paid:post'"],
        "card-hold-differs",
        f"transfer {PAID_HOLD}:post",
    ),
    "another player pays": (
        ["UPDATE card_transfers SET debit = 'player:p1' WHERE id = '@paid:post'"],
        "card-hold-differs",
        f"transfer {PAID_HOLD}:post",
    ),
    "a match that is not paid for": (
        [
            "DELETE FROM card_transfers WHERE id = '@paid:post'",
            "UPDATE card_accounts SET held = held + 4 WHERE id = 'player:p0'",
            "UPDATE card_accounts SET available = available - 4 WHERE id = 'burn'",
        ],
        "card-match",
        "match room.1",
    ),
    "a match that is paid for and was not played": (
        [
            (
                "INSERT INTO card_transfers"
                " VALUES ('early', 'player:p0', 'burn', 3, 'post', '@split', 'waiting', 1, '', 1)"
            ),
            "UPDATE card_accounts SET held = held - 3 WHERE id = 'player:p0'",
            "UPDATE card_accounts SET available = available + 3 WHERE id = 'burn'",
        ],
        "card-match",
        "match waiting.1",
    ),
    "cards that stay held": (
        ["UPDATE rooms SET status = 'closed', closed_at = 1 WHERE id = 'waiting'"],
        "card-left-over",
        f"transfer {SPLIT_HOLD}",
    ),
    "cards held for a room that is gone": (
        ["DELETE FROM rooms WHERE id = 'waiting'"],
        "card-left-over",
        f"transfer {SPLIT_HOLD}",
    ),
    # hands
    "颗 from nowhere": (["UPDATE hands SET d2 = d2 + 1 WHERE @hand"], "hand-sum", "hand room.1.1"),
    "颗 that change hands without a transfer": (
        ["UPDATE hands SET d2 = d2 + 1, d0 = d0 - 1 WHERE @hand"],
        "hand-transfers",
        "hand room.1.1",
    ),
    "a seat that says otherwise": (
        ["UPDATE hand_seats SET delta = delta + 1 WHERE @hand AND seat = 2"],
        "hand-seats",
        "hand room.1.1",
    ),
    "a seat that is gone": (
        ["DELETE FROM hand_seats WHERE @hand AND seat = 3"],
        "hand-seats",
        "hand room.1.1",
    ),
    "a transfer of more": (
        ["UPDATE hand_transfers SET ke = ke + 1 WHERE @hand AND line = 0"],
        "hand-transfers",
        "hand room.1.1",
    ),
    "a transfer to oneself": (
        ["UPDATE hand_transfers SET payee = payer WHERE @hand AND line = 0"],
        "hand-transfers",
        "hand room.1.1",
    ),
    "a transfer that is gone": (
        ["DELETE FROM hand_transfers WHERE @hand AND line = 0"],
        "hand-transfers",
        "hand room.1.1",
    ),
    "a payment that no receipt explains": (
        [pay_more],
        "hand-receipt",
        "hand room.1.1",
    ),
    "a receipt of more": (
        [in_receipt(lambda text: text.replace('"ke": ', '"ke": 1', 1))],
        "hand-receipt",
        "hand room.1.1",
    ),
    "a receipt with other items": (
        [in_receipt(lambda text: text.replace('"multiplier": 1', '"multiplier": 2'))],
        "hand-receipt",
        "hand room.1.1",
    ),
    "transfers without the first line": (
        ["UPDATE hand_transfers SET line = line + 5 WHERE @hand"],
        "hand-transfers",
        "hand room.1.1",
    ),
    "颗 of seats that do not exist": (
        [
            "UPDATE hands SET players = 2 WHERE @hand",
            "DELETE FROM hand_seats WHERE @hand AND seat >= 2",
        ],
        "hand-seats",
        "hand room.1.1",
    ),
    "payments for the end of a wall that did not end": (
        [
            "UPDATE hands SET exhausted = false WHERE @hand",
            "INSERT INTO hand_transfers VALUES ('room', 1, 1, 3, 0, 1, 1, 'flower_pig')",
            "INSERT INTO hand_transfers VALUES ('room', 1, 1, 4, 1, 0, 1, 'flower_pig')",
        ],
        "hand-receipt",
        "hand room.1.1",
    ),
    "another player's hand": (
        ["UPDATE hand_seats SET player_id = 'p3' WHERE @hand AND seat = 0"],
        "hand-hash",
        "hand room.1.1",
    ),
    "another hash": (
        ["UPDATE hands SET payload_hash = 'f' WHERE @hand"],
        "hand-hash",
        "hand room.1.1",
    ),
    "another dealer": (
        ["UPDATE hands SET dealer = 1 - dealer % 2 WHERE room_id = 'room' AND hand = 2"],
        "hand-dealer",
        "match room.1",
    ),
    "a hand that is gone": (
        [
            "DELETE FROM hand_logs WHERE @hand",
            "DELETE FROM hand_wins WHERE @hand",
            "DELETE FROM hand_transfers WHERE @hand",
            "DELETE FROM hand_seats WHERE @hand",
            "DELETE FROM hands WHERE @hand",
        ],
        "hand-number",
        "match room.1",
    ),
    "a match that the room has not begun": (
        ["UPDATE rooms SET match = 0 WHERE id = 'room'"],
        "hand-number",
        "match room.1",
    ),
    "parts without a hand": (["DELETE FROM hands WHERE @hand"], "hand-orphan", "hand room.1.1"),
    "a hand without its log": (["DELETE FROM hand_logs WHERE @hand"], "hand-unreadable", "hand room.1.1"),
    "a log cut short": ([in_log(lambda log: log[:-300])], "log-replay", "hand room.1.1"),
    "a log with another discard": (
        [in_log(lambda log: log.replace(b'"type":"discard","seat":1', b'"type":"discard","seat":2', 1))],
        "log-replay",
        "hand room.1.1",
    ),
    "the log of another hand": (
        [log_of_hand_2],
        "log-header",
        "hand room.1.1",
    ),
    "two hands in one log": (
        [in_log(lambda log: log + played(Table)[1].record.log)],
        "log-replay",
        "hand room.1.1",
    ),
    "payments that the log does not have": (
        [pay_more],
        "log-result",
        "hand room.1.1",
    ),
    "a win that the log has": (
        ["DELETE FROM hand_wins WHERE @hand AND line = 0"],
        "log-result",
        "hand room.1.1",
    ),
    "another dealer of a hand that did not follow": (
        ["UPDATE hands SET next_dealer = 0 WHERE room_id = 'room' AND hand = 4"],
        "log-result",
        "hand room.1.4",
    ),
    "a wall that ended in the log": (
        ["UPDATE hands SET exhausted = false WHERE @hand"],
        "log-result",
        "hand room.1.1",
    ),
    "a log with another ending": (
        [in_log(another_ending)],
        "log-replay",
        "hand room.1.1",
    ),
    "another seed": (
        ["UPDATE hands SET server_seed = commitment WHERE @hand"],
        "log-deal",
        "hand room.1.1",
    ),
}
