"""Is a file a whole backup? Read from its first to its last byte, without a database."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import BinaryIO

from app.db.backup.contents import BackupUnusable, Header, TableEnd, read_lines


@dataclass(frozen=True, slots=True)
class Verified:
    """A backup whose sums are right: its header, and the rows of each table."""

    header: Header
    counts: Mapping[str, int]


def verify_backup(file: BinaryIO) -> Verified:
    """Read ``file`` through, from where it stands. Raises BackupUnusable, OSError."""
    header: Header | None = None
    counts: dict[str, int] = {}
    for line in read_lines(file):
        match line:
            case Header():
                header = line
            case TableEnd():
                counts[line.name] = line.rows
            case _:
                continue
    if header is None:
        raise BackupUnusable("The file is empty.")
    return Verified(header, counts)
