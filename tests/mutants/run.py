"""A run of tests in a forked process in which one module of ``app`` is another."""

import ast
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final, NoReturn, TypeAlias

import pytest
from hypothesis import Phase, settings

from tests.mutants.hits import HIT, Ran, Recorder, counted
from tests.mutants.operators import Mutant

APP: Final = Path("app")
PATIENCE: Final = 10
Tell: TypeAlias = Callable[[str], None]
QUIETLY: Final = ("-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
MEMORY: Final = 3 << 30
"""Bytes; a mutant may ask for more than there is."""


class _Loader(importlib.abc.InspectLoader):
    def __init__(self, code: CodeType, extra: dict[str, object]) -> None:
        self.code = code
        self.extra = extra

    def get_source(self, _fullname: str) -> None:
        return None

    def get_code(self, _fullname: str) -> CodeType:
        return self.code

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update(self.extra)
        super().exec_module(module)


class _Finder(importlib.abc.MetaPathFinder):
    """Gives modules of ``app`` another code than their file has."""

    def __init__(self, trees: dict[str, ast.Module], extra: dict[str, object]) -> None:
        self.trees = trees
        self.extra = extra

    def find_spec(
        self,
        name: str,
        _path: Sequence[str] | None,
        _target: ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        root, _, module = name.partition(".")
        if root != "app" or module not in self.trees:
            return None
        file = str(file_of(module))
        code = compile(self.trees[module], file, "exec")
        spec = importlib.util.spec_from_loader(name, _Loader(code, self.extra), origin=file)
        if spec is not None:
            spec.has_location = True  # the module has __file__, which some start as a program
        return spec


class _SameExamples:
    """A plugin of pytest: always the same examples, none remembered, and none made smaller."""

    def pytest_configure(self) -> None:
        settings.register_profile(
            "mutants", settings.get_profile("ci"), phases=(Phase.explicit, Phase.generate), database=None
        )
        settings.load_profile("mutants")


class _Chosen(_SameExamples):
    """A plugin of pytest: the wanted tests in the wanted order; it tells which fails."""

    def __init__(self, tests: Sequence[str], tell: Tell) -> None:
        self.places = {test: place for place, test in enumerate(tests)}
        self.tell = tell

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        wanted = [item for item in items if item.nodeid in self.places]
        items[:] = sorted(wanted, key=lambda item: self.places[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.tell(report.nodeid)


def modules(package: str = "") -> tuple[str, ...]:
    """Dotted names below ``app`` of all modules of a package; those of its packages themselves too."""
    files = APP.joinpath(*package.split(".")).rglob("*.py")
    found = (file.relative_to(APP).with_suffix("").parts for file in files)
    names = (".".join(parts[:-1] if parts[-1] == "__init__" else parts) for parts in found)
    return tuple(sorted(name for name in names if name not in {"", "__main__"}))


def file_of(module: str) -> Path:
    """The file of a module, by its dotted name below ``app``."""
    path = APP.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def preload(package: str) -> None:
    """Imports all modules of a package once: a fork then imports only those that use the changed one."""
    for module in modules(package):
        importlib.import_module(f"app.{module}")


@cache
def users(module: str) -> frozenset[str]:
    """The module and all that import it, however far away; packages that pass its names on are among them."""
    imports = {each: _imports(tree_of(each)) for each in modules()}
    found = {module}
    while more := {name for name, used in imports.items() if used & found} - found:
        found |= more
    return frozenset(found)


def tree_of(module: str) -> ast.Module:
    """A module as its file has it."""
    return ast.parse(file_of(module).read_text(encoding="utf-8"))


def _imports(tree: ast.Module) -> set[str]:
    """Dotted names below ``app``: of modules, and of what is taken from them, which may be modules too."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    return {name.removeprefix("app.") for name in found}


def forget(module: str) -> None:
    """Have a module imported again: its entry goes, and what its package holds of it."""
    if sys.modules.pop(f"app.{module}", None) is None:
        return
    parent, _, name = f"app.{module}".rpartition(".")
    if parent in sys.modules:
        vars(sys.modules[parent]).pop(name, None)


def killer(mutant: Mutant, tests: Sequence[str], seconds: float) -> str:
    """The first test that fails with the mutant in place of its module; "" if all pass.

    "(import)" where the tests cannot even be read, "(time)" where they do not end within the seconds.
    """

    stale = users(mutant.module)

    def child(tell: Tell) -> None:
        mutant.change()
        for module in sorted(stale, reverse=True):
            forget(module)
        sys.meta_path.insert(0, _Finder({mutant.module: ast.fix_missing_locations(mutant.tree)}, {}))
        files = sorted({test.partition("::")[0] for test in tests})
        code = pytest.main([*QUIETLY, "-x", *files], plugins=[_Chosen(tests, tell)])
        tell("" if code == pytest.ExitCode.OK else "(import)")

    told = _forked(child, seconds)
    return "(time)" if told is None else told[0] if told else "(died)"


def learn(package: str, folders: Sequence[str]) -> list[Ran]:
    """All tests of some folders with what they ran of a package. Raises RuntimeError if one fails."""

    def child(tell: Tell) -> None:
        hits: set[str] = set()
        trees = {
            module: counted(module, tree_of(module))
            for module in modules(package)
            if file_of(module).stem != "__init__"
        }
        for module in modules():
            forget(module)
        sys.meta_path.insert(0, _Finder(trees, {HIT: hits.add}))
        recorder = Recorder(hits)
        code = pytest.main([*QUIETLY, "--timeout=0", *folders], plugins=[recorder, _SameExamples()])
        tell(json.dumps([code == pytest.ExitCode.OK, recorder.ran]))

    passed, ran = json.loads((_forked(child, 3600) or ["[false, []]"])[0])
    if not passed:
        raise RuntimeError("the tests must pass before they can judge mutants")
    return [Ran(test, seconds, tuple(blocks)) for test, seconds, blocks in ran]


def _forked(child: Callable[[Tell], None], seconds: float) -> list[str] | None:
    """What a forked process tells before it ends, line by line; None if it computes for longer."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        _in_child(child, writing, seconds)
    os.close(writing)
    told = bytearray()
    # The clock is for one that waits for what does not come; the system may have more to do than this.
    ends = time.monotonic() + PATIENCE * seconds
    while select.select([reading], [], [], max(0.0, ends - time.monotonic()))[0]:
        data = os.read(reading, 1 << 16)
        told += data
        if not data:
            break
    else:
        os.kill(process, signal.SIGKILL)
    os.close(reading)
    _, status = os.waitpid(process, 0)
    return None if os.WIFSIGNALED(status) else told.decode().split("\n")[:-1]


def _in_child(child: Callable[[Tell], None], writing: int, seconds: float) -> NoReturn:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):
        os.dup2(nowhere, standard)

    def tell(text: str) -> None:
        data = f"{text}\n".encode()
        while data:
            data = data[os.write(writing, data) :]

    try:
        child(tell)
    except BaseException as error:
        tell(f"(broken) {error!r}")
    os._exit(0)
