"""What `make release-check` finds."""

import subprocess
from pathlib import Path

import pytest

from app.version import VERSION
from tests.audit.locks import ROOT
from tests.support.release import (
    changelog_faults,
    compat_faults,
    lock_faults,
    migration_faults,
    tree_faults,
    version_faults,
)

NOTES = """# Changelog

## [Unreleased]

## [0.3.0] - 2027-01-02

- Notes.

## [0.2.0] - 2026-11-30

- Old.
"""
MIGRATION = 'revision = "{name}"\ndown_revision = {before}\nbranch_labels = None\ndepends_on = None\n'


@pytest.mark.parametrize(("version", "fine"), [("0.3.0", 1), ("1.20.3", 1), ("0.3.0.dev1", 0), ("0.3", 0)])
def test_a_release_is_three_numbers(version: str, fine: int) -> None:
    assert len(list(version_faults(version))) == 1 - fine


def test_the_changelog_of_a_release() -> None:
    assert list(changelog_faults(NOTES, "0.3.0")) == []


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("[0.3.0]", "[0.3.1]", "has no section [0.3.0]"),
        ("2027-01-02", "soon", "has no date"),
        ("- Notes.\n", "", "is empty"),
        ("[Unreleased]\n", "[Unreleased]\n\n- More.\n", "is not empty"),
        ("## [Unreleased]\n", "", "does not begin with"),
        ("[0.3.0] -", "[0.4.0] -", "has no section [0.3.0]"),
    ],
)
def test_what_a_changelog_may_lack(before: str, after: str, said: str) -> None:
    assert NOTES.count(before) == 1
    found = list(changelog_faults(NOTES.replace(before, after), "0.3.0"))
    assert any(said in one for one in found)


def test_an_older_section_is_not_the_newest() -> None:
    [found] = changelog_faults(NOTES, "0.2.0")
    assert "does not begin with" in found


def test_the_tree_has_one_newest_revision(tmp_path: Path) -> None:
    assert list(migration_faults(ROOT / "migrations")) == []
    (tmp_path / "versions").mkdir()
    for name, before in (("0001", None), ("0002", "0001"), ("0003", "0001")):
        text = MIGRATION.format(name=name, before=repr(before))
        (tmp_path / "versions" / f"{name}.py").write_text(text, "utf-8")
    assert list(migration_faults(tmp_path)) == ["The migrations have 2 newest revisions: 0002, 0003."]


def test_a_release_records_rooms_and_logs(tmp_path: Path) -> None:
    assert len(list(compat_faults(tmp_path, "0.3.0"))) == 2
    for kind in ("rooms", "logs"):
        (tmp_path / "0.3.0" / kind).mkdir(parents=True)
        (tmp_path / "0.3.0" / kind / "one").touch()
    assert list(compat_faults(tmp_path, "0.3.0")) == []


def test_the_locks_of_the_tree_are_fresh() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    assert list(lock_faults(text)) == []
    newer = text.replace('"httpx>=0.28"', '"httpx>=99"').replace('"ruff>=', '"not-locked>=')
    found = list(lock_faults(newer))
    assert [one.partition(" has ")[0] for one in found] == ["runtime.txt", "dev.txt"]


@pytest.mark.process
def test_a_tree_with_changes_is_not_released(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    assert list(tree_faults(tmp_path)) == []
    (tmp_path / "new").touch()
    assert list(tree_faults(tmp_path)) == ["The tree is not committed: 1 files, first new."]


def test_the_version_of_the_tree_is_in_the_changelog() -> None:
    assert f"\n## [{VERSION}] - " in (ROOT / "CHANGELOG.md").read_text("utf-8")
