"""The table of coverage: what it counts, and when it fails."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.audit.locks import ROOT
from tests.support import coverage
from tests.support.coverage import (
    Covered,
    by_package,
    faults,
    impossible,
    main,
    merged,
    missed,
    new_floors,
    table,
)
from tests.support.exact import exactly


def said(lines: int, ran: int, branches: int = 0, taken: int = 0) -> dict[str, Any]:
    """One file of a report: of so many lines and branches the first ones ran."""
    ways = [(number, number + 1) for number in range(branches)]
    return {
        "executed_lines": list(range(ran)),
        "missing_lines": list(range(ran, lines)),
        "executed_branches": ways[:taken],
        "missing_branches": ways[taken:],
    }


REPORT = {
    "files": {
        "app/main.py": said(10, 9),
        "app/rules/__init__.py": said(0, 0),
        "app/rules/tiles/wall.py": said(20, 20, 4, 4),
        "app/db/retention.py": said(990, 990),
        "app/db/engine/engine.py": said(5, 5, 5, 4),
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
    with pytest.raises(ValueError, match=exactly("tests/x.py is not a file of app")):
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


def test_what_did_not_run_is_named() -> None:
    assert list(missed(REPORT, ["app", "rules", "db"])) == ["app/db/engine/engine.py: 4->5", "app/main.py: 9"]


def run_measured(folder: Path, program: str, *more: str) -> None:
    """Run a program of a test in a process that is measured."""
    measured = ROOT / "tests" / "support" / "measured"
    places = os.pathsep.join([str(measured), str(ROOT)])
    surroundings = {**os.environ, "PYTHONPATH": places, "COVERAGE_FOLDER": str(folder)}
    subprocess.run([sys.executable, *more, program], env=surroundings, cwd=ROOT, check=True, timeout=60)


@pytest.mark.process
def test_the_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two processes are measured as in a run; a third never imports the program."""
    folder, floors = tmp_path / "left", tmp_path / "floors.toml"
    folder.mkdir()
    run_measured(folder, "import app.version", "-c")
    run_measured(folder, "from app.kit.addresses import split_host; split_host('a')", "-c")
    run_measured(folder, "import json", "-c")
    assert len(list(folder.iterdir())) == 2
    monkeypatch.setattr(coverage, "FLOORS", floors)
    assert main([str(folder), "--floors"]) == 0
    told = capsys.readouterr().out
    assert "rules = 0\n" in told
    floors.write_text(re.sub("kit = .*", "kit = 100", told), "utf-8")
    assert main([str(folder)]) == 1
    told = capsys.readouterr().out
    assert re.search(r"^app/kit/addresses\.py: .*\d+", told, re.MULTILINE)
    assert "app/rules" not in told


@pytest.mark.process
def test_a_server_measures_what_only_servers_run(tmp_path: Path) -> None:
    run_measured(tmp_path, "--help", "-m", "app")
    files = {name for name, file in merged(tmp_path)["files"].items() if file["executed_lines"]}
    assert files
    assert all(name.startswith(("app/commands/", "app/kit/")) for name in files)


def test_what_no_value_reaches_is_not_counted() -> None:
    lines = [
        "match x:",
        "    case A():",
        "        pass",
        "    case _:",
        "        assert_never(x)",
        "assert_never(x)",
    ]
    assert impossible("\n".join(lines)) == {4, 5, 6}


def test_a_run_that_left_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="does COVERAGE_FOLDER name it"):
        main([str(tmp_path)])


def test_the_floors_in_the_tree_name_every_package() -> None:
    packages = {file.parent.name for file in (ROOT / "app").glob("*/__init__.py")}
    found = {name: Covered(1, 1) for name in {*packages, "app"}}
    assert faults(found, coverage_floors()) == []


def coverage_floors() -> dict[str, float]:
    """The floors in the tree."""
    floors: dict[str, float] = tomllib.loads(coverage.FLOORS.read_text("utf-8"))["floors"]
    return floors
