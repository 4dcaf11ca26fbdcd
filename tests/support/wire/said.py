"""The error codes that the sources of ``app`` raise, read from their syntax trees."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

APP: Final = Path(__file__).parents[3] / "app"
_WORDS: Final = re.compile(r"[a-z]+(_[a-z]+)*")
_SEVERAL_WORDS: Final = re.compile(r"[a-z]+(_[a-z]+)+")


def said(folder: str, callee: str, at: int = 0) -> set[str]:
    """The texts that calls of ``callee`` in a folder of ``app`` have as argument number ``at``."""
    calls = (
        node
        for node in _nodes(folder)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == callee
    )
    return {text for call in calls for argument in call.args[at : at + 1] for text in _texts(argument)}


def words_in(folder: str) -> set[str]:
    """Every text of two or more words joined by ``_`` in a folder of ``app``."""
    texts = (node.value for node in _nodes(folder) if isinstance(node, ast.Constant))
    return {text for text in texts if isinstance(text, str) and _SEVERAL_WORDS.fullmatch(text)}


def _nodes(folder: str) -> Iterator[ast.AST]:
    for path in (APP / folder).rglob("*.py"):
        yield from ast.walk(ast.parse(path.read_text("utf-8")))


def _texts(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)) if _WORDS.fullmatch(text):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from _texts(body)
            yield from _texts(orelse)
        case _:
            return
