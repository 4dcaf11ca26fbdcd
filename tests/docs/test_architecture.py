"""ARCHITECTURE.md shows the packages and the doors as they are."""

import ast
import importlib
import inspect
import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
_DOOR = re.compile(r"^(app[\w.]+)\((.*)\) -> (.+)$", re.MULTILINE)


def test_the_tree_lists_every_package() -> None:
    listed = re.findall(r"^\| `(app/[\w/]+)` \|", TEXT, re.MULTILINE)
    packages = {file.parent.relative_to(ROOT).as_posix() for file in (ROOT / "app").rglob("__init__.py")}
    assert sorted(listed) == sorted(packages - {"app"})


def test_beside_the_packages_there_are_three_files() -> None:
    files = {file.name for file in (ROOT / "app").glob("*.py")}
    assert files == {"__init__.py", "__main__.py", "main.py", "version.py"}


def test_the_doors_have_these_signatures() -> None:
    doors = _DOOR.findall(TEXT)
    assert len(doors) > 20
    shown = [f"{name}({parameters}) -> {result}" for name, parameters, result in doors]
    assert shown == [_signature(name) for name, _, _ in doors]


def _signature(name: str) -> str:
    module, _, attribute = name.rpartition(".")
    owner: object
    try:
        owner = importlib.import_module(module)
    except ModuleNotFoundError:
        module, _, kind = module.rpartition(".")
        owner = getattr(importlib.import_module(module), kind)
    function = inspect.unwrap(getattr(owner, attribute))
    written = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(written, ast.FunctionDef | ast.AsyncFunctionDef)
    assert written.returns is not None
    parameters = [each for each in inspect.signature(function).parameters if each != "self"]
    return f"{name}({', '.join(parameters)}) -> {ast.unparse(written.returns)}"
