"""Pays back the room cards of a match that did not come to its end through no fault of its players."""

from app.db.cards import cards
from app.db.engine.database import WriteTx
from app.db.hands import hands, rooms
from app.db.hands.records import RoomRecord
from app.rules.options.options import OptionError, make_options


async def refund(tx: WriteTx, room_id: str, now: int) -> dict[str, int]:
    """Refund the cards paid for an unfinished match. Returns cards by player; empty for a finished match.

    A repeated call grants nothing more. The room must be closed. ``now``: server ms.
    """
    record = await rooms.by_id(tx, room_id)
    if record is None or record.match == 0:
        return {}
    planned = planned_hands(record)
    if planned is not None and await hands.hands_of_match(tx, room_id, record.match) >= planned:
        return {}
    paid = await cards.payers(tx, room_id, record.match)
    for player_id, amount in sorted(paid.items()):
        key = f"refund:{room_id}:{record.match}:{player_id}"
        await cards.grant(tx, key, player_id, amount, now, "refund")
    return paid


def planned_hands(record: RoomRecord) -> int | None:
    """Hands of a match of the room; None if its row is damaged."""
    try:
        return make_options(record.preset, record.options).hands
    except OptionError:
        return None
