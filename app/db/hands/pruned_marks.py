"""What stands in place of a hand's log once its time is over, so that what was there can still be proved.

A mark is shorter than any log, begins unlike a compressed one, and ends with a SHA-256:

- ``no_log``: of the log. Everything else is kept, and the digest of the hand can still be checked in full.
- ``sums``: of what is left of the hand when its payments and receipts have gone too, its own digest included.
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
"""In bytes; by them the database tells marks from logs without reading those."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a mark says. ``digest``: SHA-256 in hex."""

    kept: Kept
    digest: str


def packed_mark(mark: Mark) -> bytes:
    """The mark as it stands in place of a log."""
    return _HEADS[mark.kept] + bytes.fromhex(mark.digest)


def read_mark(packed: bytes) -> Mark | None:
    """The mark that these bytes are; None if they are a log."""
    for kept, head in _HEADS.items():
        if packed.startswith(head) and len(packed) == LENGTHS[kept]:
            return Mark(kept, packed[len(head) :].hex())
    return None


def kept_by_length(length: int) -> Kept:
    """How much is kept of a hand whose log, or mark, has so many bytes."""
    return next((kept for kept, size in LENGTHS.items() if size == length), "whole")


def unpacked(packed: bytes) -> tuple[bytes, Mark | None]:
    """The lines of a log, empty if a mark stands in its place. Raises zlib.error."""
    mark = read_mark(packed)
    return (zlib.decompress(packed), None) if mark is None else (b"", mark)


def rest_hash(record: HandRecord, payload_hash: str) -> str:
    """SHA-256 (hex) of a hand without payments, receipts and log, and of the digest it had with them."""
    fields: dict[str, object] = msgspec.to_builtins(record)
    for gone in ("transfers", "wins", "log"):
        del fields[gone]
    fields["payload_hash"] = payload_hash
    return hashlib.sha256(b"sums 1\n" + msgspec.json.encode(fields, order="sorted")).hexdigest()
