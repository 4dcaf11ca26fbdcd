"""Audit of matches: the cards paid are the cards due, and the hands follow each other."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import Row, func, select

from app.db.audit.finding import Finding
from app.db.engine.database import ReadTx
from app.db.tables.models import CardTransfer, Hand, RoomRow
from app.rules.options.options import OptionError, make_options


class _Deal(NamedTuple):
    """Who deals a hand, and who deals the next one."""

    dealer: int
    next_dealer: int


@dataclass(slots=True)
class _Match:
    """Hands and paid cards of a match. ``hands``: per number its dealer and the next dealer."""

    hands: dict[int, _Deal] = field(default_factory=dict)
    paid: int = 0


async def audit_matches(tx: ReadTx, room_ids: Sequence[str]) -> list[Finding]:
    """Check all matches of these rooms."""
    matches: dict[str, dict[int, _Match]] = defaultdict(lambda: defaultdict(_Match))
    hands = select(Hand.room_id, Hand.match, Hand.hand, Hand.dealer, Hand.next_dealer)
    for row in await tx.execute(hands.where(Hand.room_id.in_(room_ids))):
        matches[row.room_id][row.match].hands[row.hand] = _Deal(row.dealer, row.next_dealer)
    paid = (
        select(CardTransfer.room, CardTransfer.match, func.sum(CardTransfer.amount).label("paid"))
        .where(CardTransfer.room.in_(room_ids), CardTransfer.kind == "post")
        .group_by(CardTransfer.room, CardTransfer.match)
    )
    for sums in await tx.execute(paid):
        matches[sums.room][sums.match].paid = int(sums.paid)
    rooms = select(RoomRow.id, RoomRow.status, RoomRow.match, RoomRow.preset, RoomRow.settings)
    findings: list[Finding] = []
    for room in await tx.execute(rooms.where(RoomRow.id.in_(room_ids)).order_by(RoomRow.id)):
        findings += _room(room, matches[room.id])
    return findings


def _room(room: Row[*tuple[object, ...]], matches: Mapping[int, _Match]) -> Iterator[Finding]:
    for number, match in sorted(matches.items()):
        where = f"match {room.id}.{number}"
        if number > room.match and match.hands:
            yield Finding("hand-number", where, f"the room has only {room.match} matches")
        yield from _sequence(where, match)
        wanted = _due(room, number, match)
        if wanted is not None and match.paid != wanted:
            yield Finding("card-match", where, f"{match.paid} cards paid, {wanted} due")


def _sequence(where: str, match: _Match) -> Iterator[Finding]:
    numbers = sorted(match.hands)
    if numbers != list(range(1, len(numbers) + 1)):
        yield Finding("hand-number", where, f"has the hands {numbers}")
    for number in numbers[1:]:
        before = match.hands.get(number - 1)
        dealer = match.hands[number].dealer
        if before is not None and before.next_dealer != dealer:
            says = f"hand {number - 1} makes {before.next_dealer} the next dealer, but {dealer} deals"
            yield Finding("hand-dealer", where, says)


def _due(room: Row[*tuple[object, ...]], number: int, match: _Match) -> int | None:
    """Cards due for the match by now; None if the room's settings are unreadable."""
    cost = room.settings.get("cost", 0)
    options = room.settings.get("options", {})
    if not isinstance(cost, int) or not isinstance(options, dict):
        return None
    if not match.hands:
        return 0
    if room.settings.get("payer") != "winner":
        return cost
    try:
        last = make_options(room.preset, options).hands
    except OptionError:
        return None
    over = len(match.hands) >= last or room.status == "closed" or number < room.match
    return cost if over else 0
