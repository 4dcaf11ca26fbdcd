"""Rows of ``card_transfers``, and the records made from them."""

from typing import cast

from sqlalchemy import Row, Select, select

from app.db.cards.card_records import CardTransferRecord, Hold, TransferKind, player_of
from app.db.tables.models import CardTransfer


def select_transfers() -> Select[*tuple[object, ...]]:
    """A query for all transfers; ``transfer_of`` and ``hold_of`` read its rows."""
    return select(
        CardTransfer.id,
        CardTransfer.debit,
        CardTransfer.credit,
        CardTransfer.amount,
        CardTransfer.kind,
        CardTransfer.pending_id,
        CardTransfer.room,
        CardTransfer.match,
        CardTransfer.reason,
        CardTransfer.created_at,
    )


def transfer_of(row: Row[*tuple[object, ...]]) -> CardTransferRecord:
    """The transfer in a row."""
    return CardTransferRecord(
        id=row.id,
        debit=row.debit,
        credit=row.credit,
        amount=row.amount,
        kind=cast("TransferKind", row.kind),
        pending_id=row.pending_id,
        room=row.room,
        match=row.match,
        reason=row.reason,
        created_at=row.created_at,
    )


def hold_of(row: Row[*tuple[object, ...]]) -> Hold:
    """The hold in a row of kind ``hold``."""
    return Hold(
        id=row.id,
        player_id=player_of(row.debit),
        amount=row.amount,
        match=row.match,
        reason=row.reason,
    )
