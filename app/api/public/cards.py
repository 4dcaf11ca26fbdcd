"""A player's room cards."""

from fastapi import APIRouter

from app.api.http.deps import Parts
from app.api.http.described import fails
from app.api.http.sessions import Me
from app.api.public.account_answers import CardLine, Cards
from app.db.cards import cards
from app.db.cards.card_records import Line

router = APIRouter()


@router.get("/cards", **fails())
async def my_cards(deps: Parts, session: Me) -> Cards:
    """The player's room cards and their latest movements, newest first."""
    async with deps.db.read() as tx:
        balance = await cards.balance(tx, session.player.id)
        lines = await cards.history(tx, session.player.id)
    return Cards(
        available=balance.available,
        held=balance.held,
        free=deps.settings.rooms_are_free,
        history=tuple(_line(line) for line in lines),
    )


def _line(line: Line) -> CardLine:
    transfer = line.transfer
    return CardLine(
        kind=transfer.kind,
        cards=transfer.amount,
        change=line.change,
        room=line.code,
        match=transfer.match,
        reason=transfer.reason,
        at=transfer.created_at,
    )
