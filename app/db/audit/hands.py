"""Booked hands under audit: what they paid adds up, and can be told from their receipts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from app.db.audit.finding import Finding
from app.db.hands.pruned_marks import Mark, rest_hash
from app.db.hands.records import HandRecord, JsonObject, TransferRecord, payload_hash
from app.rules.hand.state import turn_order
from app.rules.options.options import OptionError, make_options
from app.rules.scoring.pricing.pricing import pricing_of

_REASONS: Final[Mapping[object, str]] = {
    "draw": "self_draw",
    "discard": "discard",
    "rob_kong": "rob_kong",
}
_AT_THE_END: Final = frozenset({"ready_check", "flower_pig"})


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """A row of a hand's seats."""

    seat: int
    delta: int


@dataclass(frozen=True, slots=True)
class KeptHand:
    """A hand as the database keeps it: the record, and what it says a second time.

    ``spare``: the 颗 in the columns of seats that do not exist. ``lines``: the numbers of the transfers.
    ``mark``: what stands in place of a log whose time is over.
    """

    record: HandRecord
    payload_hash: str
    spare: tuple[int, ...]
    seats: tuple[KeptSeat, ...]
    lines: tuple[int, ...]
    mark: Mark | None = None

    @property
    def where(self) -> str:
        """How findings name it."""
        return f"hand {self.record.key}"

    @property
    def only_sums(self) -> bool:
        """Whether payments and receipts have gone."""
        return self.mark is not None and self.mark.kept == "sums"

    def intact(self) -> bool:
        """Whether its rows are the ones that were booked, as far as they are kept."""
        if self.mark is None:
            return payload_hash(self.record) == self.payload_hash
        if self.only_sums:
            return rest_hash(self.record, self.payload_hash) == self.mark.digest
        return payload_hash(self.record, self.mark.digest) == self.payload_hash


def audit_hand(kept: KeptHand) -> Iterator[Finding]:
    """Check one hand, its log apart."""
    yield from _sums(kept)
    yield from _seats(kept)
    if not kept.only_sums:
        yield from _transfers(kept)
        yield from _receipts(kept)
    elif kept.record.transfers or kept.record.wins:
        yield Finding("hand-pruned", kept.where, "its payments and receipts should be gone")
    if not kept.intact():
        yield Finding("hand-hash", kept.where, "its rows are not the ones that were booked")


def _sums(kept: KeptHand) -> Iterator[Finding]:
    total = sum(kept.record.deltas) + sum(kept.spare)
    if total:
        yield Finding("hand-sum", kept.where, f"its 颗 add up to {total}")
    if any(kept.spare):
        yield Finding("hand-seats", kept.where, f"seats that do not exist have {kept.spare}")


def _seats(kept: KeptHand) -> Iterator[Finding]:
    deltas = kept.record.deltas
    if [seat.seat for seat in kept.seats] != list(range(len(deltas))):
        yield Finding("hand-seats", kept.where, f"has the seats {[seat.seat for seat in kept.seats]}")
        return
    told = tuple(seat.delta for seat in kept.seats)
    if told != deltas:
        yield Finding("hand-seats", kept.where, f"its seats have {told}, it says {deltas}")


def _transfers(kept: KeptHand) -> Iterator[Finding]:
    """The transfers are what the seats have gained and lost."""
    record = kept.record
    if kept.lines != tuple(range(len(kept.lines))):
        yield Finding("hand-transfers", kept.where, f"has the lines {kept.lines}")
    sums = [0] * len(record.deltas)
    for item in record.transfers:
        in_range = {item.payer, item.payee} <= set(range(len(sums)))
        if not in_range or item.payer == item.payee or item.ke <= 0:
            yield Finding("hand-transfers", kept.where, f"{item.payer} pays {item.payee} {item.ke} 颗")
        if in_range:
            sums[item.payer] -= item.ke
            sums[item.payee] += item.ke
    if tuple(sums) != record.deltas:
        yield Finding("hand-transfers", kept.where, f"transfers make {tuple(sums)}, it says {record.deltas}")


def _receipts(kept: KeptHand) -> Iterator[Finding]:
    """Each receipt adds up (R59), and the receipts explain the transfers (R61, R63, R64)."""
    record = kept.record
    try:
        prices = pricing_of(make_options(record.preset, record.options))
        for win in record.wins:
            ke = prices.paid(sum(_items(win)), _number(win, "multiplier"))
            if ke != win.get("ke"):
                yield Finding(
                    "hand-receipt", kept.where, f"a receipt says {win.get('ke')} 颗, its items {ke}"
                )
        expected = _explained(record)
    except (OptionError, ValueError) as error:
        yield Finding("hand-receipt", kept.where, f"cannot be read: {error}")
        return
    paid, rest = record.transfers[: len(expected)], record.transfers[len(expected) :]
    if paid != expected:
        yield Finding("hand-receipt", kept.where, "its receipts do not explain its transfers")
    odd = [item.reason for item in rest if item.reason not in _AT_THE_END or not record.exhausted]
    if odd:
        yield Finding("hand-receipt", kept.where, f"there is no receipt for {odd}")


def _explained(record: HandRecord) -> tuple[TransferRecord, ...]:
    """The payments that follow from the receipts, in their order; who has won pays no more."""
    transfers: list[TransferRecord] = []
    gone: set[int] = set()
    for win in record.wins:
        seat, ke, source = _number(win, "seat"), _number(win, "ke"), win.get("source")
        reason = _REASONS.get(win.get("by"), "unknown")
        others = (other for other in turn_order(len(record.deltas), seat) if other not in gone)
        payers = others if source is None else (_number(win, "source"),)
        transfers.extend(TransferRecord(payer, seat, ke, reason) for payer in payers if ke > 0)
        gone.add(seat)
    return tuple(transfers)


def _items(win: JsonObject) -> Iterator[int]:
    items = win.get("items")
    if not isinstance(items, list):
        raise ValueError("items is no array")
    for item in items:
        if not isinstance(item, dict):
            raise ValueError("an item is no object")
        yield _number(item, "ke")


def _number(entry: JsonObject, name: str) -> int:
    value = entry.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{name} is no whole number")
    return value
