"""The books under audit: room cards and 颗, read only. Nothing is ever put right here."""

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
"""How many of the newest hands are played again unless all are."""
_ROOMS_AT_ONCE: Final = 50


@dataclass(frozen=True, slots=True)
class Audit:
    """What was looked at, and everything that is wrong with it.

    ``pruned``: hands whose log was kept for its time, and is not any more.
    """

    accounts: int
    transfers: int
    hands: int
    replayed: int
    findings: tuple[Finding, ...]
    pruned: int


async def audit(db: Database, *, deep: bool = False, replayed: int = REPLAYED) -> Audit:
    """Check the whole ledger: cards, 颗, receipts, and the logs of the newest hands or, ``deep``, of all.

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
