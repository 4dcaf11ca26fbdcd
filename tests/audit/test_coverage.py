"""The table of coverage: what it counts, and when it fails."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.audit.locks import ROOT
from tests.support import coverage
from tests.support.coverage import Covered, by_package, faults, main, new_floors, table


def said(statements: int, ran: int, branches: int = 0, taken: int = 0) -> dict[str, Any]:
    """One file of a report."""
    return {
        "summary": {
            "num_statements": statements,
            "covered_lines": ran,
            "num_branches": branches,
            "covered_branches": taken,
        }
    }


REPORT = {
    "files": {
        "app/main.py": said(10, 9),
        "app/rules/__init__.py": said(0, 0),
        "app/rules/tiles/wall.py": said(20, 20, 4, 4),
        "app/db/retention.py": said(990, 990),
        "app/db/engine/engine.py": said(5, 4, 5, 5),
    }
}
FOUND = by_package(REPORT)


def test_files_are_counted_by_package() -> None:
    assert {"app": Covered(10, 9), "rules": Covered(24, 24), "db": Covered(1000, 999)} == FOUND
    assert (FOUND["rules"].percent, FOUND["db"].percent) == (100.0, 99.9)


def test_almost_all_is_not_all() -> None:
    assert Covered(10_000, 9_999).percent == 99.9
    assert Covered().percent == 100.0


def test_a_file_from_elsewhere_is_refused() -> None:
    with pytest.raises(ValueError, match="tests/x"):
        by_package({"files": {"tests/x.py": said(1, 1)}})


def test_a_package_may_not_fall_below_its_floor() -> None:
    assert faults(FOUND, {"app": 90, "rules": 100, "db": 99}) == []
    assert faults(FOUND, {"app": 91, "rules": 100, "db": 100}) == [
        "app: 90.0 % is below the floor of 91 %.",
        "db: 99.9 % is below the floor of 100 %.",
    ]


def test_every_package_has_a_floor_and_every_floor_a_package() -> None:
    assert faults(FOUND, {"app": 0, "rules": 0, "old": 0}) == [
        "db has no floor in coverage_floors.toml.",
        "old has a floor but is not in the report.",
    ]


def test_the_table_and_new_floors() -> None:
    assert table(FOUND, {"app": 90, "db": 99.5})[1:] == [
        "app             90.0     90       1",
        "db              99.9   99.5       1",
        "rules          100.0      -       0",
    ]
    assert new_floors(FOUND) == ["[floors]", "app = 90", "db = 99", "rules = 100"]


def test_the_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report, floors = tmp_path / "report.json", tmp_path / "floors.toml"
    report.write_text(json.dumps(REPORT), "utf-8")
    monkeypatch.setattr(coverage, "FLOORS", floors)
    assert main([str(report), "--floors"]) == 0
    floors.write_text(capsys.readouterr().out, "utf-8")
    assert main([str(report)]) == 0
    floors.write_text("[floors]\napp = 95\nrules = 100\ndb = 9\n", "utf-8")
    assert main([str(report)]) == 1
    assert capsys.readouterr().out.endswith("app: 90.0 % is below the floor of 95 %.\n")


def test_the_floors_in_the_tree_name_every_package() -> None:
    packages = {file.parent.name for file in (ROOT / "app").glob("*/__init__.py")}
    found = {name: Covered(1, 1) for name in {*packages, "app"}}
    assert faults(found, coverage_floors()) == []


def coverage_floors() -> dict[str, float]:
    """The floors in the tree."""
    floors: dict[str, float] = tomllib.loads(coverage.FLOORS.read_text("utf-8"))["floors"]
    return floors
