"""Marks: what replaces the log of a hand when it is deleted after its time, so that the audit still works.

A mark is a head that no compressed log begins with, then a SHA-256. It is shorter than any log.

- ``no_log``: SHA-256 of the log. All else is kept, so the digest of the hand can still be checked.
- ``sums``: SHA-256 of the hand without log, payments and receipts, together with its booked digest.
"""

import hashlib
import zlib
from dataclasses import dataclass
from typing import Final

import msgspec

from app.db.hands.records import HandRecord, Kept

_HEADS: Final[dict[Kept, bytes]] = {"no_log": b"log 1\n", "sums": b"sums 1\n"}
_DIGEST: Final = 32
LENGTHS: Final[dict[Kept, int]] = {kept: len(head) + _DIGEST for kept, head in _HEADS.items()}
"""Length of each mark in bytes. Queries tell marks from logs by it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark. ``digest``: SHA-256 in hex."""

    kept: Kept
    digest: str


def packed_mark(mark: Mark) -> bytes:
    """The mark as stored bytes."""
    return _HEADS[mark.kept] + bytes.fromhex(mark.digest)


def read_mark(packed: bytes) -> Mark | None:
    """The mark in these stored bytes; None if they are a log."""
    for kept, head in _HEADS.items():
        if packed.startswith(head) and len(packed) == LENGTHS[kept]:
            return Mark(kept, packed[len(head) :].hex())
    return None


def kept_by_length(length: int) -> Kept:
    """What is kept of a hand whose stored log or mark has ``length`` bytes."""
    return next((kept for kept, size in LENGTHS.items() if size == length), "whole")


def unpacked(packed: bytes) -> tuple[bytes, Mark | None]:
    """The log in these stored bytes, or empty bytes and the mark. Raises zlib.error."""
    mark = read_mark(packed)
    return (zlib.decompress(packed), None) if mark is None else (b"", mark)


def rest_hash(record: HandRecord, payload_hash: str) -> str:
    """SHA-256 (hex) of a hand without payments, receipts and log, together with its booked digest."""
    fields: dict[str, object] = msgspec.to_builtins(record)
    for gone in ("transfers", "wins", "log"):
        del fields[gone]
    fields["payload_hash"] = payload_hash
    return hashlib.sha256(b"sums 1\n" + msgspec.json.encode(fields, order="sorted")).hexdigest()
