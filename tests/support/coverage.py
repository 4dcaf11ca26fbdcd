"""How much of each package the tests run.

``python -m tests.support.coverage FOLDER`` merges what the processes of a run left in the folder (see
``measure``) and prints a table. Exit code 1 if a package is below its floor in tests/coverage_floors.toml, or
has none there; the lines and branches that did not run are then printed too.
With ``--floors`` it prints the table of floors that the run would just meet.
"""

import argparse
import json
import math
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from slipcover import merge_coverage

from tests.support.measure import APP, new_measure

FLOORS: Final = Path(__file__).resolve().parents[1] / "coverage_floors.toml"


@dataclass(frozen=True, slots=True)
class Covered:
    """Lines and branches of a package, and how many of them ran."""

    all: int = 0
    ran: int = 0

    def __add__(self, other: "Covered") -> "Covered":
        return Covered(self.all + other.all, self.ran + other.ran)

    @property
    def percent(self) -> float:
        """Rounded down to a tenth, so that 100.0 means all."""
        return math.floor(1000 * self.ran / self.all) / 10 if self.all else 100.0


def merged(folder: Path) -> dict[str, Any]:
    """What all processes together ran of every file of ``app``, in the form of SlipCover's reports.

    Raises FileNotFoundError if no process left anything.
    """
    left = sorted(folder.glob("*.json"))
    if not left:
        raise FileNotFoundError(f"No process left anything in {folder}: does COVERAGE_FOLDER name it?")
    report: dict[str, Any] = new_measure(APP).get_coverage()
    for file in left:
        merge_coverage(report, json.loads(file.read_text("utf-8")))
    for name, seen in report["files"].items():
        never = impossible(Path(name).read_text("utf-8"))
        seen["missing_lines"] = [line for line in seen["missing_lines"] if line not in never]
        seen["missing_branches"] = [way for way in seen["missing_branches"] if way[1] not in never]
    return report


def impossible(source: str) -> frozenset[int]:
    """The lines that call ``assert_never``, and the ``case`` above each: no value gets there."""
    lines = source.splitlines()
    calls = [number for number, line in enumerate(lines, 1) if line.lstrip().startswith("assert_never(")]
    cases = [number - 1 for number in calls if lines[number - 2].lstrip().startswith("case ")]
    return frozenset({*calls, *cases})


def package_of(file: str) -> str:
    """The package of ``app`` that a file belongs to, ``app`` for the files beside them. Raises ValueError."""
    path = Path(file).absolute()
    if not path.is_relative_to(APP):
        raise ValueError(f"{file} is not a file of {APP.name}")
    parts = path.relative_to(APP).parts
    return parts[0] if len(parts) > 1 else APP.name


def by_package(report: Mapping[str, Any]) -> dict[str, Covered]:
    """What the report says of each package of ``app``. Raises ValueError for a file from elsewhere."""
    found: dict[str, Covered] = {}
    for name, file in report["files"].items():
        package = package_of(name)
        ran = len(file["executed_lines"]) + len(file["executed_branches"])
        missed = len(file["missing_lines"]) + len(file["missing_branches"])
        found[package] = found.get(package, Covered()) + Covered(ran + missed, ran)
    return found


def faults(found: Mapping[str, Covered], floors: Mapping[str, float]) -> list[str]:
    """A sentence for each package that is below its floor, has none, or is not in the report."""
    said = [
        f"{name}: {covered.percent:.1f} % is below the floor of {floors[name]} %."
        for name, covered in found.items()
        if name in floors and covered.percent < floors[name]
    ]
    said += [f"{name} has no floor in {FLOORS.name}." for name in found if name not in floors]
    return said + [f"{name} has a floor but is not in the report." for name in floors if name not in found]


def missed(report: Mapping[str, Any], packages: Sequence[str]) -> Iterator[str]:
    """A line for each file of the packages that did not run whole: its lines, and its branches ``from->to``.

    A branch to line 0 leaves the function.
    """
    for name, file in sorted(report["files"].items()):
        lines = file["missing_lines"]
        branches = [f"{start}->{end}" for start, end in file["missing_branches"] if start not in lines]
        if package_of(name) in packages and (lines or branches):
            yield f"{name}: {', '.join([*map(str, lines), *branches])}"


def table(found: Mapping[str, Covered], floors: Mapping[str, float]) -> list[str]:
    """A line for each package: percent, floor, how many lines and branches did not run."""
    lines = [f"{'package':<12}{'percent':>8}{'floor':>7}{'missed':>8}"]
    for name in sorted(found):
        covered, floor = found[name], floors.get(name)
        shown = "-" if floor is None else f"{floor:g}"
        lines.append(f"{name:<12}{covered.percent:>8.1f}{shown:>7}{covered.all - covered.ran:>8}")
    return lines


def new_floors(found: Mapping[str, Covered]) -> list[str]:
    """The lines of a table of floors: whole percents that the report meets."""
    return ["[floors]", *(f"{name} = {math.floor(found[name].percent)}" for name in sorted(found))]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table or new floors. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.coverage", description=__doc__)
    parser.add_argument("folder", type=Path, help="what COVERAGE_FOLDER named during the run")
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("--floors", action="store_true", help="print floors that this run meets")
    wanted.add_argument("--missed", nargs="+", metavar="PACKAGE", help="print what did not run of these")
    parsed = parser.parse_args(arguments)
    report = merged(parsed.folder)
    found = by_package(report)
    if parsed.floors:
        return _say(new_floors(found))
    if parsed.missed:
        return _say(missed(report, parsed.missed))
    floors: dict[str, float] = tomllib.loads(FLOORS.read_text("utf-8"))["floors"]
    wrong = faults(found, floors)
    below = [name for name in found if found[name].percent < floors.get(name, 0)]
    _say([*table(found, floors), *wrong, *missed(report, below)])
    return 1 if wrong else 0


def _say(lines: Iterator[str] | list[str]) -> int:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
