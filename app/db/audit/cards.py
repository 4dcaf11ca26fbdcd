"""Audit of room cards: balances match the transfers, and every hold ends at most once."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Row, select
from sqlalchemy.orm import aliased

from app.db.audit.finding import Finding
from app.db.cards.card_records import BURN, MINT, account_of
from app.db.engine.database import ReadTx
from app.db.tables.models import CardAccount, CardTransfer, RoomRow

_PLAYER = account_of("")
_SIDES = {
    "grant": (MINT, _PLAYER),
    "take_back": (_PLAYER, MINT),
    "hold": (_PLAYER, BURN),
    "post": (_PLAYER, BURN),
    "void": (_PLAYER, BURN),
}
"""Per kind of transfer: prefix of the debit account, prefix of the credit account."""


@dataclass(slots=True)
class _Sums:
    """Cards of an account according to its transfers."""

    available: int = 0
    held: int = 0


@dataclass(slots=True)
class CardAudit:
    """Numbers of audited rows, and the findings."""

    accounts: int = 0
    transfers: int = 0
    findings: list[Finding] = field(default_factory=list)


async def audit_cards(tx: ReadTx) -> CardAudit:
    """Check all accounts and transfers of cards."""
    audit = CardAudit()
    expected: dict[str, _Sums] = defaultdict(_Sums)
    ends: dict[str, str] = {}
    async for row in await tx.stream(_TRANSFERS):
        audit.transfers += 1
        audit.findings += _movement(row)
        audit.findings += _end(row, ends)
        _add_up(row, expected)
    accounts = {
        row.id: (row.available, row.held)
        for row in await tx.execute(select(CardAccount.id, CardAccount.available, CardAccount.held))
    }
    audit.accounts = len(accounts)
    audit.findings += _accounts(accounts, expected)
    audit.findings += await _left_over(tx)
    return audit


_HELD = aliased(CardTransfer)
_TRANSFERS = (
    select(
        *CardTransfer.__table__.c,
        _HELD.kind.label("hold_kind"),
        _HELD.amount.label("hold_amount"),
        _HELD.debit.label("hold_debit"),
        _HELD.room.label("hold_room"),
        _HELD.match.label("hold_match"),
    )
    .outerjoin(_HELD, _HELD.id == CardTransfer.pending_id)
    .order_by(CardTransfer.id)
)


def _movement(row: Row[*tuple[object, ...]]) -> Iterator[Finding]:
    """Check one transfer: accounts, amount, and the hold that it ends."""
    where = f"transfer {row.id}"
    sides = _SIDES.get(row.kind)
    if sides is None or not (row.debit.startswith(sides[0]) and row.credit.startswith(sides[1])):
        yield Finding("card-direction", where, f"{row.kind} from {row.debit} to {row.credit}")
    if row.amount != int(row.amount) or row.amount <= 0:
        yield Finding("card-amount", where, f"moves {row.amount}")
    if (row.kind in {"post", "void"}) != (row.pending_id is not None):
        yield Finding("card-hold-missing", where, f"{row.kind} names the hold {row.pending_id}")
    if row.pending_id is None:
        return
    if row.hold_kind != "hold":
        yield Finding("card-hold-missing", where, f"{row.pending_id} is {row.hold_kind or 'nothing'}")
        return
    this = (row.debit, row.room, row.match)
    held = (row.hold_debit, row.hold_room, row.hold_match)
    if this != held:
        yield Finding("card-hold-differs", where, f"ends {held} as {this}")
    if row.amount > row.hold_amount or (row.kind == "void" and row.amount != row.hold_amount):
        yield Finding("card-hold-differs", where, f"{row.kind} of {row.amount}, but {row.hold_amount} held")


def _end(row: Row[*tuple[object, ...]], ends: dict[str, str]) -> Iterator[Finding]:
    """Check that no other transfer has ended the same hold."""
    if row.pending_id is None:
        return
    first = ends.setdefault(row.pending_id, row.id)
    if first != row.id:
        yield Finding("card-ended-twice", f"transfer {row.pending_id}", f"by {first} and by {row.id}")


def _add_up(row: Row[*tuple[object, ...]], expected: dict[str, _Sums]) -> None:
    payer, payee = expected[row.debit], expected[row.credit]
    match row.kind:
        case "hold":
            payer.available -= row.amount
            payer.held += row.amount
        case "void":
            payer.available += row.amount
            payer.held -= row.amount
        case "post":
            held = row.hold_amount or 0
            payer.available += held - row.amount
            payer.held -= held
            payee.available += row.amount
        case _:
            payer.available -= row.amount
            payee.available += row.amount


def _accounts(accounts: Mapping[str, tuple[int, int]], expected: Mapping[str, _Sums]) -> Iterator[Finding]:
    """Check each balance against its transfers, that no player is below 0, and that the sum is 0."""
    for name, (available, held) in sorted(accounts.items()):
        sums = expected.get(name, _Sums())
        if (available, held) != (sums.available, sums.held):
            says = f"{available} and {held} held, its transfers make {sums.available} and {sums.held}"
            yield Finding("card-balance", f"account {name}", says)
        if held < 0 or (available < 0 and name != MINT):
            yield Finding("card-negative", f"account {name}", f"{available} and {held} held")
    for name in sorted(set(expected) - set(accounts)):
        yield Finding("card-balance", f"account {name}", "has transfers but no row")
    total = sum(available + held for available, held in accounts.values())
    if total:
        yield Finding("card-sum", "all accounts", f"add up to {total}, not to 0")


async def _left_over(tx: ReadTx) -> list[Finding]:
    """Check that no open hold belongs to a room that is closed or unknown."""
    end = aliased(CardTransfer)
    query = (
        select(CardTransfer.id, CardTransfer.room, RoomRow.status)
        .outerjoin(end, end.pending_id == CardTransfer.id)
        .outerjoin(RoomRow, RoomRow.id == CardTransfer.room)
        .where(CardTransfer.kind == "hold", end.id.is_(None))
        .order_by(CardTransfer.id)
    )
    return [
        Finding(
            "card-left-over", f"transfer {row.id}", f"held for room {row.room}, {row.status or 'unknown'}"
        )
        for row in await tx.execute(query)
        if row.status != "open"
    ]
