"""Audit of finished hands: the sums are right, and the receipts explain the payments."""

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
    """One row of ``hand_seats``."""

    seat: int
    delta: int


@dataclass(frozen=True, slots=True)
class KeptHand:
    """A hand as stored: the record, and the columns that repeat parts of it.

    ``spare``: 颗 in the columns of seats that do not exist. ``seats``: rows of ``hand_seats``.
    ``lines``: line numbers of the transfers. ``mark``: the mark in place of a deleted log.
    """

    record: HandRecord
    payload_hash: str
    spare: tuple[int, ...]
    seats: tuple[KeptSeat, ...]
    lines: tuple[int, ...]
    mark: Mark | None = None

    @property
    def where(self) -> str:
        """The name of the hand in findings."""
        return f"hand {self.record.key}"

    @property
    def only_sums(self) -> bool:
        """Whether payments and receipts were deleted after their time."""
        return self.mark is not None and self.mark.kept == "sums"

    def intact(self) -> bool:
        """Whether the stored rows match the digest that was booked."""
        if self.mark is None:
            return payload_hash(self.record) == self.payload_hash
        if self.only_sums:
            return rest_hash(self.record, self.payload_hash) == self.mark.digest
        return payload_hash(self.record, self.mark.digest) == self.payload_hash


def audit_hand(kept: KeptHand) -> Iterator[Finding]:
    """Check one hand without its log."""
    yield from _sums(kept)
    yield from _seats(kept)
    if not kept.only_sums:
        yield from _transfers(kept)
        yield from _receipts(kept)
    elif kept.record.transfers or kept.record.wins:
        yield Finding("hand-pruned", kept.where, "still has payments or receipts")
    if not kept.intact():
        yield Finding("hand-hash", kept.where, "its rows do not match the booked digest")


def _sums(kept: KeptHand) -> Iterator[Finding]:
    total = sum(kept.record.deltas) + sum(kept.spare)
    if total:
        yield Finding("hand-sum", kept.where, f"its 颗 add up to {total}, not to 0")
    if any(kept.spare):
        yield Finding("hand-seats", kept.where, f"seats that do not exist have {kept.spare} 颗")


def _seats(kept: KeptHand) -> Iterator[Finding]:
    deltas = kept.record.deltas
    if [seat.seat for seat in kept.seats] != list(range(len(deltas))):
        yield Finding("hand-seats", kept.where, f"has the seats {[seat.seat for seat in kept.seats]}")
        return
    found = tuple(seat.delta for seat in kept.seats)
    if found != deltas:
        yield Finding("hand-seats", kept.where, f"its seats have {found}, the hand has {deltas}")


def _transfers(kept: KeptHand) -> Iterator[Finding]:
    """Check that the transfers add up to the 颗 of the seats."""
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
        yield Finding("hand-transfers", kept.where, f"its transfers make {tuple(sums)}, not {record.deltas}")


def _receipts(kept: KeptHand) -> Iterator[Finding]:
    """Check that each receipt adds up (R59) and that the receipts explain the transfers (R61, R63, R64)."""
    record = kept.record
    try:
        prices = pricing_of(make_options(record.preset, record.options))
        for win in record.wins:
            ke = prices.paid(sum(_items(win)), _number(win, "multiplier"))
            if ke != win.get("ke"):
                yield Finding(
                    "hand-receipt", kept.where, f"a receipt has {win.get('ke')} 颗, its items make {ke}"
                )
        expected = _explained(record)
    except (OptionError, ValueError) as error:
        yield Finding("hand-receipt", kept.where, f"unreadable: {error}")
        return
    paid, rest = record.transfers[: len(expected)], record.transfers[len(expected) :]
    if paid != expected:
        yield Finding("hand-receipt", kept.where, "its receipts do not explain its transfers")
    odd = [item.reason for item in rest if item.reason not in _AT_THE_END or not record.exhausted]
    if odd:
        yield Finding("hand-receipt", kept.where, f"there is no receipt for {odd}")


def _explained(record: HandRecord) -> tuple[TransferRecord, ...]:
    """The payments that follow from the receipts, in order. A player who has won pays no more."""
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
        raise ValueError("items is not an array")
    for item in items:
        if not isinstance(item, dict):
            raise ValueError("an item is not an object")
        yield _number(item, "ke")


def _number(entry: JsonObject, name: str) -> int:
    value = entry.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{name} is not a whole number")
    return value
