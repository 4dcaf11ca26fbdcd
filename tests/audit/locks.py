"""What is locked: packages of the Python locks and of the browser's, and under which licence they come."""

import importlib.metadata
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
LOCKS: Final = ("runtime", "play", "dev", "bench", "audit")
_ENTRY: Final = re.compile(r"^([a-z0-9][a-z0-9.-]*)==([^ ;\\]+)")
_FAMILIES: Final = {
    "MIT License": "MIT",
    "BSD License": "BSD-3-Clause",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Apache Software License": "Apache-2.0",
}
"""Trove classifiers of packages that name their licence in no better way."""


@dataclass(frozen=True, slots=True)
class Locked:
    """One package of a lock. ``text``: its whole entry."""

    name: str
    version: str
    text: str

    @property
    def here(self) -> bool:
        """Whether this machine's Python has it: others are for other systems."""
        try:
            importlib.metadata.distribution(self.name)
        except importlib.metadata.PackageNotFoundError:
            return False
        return True


def lock_text(name: str) -> str:
    """A lock as it lies there."""
    return (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")


def read_lock(text: str) -> Iterator[Locked]:
    """Its packages. Raises ValueError for a line that is none."""
    for entry in re.split(r"\n(?! )", text.strip()):
        found = _ENTRY.match(entry)
        if found is None:
            raise ValueError(f"{entry.splitlines()[0]!r} is no locked package")
        yield Locked(found[1], found[2], entry)


def browser_packages() -> dict[str, dict[str, Any]]:
    """Every package of the browser's lock but the project itself, by its place."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    packages: dict[str, dict[str, Any]] = lock["packages"]
    return {place: package for place, package in packages.items() if place}


def licence_of(name: str) -> frozenset[str]:
    """Under which licences an installed package comes; all of them hold."""
    told = importlib.metadata.metadata(name)
    named = next((told[field] for field in ("License-Expression", "License") if field in told), "")
    if re.fullmatch(r"[A-Za-z0-9.-]+(?: AND [A-Za-z0-9.-]+)*", named):
        return frozenset(named.split(" AND "))
    classifiers = [each.rpartition(" :: ")[2] for each in told.get_all("Classifier") or ()]
    return frozenset(_FAMILIES[each] for each in classifiers if each in _FAMILIES)


def notice() -> dict[str, frozenset[str]]:
    """Packages and licences as NOTICE lists them."""
    text = (ROOT / "NOTICE").read_text("utf-8")
    rows = re.findall(r"^ {2}(\S+) {2,}(\S.*)$", text, re.MULTILINE)
    return {name: frozenset(licence.split(" AND ")) for name, licence in rows}
