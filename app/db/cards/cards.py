"""The ledger of room cards: double entry, each transfer once, no player below 0.

Each writer takes a key from its caller. A repeat with the same key and content gives the first transfer and
moves nothing; the same key with other content raises KeyReused. ``now`` (server ms) is not content.
Writers lock ``burn`` or ``mint`` first, then the player, and callers sort their players, to avoid deadlocks.
"""

from dataclasses import replace

from sqlalchemy import ColumnElement, and_, case, func, or_, select, update
from sqlalchemy.orm import aliased

from app.db.cards.card_records import (
    BURN,
    MINT,
    MOST_CARDS,
    AlreadyResolved,
    Balance,
    CardTransferRecord,
    Hold,
    KeyReused,
    Line,
    NoSuchHold,
    NotEnough,
    Totals,
    TransferKind,
    account_of,
    player_of,
)
from app.db.cards.card_rows import hold_of, select_transfers, transfer_of
from app.db.engine.database import ReadTx, WriteTx
from app.db.tables.insert_new import insert_new
from app.db.tables.models import CardAccount, CardTransfer, RoomRow


async def grant(
    tx: WriteTx, key: str, player_id: str, cards: int, now: int, reason: str = ""
) -> CardTransferRecord:
    """Give cards from ``mint`` to a player. Raises KeyReused; ValueError unless 1 to 1,000,000,000."""
    wanted = _new(key, "grant", MINT, account_of(player_id), cards, reason, now)
    known = await _book(tx, wanted)
    if known is None:
        await _move(tx, MINT, -cards)
        await _move(tx, wanted.credit, cards)
    return known or wanted


async def take_back(
    tx: WriteTx, key: str, player_id: str, cards: int, now: int, reason: str = ""
) -> CardTransferRecord:
    """Take cards of a player back to ``mint``. Raises NotEnough, KeyReused; ValueError as ``grant``."""
    wanted = _new(key, "take_back", account_of(player_id), MINT, cards, reason, now)
    known = await _book(tx, wanted)
    if known is None:
        await _move(tx, MINT, cards)
        await _move(tx, wanted.debit, -cards)
    return known or wanted


async def hold(
    tx: WriteTx, key: str, player_id: str, cards: int, now: int, *, room: str, match: int, reason: str
) -> CardTransferRecord:
    """Hold cards of a player for a match. Raises NotEnough, KeyReused; ValueError as ``grant``."""
    plain = _new(key, "hold", account_of(player_id), BURN, cards, reason, now)
    wanted = replace(plain, room=room, match=match)
    known = await _book(tx, wanted)
    if known is None:
        await _move(tx, wanted.debit, -cards, cards)
    return known or wanted


async def post(
    tx: WriteTx, key: str, hold_id: str, now: int, cards: int | None = None, reason: str = ""
) -> CardTransferRecord:
    """Pay all held cards, or ``cards`` of them and free the rest.

    Raises NoSuchHold, AlreadyResolved, KeyReused; ValueError for less than 1 or more than the held cards.
    """
    held = await _held(tx, hold_id)
    amount = held.amount if cards is None else cards
    if not 0 < amount <= held.amount:
        raise ValueError(f"{amount} of {held.amount} held cards cannot be paid")
    wanted = replace(
        held, id=key, kind="post", amount=amount, pending_id=hold_id, reason=reason, created_at=now
    )
    known = await _book(tx, wanted)
    if known is None:
        await _move(tx, BURN, amount)
        await _move(tx, held.debit, held.amount - amount, -held.amount)
    return known or wanted


async def void(tx: WriteTx, key: str, hold_id: str, now: int, reason: str = "") -> CardTransferRecord:
    """Give all held cards back to the player. Raises NoSuchHold, AlreadyResolved, KeyReused."""
    held = await _held(tx, hold_id)
    wanted = replace(held, id=key, kind="void", pending_id=hold_id, reason=reason, created_at=now)
    known = await _book(tx, wanted)
    if known is None:
        await _move(tx, held.debit, held.amount, -held.amount)
    return known or wanted


async def balance(tx: ReadTx, player_id: str) -> Balance:
    """The cards of a player; 0 and 0 without an account."""
    query = select(CardAccount.available, CardAccount.held).where(CardAccount.id == account_of(player_id))
    row = (await tx.execute(query)).one_or_none()
    return Balance(0, 0) if row is None else Balance(row.available, row.held)


async def find(tx: ReadTx, key: str) -> CardTransferRecord | None:
    """The transfer with this key, or None."""
    row = (await tx.execute(select_transfers().where(CardTransfer.id == key))).one_or_none()
    return None if row is None else transfer_of(row)


async def pending(tx: ReadTx, room: str) -> tuple[Hold, ...]:
    """The open holds of a room, ordered by player."""
    resolution = aliased(CardTransfer)
    query = (
        select_transfers()
        .outerjoin(resolution, resolution.pending_id == CardTransfer.id)
        .where(CardTransfer.room == room, CardTransfer.kind == "hold", resolution.id.is_(None))
        .order_by(CardTransfer.debit, CardTransfer.id)
    )
    return tuple(hold_of(row) for row in await tx.execute(query))


async def stale_holds(tx: ReadTx, before: int) -> dict[str, tuple[Hold, ...]]:
    """Open holds made before ``before`` (server ms), grouped by room."""
    resolution = aliased(CardTransfer)
    query = (
        select_transfers()
        .join(CardAccount, CardAccount.id == CardTransfer.debit)
        .outerjoin(resolution, resolution.pending_id == CardTransfer.id)
        .where(CardAccount.held > 0, CardTransfer.kind == "hold", resolution.id.is_(None))
        .where(CardTransfer.created_at < before)
        .order_by(CardTransfer.room, CardTransfer.debit, CardTransfer.id)
    )
    found: dict[str, tuple[Hold, ...]] = {}
    for row in await tx.execute(query):
        found[row.room] = (*found.get(row.room, ()), hold_of(row))
    return found


async def holds_made(tx: ReadTx, room: str, match: int, player_id: str) -> int:
    """Number of a player's holds for a match, open and ended."""
    query = select(func.count()).where(
        CardTransfer.room == room,
        CardTransfer.match == match,
        CardTransfer.kind == "hold",
        CardTransfer.debit == account_of(player_id),
    )
    return (await tx.execute(query)).scalar_one()


async def paid_for(tx: ReadTx, room: str, match: int) -> int:
    """Number of cards paid for a match."""
    query = select(func.coalesce(func.sum(CardTransfer.amount), 0)).where(
        CardTransfer.room == room, CardTransfer.match == match, CardTransfer.kind == "post"
    )
    return int((await tx.execute(query)).scalar_one())


async def payers(tx: ReadTx, room: str, match: int) -> dict[str, int]:
    """Cards paid for a match, by player."""
    query = (
        select(CardTransfer.debit, func.sum(CardTransfer.amount).label("paid"))
        .where(CardTransfer.room == room, CardTransfer.match == match, CardTransfer.kind == "post")
        .group_by(CardTransfer.debit)
    )
    return {player_of(row.debit): int(row.paid) for row in await tx.execute(query)}


async def freed(tx: ReadTx, room: str, at: int) -> int:
    """Number of held cards of a room that its players got back at ``at``, the end of the room (server ms)."""
    held = aliased(CardTransfer)
    kept = case((CardTransfer.kind == "post", CardTransfer.amount), else_=0)
    query = (
        select(func.coalesce(func.sum(held.amount - kept), 0))
        .select_from(CardTransfer)
        .join(held, held.id == CardTransfer.pending_id)
        .where(CardTransfer.room == room, CardTransfer.created_at == at)
    )
    return int((await tx.execute(query)).scalar_one())


async def history(tx: ReadTx, player_id: str, limit: int = 100) -> tuple[Line, ...]:
    """The newest ``limit`` transfers of a player, newest first."""
    account = account_of(player_id)
    held = aliased(CardTransfer)
    query = (
        select_transfers()
        .add_columns(_change(held).label("change"), RoomRow.code)
        .outerjoin(held, held.id == CardTransfer.pending_id)
        .outerjoin(RoomRow, RoomRow.id == CardTransfer.room)
        .where(or_(CardTransfer.debit == account, CardTransfer.credit == account))
        # of the same millisecond, the end of a hold comes before the hold (newest first)
        .order_by(CardTransfer.created_at.desc(), CardTransfer.kind == "hold", CardTransfer.id.desc())
        .limit(limit)
    )
    return tuple(Line(transfer_of(row), row.change, row.code) for row in await tx.execute(query))


async def totals(tx: ReadTx) -> Totals:
    """Sums over all accounts."""
    query = select(
        func.coalesce(func.sum(case((CardAccount.id == MINT, -CardAccount.available))), 0).label("minted"),
        func.coalesce(func.sum(case((CardAccount.id == BURN, CardAccount.available))), 0).label("burned"),
        func.coalesce(func.sum(case((_is_player(), CardAccount.available))), 0).label("available"),
        func.coalesce(func.sum(CardAccount.held), 0).label("held"),
    )
    row = (await tx.execute(query)).one()
    return Totals(int(row.minted), int(row.burned), int(row.available), int(row.held))


def _new(
    key: str, kind: TransferKind, debit: str, credit: str, cards: int, reason: str, now: int
) -> CardTransferRecord:
    if not 0 < cards <= MOST_CARDS:
        raise ValueError(f"{cards} cards cannot be moved")
    return CardTransferRecord(key, debit, credit, cards, kind, None, None, None, reason, now)


async def _held(tx: WriteTx, hold_id: str) -> CardTransferRecord:
    found = await find(tx, hold_id)
    if found is None or found.kind != "hold":
        raise NoSuchHold(f"There is no hold {hold_id}.")
    return found


async def _book(tx: WriteTx, wanted: CardTransferRecord) -> CardTransferRecord | None:
    """Insert the transfer and return None, or return the same transfer of an earlier call."""
    for account in sorted((wanted.debit, wanted.credit)):
        await insert_new(tx, CardAccount, {"id": account, "available": 0, "held": 0}, CardAccount.id)
    values = {field: getattr(wanted, field) for field in CardTransferRecord.__slots__}
    if await insert_new(tx, CardTransfer, values, CardTransfer.id):
        return None
    known = await find(tx, wanted.id)
    if known is None:
        raise AlreadyResolved(f"The hold {wanted.pending_id} has ended already.")
    if replace(known, created_at=wanted.created_at) != wanted:
        raise KeyReused(wanted.id)
    return known


async def _move(tx: WriteTx, account: str, available: int, held: int = 0) -> None:
    """Add to the balances of an account. Raises NotEnough if one goes below 0, except that of ``mint``."""
    table = CardAccount
    enough: ColumnElement[bool] = and_(table.available + available >= 0, table.held + held >= 0)
    query = (
        update(table)
        .where(table.id == account, enough if account != MINT else table.held == 0)
        .values(available=table.available + available, held=table.held + held)
    )
    if (await tx.execute(query)).rowcount == 1:
        return
    player_id = player_of(account)
    raise NotEnough(player_id, -available, (await balance(tx, player_id)).available)


def _change(held: type[CardTransfer]) -> ColumnElement[int]:
    amount = CardTransfer.amount
    return case(
        (CardTransfer.kind.in_(("grant", "void")), amount),
        (CardTransfer.kind == "post", held.amount - amount),
        else_=-amount,
    )


def _is_player() -> ColumnElement[bool]:
    return CardAccount.id.not_in((MINT, BURN))
