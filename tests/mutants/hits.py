"""Which tests run which blocks of the program, learnt once by counting."""

import ast
import sys
import time
from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest

from tests.mutants.operators import FUNCTIONS, first_line

HIT: Final = "hit_block_"
BODIES: Final = ("body", "orelse", "finalbody")


class Ran(NamedTuple):
    """A test, how long it takes in seconds of the clock, and the blocks it ran, as ``module:line``."""

    test: str
    seconds: float
    blocks: tuple[str, ...]


def counted(module: str, tree: ast.Module) -> ast.Module:
    """The module with a call at the head of every block of its functions."""
    for function in ast.walk(tree):
        if isinstance(function, FUNCTIONS):
            for body in list(_bodies(function)):
                line = first_line(body)
                call = ast.parse(f"{HIT}('{module}:{line}')").body[0]
                at = next(index for index, statement in enumerate(body) if statement.lineno == line)
                body.insert(at, call)
    return ast.fix_missing_locations(tree)


def _bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """The blocks of a function; those of functions within it are their own."""
    for name in BODIES:
        body = getattr(node, name, None)
        if isinstance(body, list) and body:
            yield body
            for statement in body:
                if not isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
                    yield from _bodies(statement)
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield from _bodies(part)


class Recorder:
    """A plugin of pytest that notes what each test ran; ``hits`` is filled by the counted modules."""

    def __init__(self, hits: set[str]) -> None:
        self.hits = hits
        self.ran: list[Ran] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Nothing remembered from the test before may spare this one its work."""
        _forget()
        self.hits.clear()
        begun = time.monotonic()
        result = yield
        self.ran.append(Ran(item.nodeid, time.monotonic() - begun, tuple(sorted(self.hits))))
        return result


def _forget() -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith(("app.", "tests.")):
            for value in list(vars(module).values()):
                clear = getattr(value, "cache_clear", None)
                if clear is not None:
                    clear()
