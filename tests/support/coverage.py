"""How much of each package the tests run.

``python -m tests.support.coverage REPORT`` reads a JSON report of coverage.py and prints a table. Exit code 1
if a package is below its floor in tests/coverage_floors.toml, or has none there.
With ``--floors`` it prints the table of floors that the report would just meet.
"""

import argparse
import json
import math
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

FLOORS: Final = Path(__file__).resolve().parents[1] / "coverage_floors.toml"
_TOP: Final = "app"
"""Files of ``app`` that are in no package of it."""


@dataclass(frozen=True, slots=True)
class Covered:
    """Statements and branches of a package, and how many of them ran."""

    all: int = 0
    ran: int = 0

    def __add__(self, other: "Covered") -> "Covered":
        return Covered(self.all + other.all, self.ran + other.ran)

    @property
    def percent(self) -> float:
        """Rounded down to a tenth, so that 100.0 means all."""
        return math.floor(1000 * self.ran / self.all) / 10 if self.all else 100.0


def by_package(report: Mapping[str, Any]) -> dict[str, Covered]:
    """What the report says of each package of ``app``."""
    found: dict[str, Covered] = {}
    for name, file in report["files"].items():
        parts = Path(name).parts
        if parts[0] != _TOP:
            raise ValueError(f"{name} is not a file of {_TOP}")
        package = parts[1] if len(parts) > 2 else _TOP
        said = file["summary"]
        here = Covered(
            said["num_statements"] + said["num_branches"], said["covered_lines"] + said["covered_branches"]
        )
        found[package] = found.get(package, Covered()) + here
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


def table(found: Mapping[str, Covered], floors: Mapping[str, float]) -> list[str]:
    """A line for each package: percent, floor, how many statements and branches did not run."""
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
    parser.add_argument("report", type=Path, help="JSON report of coverage.py")
    parser.add_argument("--floors", action="store_true", help="print floors that this report meets")
    parsed = parser.parse_args(arguments)
    found = by_package(json.loads(parsed.report.read_text("utf-8")))
    if parsed.floors:
        sys.stdout.write("\n".join(new_floors(found)) + "\n")
        return 0
    floors: dict[str, float] = tomllib.loads(FLOORS.read_text("utf-8"))["floors"]
    wrong = faults(found, floors)
    sys.stdout.write("\n".join([*table(found, floors), *wrong]) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
