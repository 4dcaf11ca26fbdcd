"""The audit of room cards and 颗. It only reads and repairs nothing."""

import asyncio
from dataclasses import dataclass
from typing import Final

from app.db.audit.cards import audit_cards
from app.db.audit.finding import Finding
from app.db.audit.hands import audit_hand
from app.db.audit.logs import audit_log
from app.db.audit.matches import audit_matches
from app.db.audit.reading import hands_of_rooms, newest_hands, orphans, rooms_after, too_early
from app.db.engine.database import Database

__all__ = ["Audit", "Finding", "audit"]

REPLAYED: Final = 200
"""Number of newest hands that are replayed, unless all are."""
_ROOMS_AT_ONCE: Final = 50


@dataclass(frozen=True, slots=True)
class Audit:
    """Numbers of audited rows, and all findings.

    ``replayed``: hands whose log was replayed. ``pruned``: hands whose log was deleted after its time.
    """

    accounts: int
    transfers: int
    hands: int
    replayed: int
    findings: tuple[Finding, ...]
    pruned: int


async def audit(db: Database, *, deep: bool = False, replayed: int = REPLAYED) -> Audit:
    """Check all cards, 颗 and receipts, and replay the newest ``replayed`` hands (``deep``: all hands).

    Raises DatabaseUnavailable.
    """
    async with db.read() as tx:
        cards = await audit_cards(tx)
        sample = None if deep else await newest_hands(tx, replayed)
        findings = [*cards.findings, *await orphans(tx), *await too_early(tx)]
    hands = played = pruned = 0
    last = ""
    while True:
        async with db.read() as tx:
            rooms = await rooms_after(tx, last, _ROOMS_AT_ONCE)
            kept, unreadable = await hands_of_rooms(tx, rooms)
            findings += [*unreadable, *await audit_matches(tx, rooms)]
        for hand in kept:
            hands += 1
            findings += audit_hand(hand)
            key = hand.record.key
            if hand.mark is not None:
                pruned += 1
            elif sample is None or (key.room_id, key.match, key.hand) in sample:
                played += 1
                findings += audit_log(hand)
                await asyncio.sleep(0)
        if len(rooms) < _ROOMS_AT_ONCE:
            return Audit(cards.accounts, cards.transfers, hands, played, tuple(findings), pruned)
        last = rooms[-1]
