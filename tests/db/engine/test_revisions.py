"""Upgrades and downgrades of a database with rows."""

import pytest
from alembic.script import ScriptDirectory

from app.db import DatabaseUnavailable, migrate
from app.db.backup.tables import revision_of
from app.db.engine.migrate import FOLDER, check_revision, migration_transaction
from app.db.engine.urls import parse_url, place_of
from tests.support.db.everything import fill_everything, rows_of
from tests.support.processes import run_python

pytestmark = pytest.mark.database
REVISIONS = [script.revision for script in ScriptDirectory(str(FOLDER)).walk_revisions()]
"""Newest first."""


async def _revision(url: str) -> str | None:
    async with migration_transaction(url) as transaction:
        return await transaction.run_sync(revision_of)


@pytest.mark.parametrize("older", REVISIONS[1:])
async def test_down_and_up_again_keeps_what_the_older_tables_hold(url: str, older: str) -> None:
    await fill_everything(url)
    full = await rows_of(url)
    await migrate(url, older)
    assert await _revision(url) == older
    before = await rows_of(url)
    assert before.keys() < full.keys() or before != full
    assert all(before[name] for name in before), "no table of the older server has lost its rows"
    assert {name: len(rows) for name, rows in before.items()} == {name: len(full[name]) for name in before}
    await migrate(url)
    after = await rows_of(url)
    assert await check_revision(url) is None
    for name in before:
        assert [row[0] for row in after[name]] == [row[0] for row in full[name]], name


async def test_a_step_at_a_time_gives_the_same_as_all_at_once(url: str) -> None:
    await fill_everything(url)
    for revision in REVISIONS[1:]:
        await migrate(url, revision)
    low = await rows_of(url)
    for revision in reversed(REVISIONS):
        await migrate(url, revision)
        assert await _revision(url) == revision
    high = await rows_of(url)
    assert {name: len(rows) for name, rows in low.items()} == {name: len(high[name]) for name in low}


async def test_an_unknown_revision_is_one_sentence(url: str) -> None:
    with pytest.raises(DatabaseUnavailable, match=r"cannot be migrated: .*nonsense.*\.$"):
        await migrate(url, "nonsense")


@pytest.mark.parametrize("revision", ["", "base", "+1", "0002:0003", "000"])
async def test_what_is_no_revision_moves_nothing(url: str, revision: str) -> None:
    await migrate(url, "0003")
    with pytest.raises(DatabaseUnavailable, match=r"there is no revision .* here, only 0001, 0002, "):
        await migrate(url, revision)
    assert await _revision(url) == "0003"


async def test_the_command_says_what_it_did_and_asks_before_rows_are_lost(url: str, empty_url: str) -> None:
    await fill_everything(url)
    held = await rows_of(url)
    place = place_of(parse_url(url))
    code, output = await _migrate(url, "--to", "0002")
    assert code == 2
    assert output.startswith(f"{place} would lose ")
    for name in ("admins", "audit_log", "restrictions", "recovery_codes", "notices", "server_keys"):
        assert f"{len(held[name])} {name.replace('_', ' ')}" in output
    assert output.endswith(" on the way to 0002: make a backup, then add --yes.\n")
    assert await rows_of(url) == held
    code, output = await _migrate(url, "--to", "0002", "--yes")
    assert code == 0
    assert output.startswith(f"{place} went from {REVISIONS[0]} to 0002, and lost ")
    assert await _migrate(url) == (0, f"{place} went from 0002 to {REVISIONS[0]}.\n")
    assert await _migrate(url) == (0, f"{place} has revision {REVISIONS[0]} already.\n")
    for wrong in ("", "base", "nonsense"):
        code, output = await _migrate(url, "--to", wrong)
        assert (code, output.count("\n")) == (2, 1), output
    code, output = await _migrate(empty_url)
    assert (code, output) == (0, f"{place_of(parse_url(empty_url))} went from no tables to {REVISIONS[0]}.\n")
    assert (await _migrate(empty_url, "--to", "0002"))[0] == 0, "nothing is lost without rows"


async def _migrate(url: str, *arguments: str) -> tuple[int, str]:
    return await run_python("-m", "app", "migrate", *arguments, DATABASE_URL=url)


async def test_old_tables_are_noticed(url: str, empty_url: str) -> None:
    assert await check_revision(url) is None
    await migrate(url, REVISIONS[1])
    with pytest.raises(DatabaseUnavailable, match=rf"revision {REVISIONS[1]}, but {REVISIONS[0]} is needed"):
        await check_revision(url)
    with pytest.raises(DatabaseUnavailable, match="no tables"):
        await check_revision(empty_url)
