"""Check that a file is a complete backup. Needs no database."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import BinaryIO

from app.db.backup.contents import BackupUnusable, Header, TableEnd, read_lines


@dataclass(frozen=True, slots=True)
class Verified:
    """A checked backup: its header, and the number of rows per table."""

    header: Header
    counts: Mapping[str, int]


def verify_backup(file: BinaryIO) -> Verified:
    """Read ``file`` from its position to the end. Raises BackupUnusable, OSError."""
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
        raise BackupUnusable("The file is empty: use another copy.")
    return Verified(header, counts)
