"""A backup holds all rows and works on both engines. A damaged one is never restored."""

import asyncio
import gzip
import hashlib
import io
import json
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, inspect, select, text, update

from app.db import Database, DatabaseError, DatabaseUnavailable, migrate
from app.db.audit import Audit, audit
from app.db.backup import BackupUnusable, ensure_empty, restore_backup, verify_backup, write_backup
from app.db.backup.tables import revision_of
from app.db.engine.migrate import check_revision, migration_transaction
from app.db.people import players, sessions
from app.db.tables.models import CardTransfer
from app.stores.server.errors import StoreUnavailable
from tests.support.db.everything import fill_everything, rows_of
from tests.support.db.plants import unguarded
from tests.support.db.servers import PostgresServer, Server, SqliteServer
from tests.support.exact import exactly

pytestmark = pytest.mark.database


async def backup_of(url: str) -> bytes:
    out = io.BytesIO()
    await write_backup(url, out, "0.1.0", 1_796_000_000_000)
    return out.getvalue()


async def test_every_row_of_every_table_comes_back(url: str, empty_url: str) -> None:
    await fill_everything(url)
    before = await rows_of(url)
    assert [name for name, rows in before.items() if not rows] == [], "a new table wants a row in the sample"
    kept = await backup_of(url)
    verified = await restore_backup(empty_url, io.BytesIO(kept))
    assert await rows_of(empty_url) == before
    assert verified.counts == {name: len(rows) for name, rows in before.items()}
    assert await backup_of(empty_url) == kept, "the same rows make the same file"
    assert await check_revision(empty_url) is None
    assert await _audit(empty_url) == await _audit(url)


async def _audit(url: str) -> Audit:
    db = Database(url)
    try:
        return await audit(db)
    finally:
        await db.close()


async def test_a_backup_moves_between_the_engines(
    sqlite_server: SqliteServer, postgres_server: PostgresServer
) -> None:
    async with sqlite_server.migrated() as small, postgres_server.empty() as large:
        await fill_everything(small)
        await restore_backup(large, io.BytesIO(await backup_of(small)))
        assert await rows_of(large) == await rows_of(small)
        async with sqlite_server.empty() as again:
            await restore_backup(again, io.BytesIO(await backup_of(large)))
            assert await rows_of(again) == await rows_of(small)


async def test_it_is_one_moment_of_a_database_that_goes_on(url: str) -> None:
    db = Database(url)

    async def arrive() -> None:
        for number in range(60):
            async with db.write() as tx:
                await players.create_guest(tx, f"early-{number:04}", "客", number)
                await players.create_guest(tx, f"later-{number:04}", "客", number)
                await sessions.create(tx, f"token {number}", f"early-{number:04}", "cookie", 0, 1)

    arriving = asyncio.create_task(arrive())
    counts = []
    while not arriving.done():
        verified = verify_backup(io.BytesIO(await backup_of(url)))
        counts.append((verified.counts["players"], verified.counts["sessions"]))
    await arriving
    await db.close()
    assert counts == sorted(counts)
    assert all(guests == 2 * begun for guests, begun in counts), "never half of a transaction"


async def test_rows_come_after_the_rows_that_they_refer_to(url: str, empty_url: str) -> None:
    await fill_everything(url)
    async with migration_transaction(url) as transaction:
        hold = (await transaction.execute(select(func.max(CardTransfer.pending_id)))).scalar_one()
        renamed = update(CardTransfer).where(CardTransfer.pending_id == hold).values(id="0 sorts first")
        assert (await transaction.execute(renamed)).rowcount == 1
    await restore_backup(empty_url, io.BytesIO(await backup_of(url)))
    assert await rows_of(empty_url) == await rows_of(url)


async def test_many_rows(url: str, empty_url: str) -> None:
    db = Database(url)
    async with db.write() as tx:
        for number in range(1203):
            await players.create_guest(tx, f"p-{number:05}", f"名{number}", number)
    await db.close()
    await restore_backup(empty_url, io.BytesIO(await backup_of(url)))
    assert await rows_of(empty_url) == await rows_of(url)


async def test_a_database_with_rows_is_left_alone(url: str) -> None:
    kept = await backup_of(url)
    await ensure_empty(url)
    await fill_everything(url)
    before = await rows_of(url)
    with pytest.raises(BackupUnusable, match="is not empty"):
        await ensure_empty(url)
    with pytest.raises(BackupUnusable, match="is not empty"):
        await restore_backup(url, io.BytesIO(kept))
    assert await rows_of(url) == before


async def test_tables_of_another_program_are_left_alone(empty_url: str) -> None:
    async with migration_transaction(empty_url) as transaction:
        await transaction.execute(text("CREATE TABLE theirs (id INTEGER PRIMARY KEY)"))
    with pytest.raises(BackupUnusable, match="tables of another program"):
        await ensure_empty(empty_url)
    with pytest.raises(BackupUnusable, match="no tables of this server"):
        await backup_of(empty_url)


async def test_an_empty_database_has_no_backup(empty_url: str) -> None:
    with pytest.raises(BackupUnusable, match="no tables of this server"):
        await backup_of(empty_url)


async def test_a_backup_of_an_older_server_is_brought_up(url: str, empty_url: str) -> None:
    await fill_everything(url)
    await migrate(url, "0001")
    old = await rows_of(url)
    kept = await backup_of(url)
    assert verify_backup(io.BytesIO(kept)).header.revision == "0001"
    await migrate(empty_url)
    await restore_backup(empty_url, io.BytesIO(kept))
    assert await check_revision(empty_url) is None
    new = await rows_of(empty_url)
    assert {name: len(rows) for name, rows in old.items()} == {name: len(new[name]) for name in old}
    assert new["hand_logs"] == old["hand_logs"]


async def test_a_backup_of_a_newer_server_is_refused(url: str, empty_url: str) -> None:
    await fill_everything(url)
    async with migration_transaction(url) as transaction:
        await transaction.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    kept = await backup_of(url)
    with pytest.raises(BackupUnusable, match=r"newer version .* revision 9999"):
        await restore_backup(empty_url, io.BytesIO(kept))
    assert await _tables(empty_url) == []
    with pytest.raises(DatabaseUnavailable, match="cannot be migrated"):
        await migrate(url)
    warning = await check_revision(url)
    assert warning is not None
    assert "newer version" in warning


async def test_what_is_cut_off_or_changed_is_not_restored(url: str, empty_url: str) -> None:
    await fill_everything(url)
    kept = await backup_of(url)
    plain = gzip.decompress(kept)
    lines = plain.splitlines(keepends=True)
    spoiled = {
        "cut": kept[: len(kept) * 2 // 3],
        "half a byte": kept[:200] + bytes([kept[200] ^ 16]) + kept[201:],
        "another header": gzip.compress(plain.replace(b'"server":"0.1.0"', b'"server":"0.1.1"', 1)),
        "another row with its sum at the end": gzip.compress(_resealed(plain.replace(b"-7,3,", b"-8,4,"))),
        "a table twice": gzip.compress(_resealed(b"".join((*lines[:-1], *_first_table(lines), lines[-1])))),
        "another number": gzip.compress(plain.replace(b"-7,3,12,-8", b"-7,3,13,-9")),
        "a row less": gzip.compress(plain.replace(_line_with(lines, b'"p-mei","'), b"", 1)),
        "no end": gzip.compress(b"".join(lines[:-1])),
        "twice": gzip.compress(plain + plain),
        "text": b"hello",
        "nothing": b"",
        "not ours": gzip.compress(
            b'{"line":"header","format":"x","version":1,"server":"","revision":"","made_at":1}\n'
        ),
        "later form": gzip.compress(plain.replace(b'"version":1', b'"version":2', 1)),
        "no header": gzip.compress(b"".join(lines[1:])),
    }
    for name, data in spoiled.items():
        assert data != kept, name
        with pytest.raises(BackupUnusable):
            await restore_backup(empty_url, io.BytesIO(data))
        assert await _tables(empty_url) == [], name


def _resealed(plain: bytes) -> bytes:
    """The lines with the digest at the end that they should have."""
    *body, last = plain.splitlines(keepends=True)
    end = json.loads(last) | {"digest": hashlib.sha256(b"".join(body)).hexdigest()}
    return b"".join(body) + json.dumps(end).encode() + b"\n"


def _first_table(lines: list[bytes]) -> list[bytes]:
    end = next(at for at, line in enumerate(lines) if line.startswith(b'{"line":"rows"'))
    return lines[1 : end + 1]


def _line_with(lines: list[bytes], part: bytes) -> bytes:
    return next(line for line in lines if line.startswith(b"[") and part in line)


async def test_a_failure_in_the_middle_leaves_nothing(url: str, empty_url: str) -> None:
    """The file is undamaged but has a row that the constraints refuse."""
    await fill_everything(url)
    out = io.BytesIO()
    async with migration_transaction(url) as transaction:
        await transaction.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    await write_backup(url, out, "0.1.0", 1)
    with pytest.raises(BackupUnusable, match="does not belong to its revision"):
        await restore_backup(empty_url, io.BytesIO(out.getvalue()))
    assert await _tables(empty_url) == []


async def test_a_reference_to_nothing_is_not_restored(url: str, empty_url: str) -> None:
    await fill_everything(url)
    async with unguarded(url) as connection:
        assert (await connection.exec_driver_sql("DELETE FROM rooms")).rowcount > 0
    calls: list[str] = []

    async def empty_the_store() -> None:
        calls.append("emptied")

    with pytest.raises(DatabaseError):
        await restore_backup(empty_url, io.BytesIO(await backup_of(url)), empty_the_store)
    assert await _tables(empty_url) == []
    assert calls == []


async def test_what_fails_before_the_commit_leaves_nothing(url: str, empty_url: str) -> None:
    """For example, the store is emptied last, and does not answer."""
    await fill_everything(url)

    async def fail() -> None:
        raise StoreUnavailable("the store is gone")

    with pytest.raises(StoreUnavailable, match=exactly("the store is gone")):
        await restore_backup(empty_url, io.BytesIO(await backup_of(url)), fail)
    assert await _tables(empty_url) == []


async def test_empty_tables_of_a_newer_version_are_left_alone(url: str) -> None:
    kept = await backup_of(url)
    async with migration_transaction(url) as transaction:
        await transaction.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BackupUnusable, match="has tables of a newer version"):
        await restore_backup(url, io.BytesIO(kept))
    with pytest.raises(BackupUnusable, match="has tables of a newer version"):
        await ensure_empty(url)


async def test_no_table_counts_by_itself(server: Server) -> None:
    """A backup would not hold the state of a counter."""
    async with server.migrated() as url, migration_transaction(url) as transaction:
        counting = await transaction.run_sync(_counting)
    assert counting == []


def _counting(connection: Connection) -> list[str]:
    inspector = inspect(connection)
    return [
        f"{table}.{column['name']}"
        for table in inspector.get_table_names()
        for column in inspector.get_columns(table)
        if column.get("identity")
        or "nextval" in str(column.get("default"))
        or column.get("autoincrement") is True
    ]


async def _tables(url: str) -> list[str]:
    async with migration_transaction(url) as transaction:
        return await transaction.run_sync(lambda connection: inspect(connection).get_table_names())


async def test_the_folder_of_a_new_file_is_made(sqlite_server: SqliteServer, tmp_path: Path) -> None:
    async with sqlite_server.migrated() as url:
        await fill_everything(url)
        target = f"sqlite:///{tmp_path / 'new' / 'guangan.db'}"
        await restore_backup(target, io.BytesIO(await backup_of(url)))
        assert await rows_of(target) == await rows_of(url)
        async with migration_transaction(target) as transaction:
            assert await transaction.run_sync(revision_of) is not None
