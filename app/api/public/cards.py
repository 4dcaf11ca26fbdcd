"""A player's room cards."""

from fastapi import APIRouter

from app.api.http.deps import Parts
from app.api.http.sessions import Me
from app.db.cards import cards
from app.db.cards.card_records import Line

router = APIRouter()


@router.get("/cards")
async def my_cards(deps: Parts, session: Me) -> dict[str, object]:
    """What I can spend, what is held for matches, and the latest movements, newest first."""
    async with deps.db.read() as tx:
        balance = await cards.balance(tx, session.player.id)
        lines = await cards.history(tx, session.player.id)
    return {
        "available": balance.available,
        "held": balance.held,
        "free": deps.settings.rooms_are_free,
        "history": [_line(line) for line in lines],
    }


def _line(line: Line) -> dict[str, object]:
    """A movement; ``change`` is what it did to the cards that can be spent."""
    transfer = line.transfer
    return {
        "kind": transfer.kind,
        "cards": transfer.amount,
        "change": line.change,
        "room": line.code,
        "match": transfer.match,
        "reason": transfer.reason,
        "at": transfer.created_at,
    }
