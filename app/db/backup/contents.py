"""Format of a backup: lines of JSON, compressed with gzip.

The first line is a header. Then each table: a line with its columns, an array per row, and a line with number
and digest of the rows. The last line has the digest of all lines, so a cut or changed file is noticed.
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
    """The file is not a usable backup, or the database cannot be backed up or restored into."""


class Header(msgspec.Struct, frozen=True, tag="header", tag_field="line"):
    """The first line. ``revision``: of the tables. ``server``: version of the server. ``made_at``: ms."""

    format: str
    version: int
    server: str
    revision: str
    made_at: int


class Column(msgspec.Struct, frozen=True):
    """A column. Rows hold ``bytes`` in base64."""

    name: str
    kind: Literal["plain", "bytes"]


class TableBegin(msgspec.Struct, frozen=True, tag="table", tag_field="line"):
    """Begin of a table; its rows follow."""

    name: str
    columns: tuple[Column, ...]


class TableEnd(msgspec.Struct, frozen=True, tag="rows", tag_field="line"):
    """End of a table. ``digest``: SHA-256 of its row lines."""

    name: str
    rows: int
    digest: str


class End(msgspec.Struct, frozen=True, tag="end", tag_field="line"):
    """The last line. ``digest``: SHA-256 of all lines before it."""

    tables: int
    rows: int
    digest: str


Mark: TypeAlias = Header | TableBegin | TableEnd | End
_marks: Final = msgspec.json.Decoder(Mark)
_rows: Final = msgspec.json.Decoder(Row)


class Writer:
    """Writes lines into a compressed stream and computes the digests. ``close`` it at the end."""

    def __init__(self, out: BinaryIO) -> None:
        # without time and name, so that the same rows give the same bytes
        self._zip = GzipFile(filename="", mode="wb", fileobj=out, mtime=0)
        self._all = sha256()
        self._table = sha256()
        self._open: TableBegin | None = None
        self._rows = 0
        self.counts: dict[str, int] = {}

    def begin(self, header: Header) -> None:
        """Write the header."""
        self._write(msgspec.json.encode(header))

    def begin_table(self, table: TableBegin) -> None:
        """Begin a table."""
        self._open, self._table, self._rows = table, sha256(), 0
        self._write(msgspec.json.encode(table))

    def row(self, values: Row) -> None:
        """Write a row of the open table."""
        line = msgspec.json.encode(values)
        self._table.update(line + b"\n")
        self._rows += 1
        self._write(line)

    def end_table(self) -> None:
        """End the open table."""
        if self._open is None:
            raise ValueError("no table is open")
        name = self._open.name
        self._write(msgspec.json.encode(TableEnd(name, self._rows, self._table.hexdigest())))
        self.counts[name] = self._rows
        self._open = None

    def close(self) -> None:
        """Write the last line and end the stream."""
        end = End(len(self.counts), sum(self.counts.values()), self._all.hexdigest())
        self._zip.write(msgspec.json.encode(end) + b"\n")
        self._zip.close()

    def _write(self, line: bytes) -> None:
        self._all.update(line + b"\n")
        self._zip.write(line + b"\n")


def read_lines(file: BinaryIO) -> Iterator[Mark | Row]:
    """All lines of a backup. Checks their order, numbers and digests, and that the end is there.

    Raises BackupUnusable, in a damaged file perhaps only at the end: read it once before you use its rows.
    """
    everything, reader = sha256(), _Reader()
    for line in _raw_lines(file):
        mark = _decode(line)
        yield reader.take(mark, line, everything.hexdigest() if isinstance(mark, End) else "")
        everything.update(line)
    if not reader.complete:
        raise BackupUnusable("The backup is cut off, its end is missing: use another copy.")


def _raw_lines(file: BinaryIO) -> Iterator[bytes]:
    try:
        with GzipFile(fileobj=file, mode="rb") as opened:
            while line := opened.readline(_LONGEST_LINE):
                yield line
    except (OSError, EOFError, zlib.error):
        raise BackupUnusable(
            "The file is not a backup, or it is damaged or cut off: use another copy."
        ) from None


def _decode(line: bytes) -> Mark | Row:
    try:
        return _rows.decode(line) if line.startswith(b"[") else _marks.decode(line)
    except msgspec.MsgspecError:
        raise BackupUnusable("The backup is damaged, a line is unreadable: use another copy.") from None


class _Reader:
    """Checks that each line may follow the lines before it."""

    def __init__(self) -> None:
        self._begun = False
        self._open: TableBegin | None = None
        self._digest = sha256()
        self._rows = 0
        self._counts: dict[str, int] = {}
        self.complete = False

    def take(self, mark: Mark | Row, line: bytes, digest: str) -> Mark | Row:
        """Return the line if it may come next. Raises BackupUnusable."""
        if self.complete or self._begun == isinstance(mark, Header):
            raise BackupUnusable("The backup is damaged, a line is in the wrong place: use another copy.")
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
            raise BackupUnusable("The file is not a backup of this server.")
        if header.version != VERSION:
            raise BackupUnusable(
                f"The backup has format {header.version}, only {VERSION} is known here: use a newer server."
            )
        self._begun = True

    def _table_end(self, end: TableEnd) -> None:
        self._require(self._open is not None and self._open.name == end.name)
        self._require((end.rows, end.digest) == (self._rows, self._digest.hexdigest()))
        self._counts[end.name] = end.rows
        self._open = None

    def _require(self, holds: bool) -> None:
        if not holds:
            raise BackupUnusable("The backup is damaged, its sums are wrong: use another copy.")
