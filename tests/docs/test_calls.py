"""Every call of the public HTTP interface has its row in docs/protocol.md, and the recorded hand its head."""

import ast
from typing import Final

from tests.support.markdown import ROOT, codes, page
from tests.support.record_example import HEAD

PROTOCOL: Final = page("docs/protocol.md")
METHODS: Final = frozenset({"get", "post", "patch", "put", "delete"})
OUTSIDE: Final = frozenset({"/livez", "/readyz"})
"""Paths that are not under ``/api``."""


def served() -> set[tuple[str, str]]:
    """Method and path of every route in ``app/api/public``, parameters as ``{}``."""
    found = set[tuple[str, str]]()
    for path in (ROOT / "app" / "api" / "public").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr=method), args=[ast.Constant(value=str(route)), *_]):
                    if method in METHODS and route.startswith("/"):
                        found.add((method.upper(), _plain(route if route in OUTSIDE else f"/api{route}")))
    return found


def _plain(path: str) -> str:
    """The path without its query and without the names of its parameters."""
    parts = path.partition("?")[0].split("/")
    return "/".join("{}" if part.startswith("{") else part for part in parts)


def test_every_call_has_its_row() -> None:
    told = [codes(call)[0].split(" ") for (call,) in PROTOCOL.rows("HTTP", "call")]
    assert sorted((method, _plain(path)) for method, path in told) == sorted(served())


def test_the_recorded_hand_begins_as_its_generator_writes_it() -> None:
    assert page("docs/protocol-example.md").text.startswith(HEAD)
