"""Mutation run over packages of ``app``; by hand: ``python -m tests.mutants [PACKAGE or MODULE ...]``.

Each mutant is a small change of one module, never written to a file. The tests that run the changed place
are tried on it, fastest first; a mutant that they all pass survives and is printed.
"""

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tests.mutants.hits import Ran
from tests.mutants.operators import Mutant, mutants
from tests.mutants.run import APP, file_of, killer, learn, modules, preload
from tests.mutants.scopes import SCOPES, Scope

STEPS: Final = ((1.5, 3), (15.0, 99), (60.0, 99))
"""Processor seconds of tests that a mutant meets, and their files; a step for those that survive the last."""
LEAST: Final = 20.0
TIMES: Final = 5.0
"""How long a step may compute: so many seconds, and so many times what it takes without a mutant."""
SLOW: Final = 12.0
"""Tests of more such seconds are left out."""


def main(words: Sequence[str]) -> int:
    """0 if no mutant survives."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("places", nargs="*", help="such as rooms or rules.hand.turn (rules if none is given)")
    parser.add_argument("--at-most", type=int, default=60, help="mutants of a module (60), chosen by --seed")
    parser.add_argument("--seed", default="1")
    parser.add_argument(
        "--learnt", type=Path, help="a folder that keeps which test runs what, until one is changed"
    )
    parser.add_argument("--only", help="mutants whose text or line:text has this in it")
    asked = parser.parse_args(words)
    survived = 0
    for package, names in _by_package(asked.places or ["rules"]).items():
        scope = SCOPES[package]
        ran = _learnt(package, scope, asked.learnt)
        preload(package)
        survived += sum(_try(module, asked, ran, scope) for module in names)
    return 1 if survived else 0


def _try(module: str, asked: argparse.Namespace, ran: list[Ran], scope: Scope) -> int:
    """How many mutants of a module survive."""
    every = list(mutants(module, file_of(module).read_text(encoding="utf-8")))
    if asked.only:
        every = [mutant for mutant in every if asked.only in f"{mutant.line}:{mutant.text}"]
    chosen = _sample(every, asked.at_most, asked.seed)
    alive = sum(_survives(mutant, ran, scope) for mutant in chosen)
    killed = len(chosen) - alive
    _say(f"= {module}: {len(chosen)} of {len(every)} tried, {killed} killed, {alive} survive")
    return alive


def _by_package(places: Sequence[str]) -> dict[str, list[str]]:
    """The modules of the places, by package. Raises SystemExit for a place that no scope covers."""
    found: dict[str, list[str]] = {}
    for place in places:
        package = place.partition(".")[0]
        if package not in SCOPES or not (names := modules(place) or (place,)):
            raise SystemExit(f"{place} is not in {', '.join(SCOPES)}")
        found.setdefault(package, []).extend(name for name in names if file_of(name).stem != "__init__")
    return found


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _learnt(package: str, scope: Scope, folder: Path | None) -> list[Ran]:
    path = None if folder is None else folder / f"{package}.json"
    if path is not None and path.exists() and path.stat().st_mtime > _changed():
        return [Ran(*entry) for entry in json.loads(path.read_text(encoding="utf-8"))]
    ran = learn(package, (*scope.near, *scope.far))
    if path is not None:
        path.write_text(json.dumps(ran), encoding="utf-8")
    return ran


def _changed() -> float:
    """When the program or its tests were last written to."""
    return max(file.stat().st_mtime for folder in (APP, Path("tests")) for file in folder.rglob("*.py"))


def _sample(every: list[Mutant], at_most: int, seed: str) -> list[Mutant]:
    """The same seed chooses the same, as long as their texts stay."""

    def place(mutant: Mutant) -> bytes:
        return hashlib.sha256(f"{seed} {mutant.module} {mutant.line} {mutant.text}".encode()).digest()

    return sorted(sorted(every, key=place)[:at_most], key=lambda mutant: mutant.line)


def _survives(mutant: Mutant, ran: list[Ran], scope: Scope) -> bool:
    begun = time.monotonic()
    for step in _steps(_meant(mutant, ran, scope)):
        seconds = LEAST + TIMES * sum(test.seconds for test in step)
        by = killer(mutant, [test.test for test in step], seconds)
        if by:
            _say(f"  {time.monotonic() - begun:5.1f} s  {mutant.module}:{mutant.line}  {mutant.text}  {by}")
            return False
    _say(f"SURVIVES  {mutant.module}:{mutant.line}  {mutant.text}")
    return True


def _meant(mutant: Mutant, ran: list[Ran], scope: Scope) -> list[Ran]:
    """The tests that run the place of a mutant; any test if it runs at import only. Likeliest first."""
    place = f"{mutant.module}:{mutant.block}"
    found = [test for test in ran if place in test.blocks]
    at_import = not found

    def order(test: Ran) -> tuple[bool, bool, bool, float]:
        of_others = f"/test_{mutant.module.rpartition('.')[2]}.py" not in test.test
        apart = not any(block.startswith(f"{mutant.module}:") for block in test.blocks)
        # Quick ones that do little else; or, of a table that all may use, those that see much of the program.
        blocks = max(1, len(test.blocks))
        worth = test.seconds / blocks if at_import else test.seconds * blocks
        return test.test.startswith(scope.far), of_others, apart, worth

    return sorted((test for test in found or ran if test.seconds <= SLOW), key=order)


def _steps(meant: list[Ran]) -> Iterator[list[Ran]]:
    """The first step stays within a few files, for reading them takes longer than their quick tests."""
    for limit, files in STEPS:
        step: list[Ran] = []
        read: set[str] = set()
        total = 0.0
        for test in meant:
            file = test.test.partition("::")[0]
            if total + test.seconds <= limit and (file in read or len(read) < files):
                read.add(file)
                step.append(test)
                total += test.seconds
        done = {test.test for test in step}
        meant = [test for test in meant if test.test not in done]
        if step:
            yield step


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
