"""Checks whether this tree can be released: ``make release-check``. Prints a sentence for each fault.

Each function yields the faults of one kind. Its docstring says what must hold.
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from alembic.script import ScriptDirectory
from packaging.requirements import Requirement

from app.version import VERSION
from tests.audit.locks import LOCKS, ROOT, locked

_VERSION: Final = re.compile(r"\d+\.\d+\.\d+")
_SECTION: Final = re.compile(
    r"^## \[(?P<name>[^\]]+)\](?: - (?P<date>\S+))?\n(?P<text>.*?)(?=^## |\Z)", re.M | re.S
)
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")


def version_faults(version: str) -> Iterator[str]:
    """A release has three numbers and no suffix."""
    if not _VERSION.fullmatch(version):
        yield f"The version {version} is not MAJOR.MINOR.PATCH: change app/version.py."


def changelog_faults(text: str, version: str) -> Iterator[str]:
    """The newest section has this version, a date and notes. The section of unreleased notes is empty."""
    sections = {found["name"]: found for found in _SECTION.finditer(text)}
    names = list(sections)
    here = sections.get(version)
    if here is None:
        yield f"CHANGELOG.md has no section [{version}]."
    else:
        if not _DATE.fullmatch(here["date"] or ""):
            yield f"The section [{version}] of CHANGELOG.md has no date YYYY-MM-DD."
        if not here["text"].strip():
            yield f"The section [{version}] of CHANGELOG.md is empty."
        if names[:2] != ["Unreleased", version]:
            yield f"CHANGELOG.md does not begin with the sections [Unreleased] and [{version}]."
    if "Unreleased" in sections and sections["Unreleased"]["text"].strip():
        yield "The section [Unreleased] of CHANGELOG.md is not empty."


def migration_faults(folder: Path) -> Iterator[str]:
    """There is exactly one newest revision."""
    heads = sorted(ScriptDirectory(str(folder)).get_heads())
    if len(heads) != 1:
        yield f"The migrations have {len(heads)} newest revisions: {', '.join(heads)}."


def compat_faults(folder: Path, version: str) -> Iterator[str]:
    """There are rooms and logs that this release has recorded, for the tests of later releases."""
    for kind in ("rooms", "logs"):
        if not any((folder / version / kind).glob("*")):
            yield f"tests/compat/{version}/{kind} is missing: run `python -m tests.compat.record`."


def lock_faults(pyproject: str) -> Iterator[str]:
    """Every lock has a version that pyproject.toml allows."""
    project = tomllib.loads(pyproject)["project"]
    asked = {"runtime": project["dependencies"], **project["optional-dependencies"]}
    for lock in LOCKS:
        versions = locked(lock)
        for requirement in map(Requirement, asked[lock]):
            version = versions.get(requirement.name)
            if version is None or version not in requirement.specifier:
                yield f"{lock}.txt has {requirement.name} {version}, not {requirement}: run `make lock`."


def tree_faults(folder: Path) -> Iterator[str]:
    """Git knows no changed and no new file."""
    asked = ["git", "status", "--porcelain"]
    changed = subprocess.run(
        asked, cwd=folder, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    if changed:
        yield f"The tree is not committed: {len(changed)} files, first {changed[0].split(maxsplit=1)[1]}."


def faults() -> Iterator[str]:
    """All faults of this tree."""
    yield from version_faults(VERSION)
    yield from changelog_faults((ROOT / "CHANGELOG.md").read_text("utf-8"), VERSION)
    yield from migration_faults(ROOT / "migrations")
    yield from compat_faults(ROOT / "tests" / "compat", VERSION)
    yield from lock_faults((ROOT / "pyproject.toml").read_text("utf-8"))
    yield from tree_faults(ROOT)


def main() -> int:
    """Print the faults. Returns the exit code."""
    found = list(faults())
    sys.stdout.write("".join(f"{one}\n" for one in found or [f"{VERSION} can be released."]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
