"""The codes that the sources of app raise, read from their syntax trees."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

APP: Final = Path(__file__).parents[3] / "app"
_WORDS: Final = re.compile(r"[a-z]+(_[a-z]+)*")


def said(folder: str, callee: str, at: int = 0) -> set[str]:
    """The texts that calls of this name are given as their argument number ``at`` in a folder."""
    calls = (
        node
        for path in (APP / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == callee
    )
    return {text for call in calls for argument in call.args[at : at + 1] for text in _texts(argument)}


def _texts(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)) if _WORDS.fullmatch(text):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from _texts(body)
            yield from _texts(orelse)
        case _:
            return
