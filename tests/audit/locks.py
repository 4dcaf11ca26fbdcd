"""The locked packages of Python and of the browser, their licences, and what pyproject.toml asks for."""

import ast
import importlib.metadata
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
LOCKS: Final = ("runtime", "play", "dev", "bench", "audit")
"""``runtime`` is for the production image; ``play`` adds the embedded store; the others contain ``play``."""
_ENTRY: Final = re.compile(r"^([a-z0-9][a-z0-9.-]*)==([^ ;\\]+)")
_NAME: Final = re.compile(r"^[a-z0-9-]+", re.MULTILINE)
_FAMILIES: Final = {
    "MIT License": "MIT",
    "BSD License": "BSD-3-Clause",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Apache Software License": "Apache-2.0",
}
"""Licences of packages that name theirs only by a trove classifier."""


@dataclass(frozen=True, slots=True)
class Locked:
    """One package of a lock. ``text`` is its whole entry."""

    name: str
    version: str
    text: str

    @property
    def here(self) -> bool:
        """Whether this Python has the package: some packages are for other systems."""
        try:
            importlib.metadata.distribution(self.name)
        except importlib.metadata.PackageNotFoundError:
            return False
        return True


def locked(lock: str) -> dict[str, str]:
    """Versions by name."""
    return {package.name: package.version for package in read_lock(lock_text(lock))}


def wanted() -> dict[str, frozenset[str]]:
    """Names that pyproject.toml asks for, by lock; the extra ``x`` belongs to the lock ``x``."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = {"runtime": project["dependencies"], **project["optional-dependencies"]}
    return {lock: frozenset(_NAME.findall("\n".join(lines))) for lock, lines in asked.items()}


def imported() -> dict[str, set[Path]]:
    """Top-level modules that ``app`` imports and that are neither its own nor Python's; the files that do."""
    found: dict[str, set[Path]] = {}
    for file in (ROOT / "app").rglob("*.py"):
        for name in _imports(ast.parse(file.read_text("utf-8"))):
            if name not in sys.stdlib_module_names and name != "app":
                found.setdefault(name, set()).add(file)
    return found


def _imports(tree: ast.AST) -> Iterator[str]:
    """Also names given to ``import_module`` as a string."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from (name.name.partition(".")[0] for name in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]
            case ast.Call(func=ast.Name("import_module"), args=[ast.Constant(str(module)), *_]):
                yield module.partition(".")[0]


def lock_text(name: str) -> str:
    """The text of a lock."""
    return (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")


def read_lock(text: str) -> Iterator[Locked]:
    """The packages of a lock. Raises ValueError for a line that is no package."""
    for entry in re.split(r"\n(?! )", text.strip()):
        found = _ENTRY.match(entry)
        if found is None:
            raise ValueError(f"{entry.splitlines()[0]!r} is no locked package")
        yield Locked(found[1], found[2], entry)


def browser_packages() -> dict[str, dict[str, Any]]:
    """Every package of the browser's lock except the project itself, by its place."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    packages: dict[str, dict[str, Any]] = lock["packages"]
    return {place: package for place, package in packages.items() if place}


def licence_of(name: str) -> frozenset[str]:
    """The licences of an installed package; all of them apply."""
    told = importlib.metadata.metadata(name)
    named = next((told[field] for field in ("License-Expression", "License") if field in told), "")
    if re.fullmatch(r"[A-Za-z0-9.-]+(?: AND [A-Za-z0-9.-]+)*", named):
        return frozenset(named.split(" AND "))
    classifiers = [each.rpartition(" :: ")[2] for each in told.get_all("Classifier") or ()]
    return frozenset(_FAMILIES[each] for each in classifiers if each in _FAMILIES)


def notice() -> dict[str, frozenset[str]]:
    """Packages and licences that NOTICE lists."""
    text = (ROOT / "NOTICE").read_text("utf-8")
    rows = re.findall(r"^ {2}(\S+) {2,}(\S.*)$", text, re.MULTILINE)
    return {name: frozenset(licence.split(" AND ")) for name, licence in rows}
