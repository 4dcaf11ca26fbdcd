"""What a backup holds: gzip-compressed lines of JSON.

A header; then for each table a line that names its columns, an array for each row, and a line that counts
and digests them; then a last line over everything. A file that was cut off or changed is noticed.
"""

import zlib
from collections.abc import Iterator
from gzip import GzipFile
from hashlib import sha256
from typing import BinaryIO, Final, Literal, TypeAlias

import msgspec

from app.db.engine.errors import DatabaseError

FORMAT: Final = "guangan-backup"
VERSION: Final = 1
_LONGEST_LINE: Final = 64 * 1024 * 1024

Row: TypeAlias = list[object]


class BackupUnusable(DatabaseError):
    """The file is no backup, is damaged, or does not belong here; the message is one sentence."""


class Header(msgspec.Struct, frozen=True, tag="header", tag_field="line"):
    """The first line. ``revision`` is that of the migrations; ``made_at`` in ms."""

    format: str
    version: int
    server: str
    revision: str
    made_at: int


class Column(msgspec.Struct, frozen=True):
    """A column. ``bytes`` are base64 in the rows."""

    name: str
    kind: Literal["plain", "bytes"]


class TableBegin(msgspec.Struct, frozen=True, tag="table", tag_field="line"):
    """The rows of a table follow."""

    name: str
    columns: tuple[Column, ...]


class TableEnd(msgspec.Struct, frozen=True, tag="rows", tag_field="line"):
    """The table is complete. ``digest`` is the SHA-256 of its lines of rows."""

    name: str
    rows: int
    digest: str


class End(msgspec.Struct, frozen=True, tag="end", tag_field="line"):
    """The last line. ``digest`` is the SHA-256 of all lines before."""

    tables: int
    rows: int
    digest: str


Mark: TypeAlias = Header | TableBegin | TableEnd | End
_marks: Final = msgspec.json.Decoder(Mark)
_rows: Final = msgspec.json.Decoder(Row)


class Writer:
    """Writes lines into a compressed stream, and keeps the sums. ``close`` it at the end."""

    def __init__(self, out: BinaryIO) -> None:
        # no time and no name in the file: the same rows make the same bytes
        self._zip = GzipFile(filename="", mode="wb", fileobj=out, mtime=0)
        self._all = sha256()
        self._table = sha256()
        self._open: TableBegin | None = None
        self._rows = 0
        self.counts: dict[str, int] = {}

    def begin(self, header: Header) -> None:
        """The header."""
        self._write(msgspec.json.encode(header))

    def begin_table(self, table: TableBegin) -> None:
        """The rows of a table follow."""
        self._open, self._table, self._rows = table, sha256(), 0
        self._write(msgspec.json.encode(table))

    def row(self, values: Row) -> None:
        """One row of the open table."""
        line = msgspec.json.encode(values)
        self._table.update(line + b"\n")
        self._rows += 1
        self._write(line)

    def end_table(self) -> None:
        """The open table is complete."""
        if self._open is None:
            raise ValueError("no table is open")
        name = self._open.name
        self._write(msgspec.json.encode(TableEnd(name, self._rows, self._table.hexdigest())))
        self.counts[name] = self._rows
        self._open = None

    def close(self) -> None:
        """The last line."""
        end = End(len(self.counts), sum(self.counts.values()), self._all.hexdigest())
        self._zip.write(msgspec.json.encode(end) + b"\n")
        self._zip.close()

    def _write(self, line: bytes) -> None:
        self._all.update(line + b"\n")
        self._zip.write(line + b"\n")


def read_lines(file: BinaryIO) -> Iterator[Mark | Row]:
    """Every line of a backup, checked as it comes: order, counts, digests, the end.

    Raises BackupUnusable, for a damaged file perhaps only at its end: read it through once before you use it.
    """
    everything, reader = sha256(), _Reader()
    for line in _raw_lines(file):
        mark = _decode(line)
        yield reader.take(mark, line, everything.hexdigest() if isinstance(mark, End) else "")
        everything.update(line)
    if not reader.complete:
        raise BackupUnusable("The backup is cut off: its end is missing.")


def _raw_lines(file: BinaryIO) -> Iterator[bytes]:
    try:
        with GzipFile(fileobj=file, mode="rb") as opened:
            while line := opened.readline(_LONGEST_LINE):
                yield line
    except (OSError, EOFError, zlib.error):
        raise BackupUnusable("The file is no backup, or it is damaged or cut off.") from None


def _decode(line: bytes) -> Mark | Row:
    try:
        return _rows.decode(line) if line.startswith(b"[") else _marks.decode(line)
    except msgspec.MsgspecError:
        raise BackupUnusable("The backup has a line that cannot be read.") from None


class _Reader:
    """Knows what may come next."""

    def __init__(self) -> None:
        self._begun = False
        self._open: TableBegin | None = None
        self._digest = sha256()
        self._rows = 0
        self._counts: dict[str, int] = {}
        self.complete = False

    def take(self, mark: Mark | Row, line: bytes, digest: str) -> Mark | Row:
        """The line, if it may stand here. Raises BackupUnusable."""
        if self.complete or self._begun == isinstance(mark, Header):
            raise BackupUnusable("The backup has a line where none belongs.")
        match mark:
            case Header():
                self._header(mark)
            case TableBegin():
                self._require(self._open is None and mark.name not in self._counts)
                self._open, self._digest, self._rows = mark, sha256(), 0
            case TableEnd():
                self._table_end(mark)
            case End():
                self._require(self._open is None and mark.digest == digest)
                self._require((mark.tables, mark.rows) == (len(self._counts), sum(self._counts.values())))
                self.complete = True
            case _:
                self._require(self._open is not None and len(mark) == len(self._open.columns))
                self._digest.update(line)
                self._rows += 1
        return mark

    def _header(self, header: Header) -> None:
        if header.format != FORMAT:
            raise BackupUnusable("The file is no backup of this server.")
        if header.version != VERSION:
            raise BackupUnusable(f"The backup has form {header.version}, and only {VERSION} is known here.")
        self._begun = True

    def _table_end(self, end: TableEnd) -> None:
        self._require(self._open is not None and self._open.name == end.name)
        self._require((end.rows, end.digest) == (self._rows, self._digest.hexdigest()))
        self._counts[end.name] = end.rows
        self._open = None

    def _require(self, holds: bool) -> None:
        if not holds:
            raise BackupUnusable("The backup is damaged: its sums are wrong.")
