"""backup and restore as the operator runs them, and a table that goes on from a restored one."""

import asyncio
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.live import Player, all_until, play_hand, seat_four, start
from tests.support.process_fixtures import folder, port, table
from tests.support.processes import outcome, running, spawn

__all__ = ["folder", "port", "table"]
pytestmark = [pytest.mark.store, pytest.mark.database]


async def _command(*arguments: str, **settings: str) -> tuple[int, str]:
    return await outcome(await spawn(*arguments, **settings))


async def test_a_table_goes_on_from_a_backup(folder: Path, port: int, table: list[Player]) -> None:
    """The machine is lost in the middle of hand 2; another one gets the backup made after hand 1."""
    old, new, kept = folder / "old", folder / "new", folder / "kept.backup"
    async with running("play", port=port, DATA_DIR=str(old)) as process:
        for player in table:
            await player.__aenter__()
        await seat_four(table, options={"hands": 4, "seating": "keep"})
        await start(table)
        await play_hand(table)
        first = (await all_until(table, "between"))[0]["results"]
        code, output = await _command("backup", str(kept), DATA_DIR=str(old))
        assert code == 0, output
        for player in table:
            await player.ready()
        await table[0].until(lambda view: view["phase"] == "playing" and view["hand_number"] == 2)
        process.send_signal(signal.SIGKILL)
        await process.wait()
    await asyncio.to_thread(shutil.rmtree, old)

    code, output = await _command("restore", str(kept), DATA_DIR=str(new))
    assert code == 0, output
    assert "Rooms go on from their last booked hand." in output
    async with running("play", port=port, DATA_DIR=str(new)):
        for player in table:
            view = await player.until(lambda view: view["phase"] == "between")
            assert view["results"] == first, "hand 1 stands, hand 2 is void"
        for player in table:
            await player.ready()
        for player in table:
            await player.until(lambda view: view["phase"] == "playing" and view["hand_number"] == 2)
        await play_hand(table)
        views = await all_until(table, "between")
        assert [len(view["results"]) for view in views] == [2, 2, 2, 2]
        assert views[0]["results"][:1] == first
    code, output = await _command("verify-ledger", "--deep", DATA_DIR=str(new))
    assert code == 0, output


async def test_a_backup_is_never_written_over_and_is_private(folder: Path) -> None:
    kept, data = folder / "kept", str(folder / "data")
    assert (await _command("migrate", DATA_DIR=data))[0] == 0
    code, output = await _command("backup", str(kept), DATA_DIR=data)
    assert (code, output) == (0, f"{kept}: no rows.\n")
    assert kept.stat().st_mode & 0o777 == 0o600
    code, output = await _command("backup", str(kept), DATA_DIR=data)
    assert (code, output) == (2, f"{kept} exists: choose another name.\n")
    code, output = await _command("backup", str(folder / "missing" / "kept"), DATA_DIR=data)
    assert code == 2
    assert output.endswith("cannot be written to: No such file or directory.\n")
    code, output = await _command("restore", "--check", str(kept), DATA_DIR=str(folder / "other"))
    assert code == 0
    assert output.startswith("The backup is whole: made 20")
    assert not (folder / "other").exists(), "to look is not to touch"


async def test_what_cannot_be_restored_is_one_sentence(folder: Path) -> None:
    data = str(folder / "data")
    (folder / "text").write_text("hello")
    for file, sentence in (("text", "not a backup"), ("missing", "No such file")):
        code, output = await _command("restore", str(folder / file), DATA_DIR=data)
        assert code == 2
        assert sentence in output
        assert output.count("\n") == 1
    code, output = await _command("backup", str(folder / "kept"), DATA_DIR=data)
    assert code == 2
    assert "does not exist" in output
    assert not (folder / "data" / "guangan.db").exists(), "to look is not to make"
    assert {entry for entry in ("kept", "kept.part") if (folder / entry).exists()} == set()


async def test_a_store_with_rooms_of_another_database_is_not_used(
    folder: Path, port: int, table: list[Player]
) -> None:
    data, kept = folder / "data", folder / "kept"
    async with running("play", port=port, DATA_DIR=str(data)) as process:
        await table[0].__aenter__()
        await table[0].create()
        assert (await _command("backup", str(kept), DATA_DIR=str(data)))[0] == 0
        code, output = await _command("restore", str(kept), DATA_DIR=str(data))
        assert code == 2
        assert "is not empty" in output
        process.send_signal(signal.SIGTERM)
        assert (await outcome(process))[0] == 0
    for file in data.glob("guangan.db*"):
        file.unlink()
    code, output = await _command("restore", str(kept), DATA_DIR=str(data))
    assert code == 2
    assert "use --discard-live" in output
    code, output = await _command("restore", str(kept), "--discard-live", DATA_DIR=str(data))
    assert code == 0, output
    async with running("play", port=port, DATA_DIR=str(data)):
        assert (await table[0].api.room(table[0].room["code"]))["phase"] == "lobby"


async def test_a_backup_that_cannot_be_restored_leaves_the_store_as_it_is(
    folder: Path, port: int, table: list[Player]
) -> None:
    """A backup of a newer version, beside a store with a room."""
    data, kept, newer = folder / "data", folder / "kept", folder / "newer"
    async with running("play", port=port, DATA_DIR=str(data)) as process:
        await table[0].__aenter__()
        await table[0].create()
        assert (await _command("backup", str(kept), DATA_DIR=str(data)))[0] == 0
        process.send_signal(signal.SIGTERM)
        assert (await outcome(process))[0] == 0
    with closing(sqlite3.connect(data / "guangan.db")) as books, books:
        books.execute("UPDATE alembic_version SET version_num = '9999'")
    assert (await _command("backup", str(newer), DATA_DIR=str(data)))[0] == 0
    for file in data.glob("guangan.db*"):
        file.unlink()
    for more in (("--check",), ("--discard-live",)):
        code, output = await _command("restore", str(newer), *more, DATA_DIR=str(data))
        assert (code, output.count("\n")) == (2, 1), output
        assert "newer version" in output
        assert "this version cannot restore it" in output
    code, output = await _command("restore", str(kept), DATA_DIR=str(data))
    assert code == 2
    assert "The store holds 1 live rooms" in output, "nothing of it has gone"


async def test_the_store_is_emptied_last(folder: Path, port: int, table: list[Player]) -> None:
    """A row that the constraints refuse, in a file whose sums are right."""
    data, kept, torn = folder / "data", folder / "kept", folder / "torn"
    async with running("play", port=port, DATA_DIR=str(data)) as process:
        await table[0].__aenter__()
        await table[0].create()
        process.send_signal(signal.SIGTERM)
        assert (await outcome(process))[0] == 0
    assert (await _command("backup", str(kept), DATA_DIR=str(data)))[0] == 0
    with closing(sqlite3.connect(data / "guangan.db")) as books, books:
        books.execute("DELETE FROM players")
    assert (await _command("backup", str(torn), DATA_DIR=str(data)))[0] == 0
    for file in data.glob("guangan.db*"):
        file.unlink()
    code, output = await _command("restore", str(torn), "--discard-live", DATA_DIR=str(data))
    assert code == 2
    assert "dangling references" in output
    code, output = await _command("restore", str(kept), DATA_DIR=str(data))
    assert "The store holds 1 live rooms" in output
    code, output = await _command("restore", str(kept), "--discard-live", DATA_DIR=str(data))
    assert code == 0, output
