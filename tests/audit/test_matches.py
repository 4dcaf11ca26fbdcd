"""A test names a whole code.

pytest.raises looks for its pattern anywhere in a message: ``match="no_hand"`` also accepts ``no_hand_``.
"""

import ast
import re
from collections.abc import Iterator
from typing import Final

import pytest

from tests.audit.locks import ROOT
from tests.support.exact import exactly

LOOSE: Final = re.compile(r"[^\s\\^]*")
"""Text without a blank, an anchor or an escape: a code or a part of a word."""


def loose(source: str) -> Iterator[str]:
    """The ``match`` of each pytest.raises in ``source`` that is a single word, or whose text is elsewhere."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or ast.unparse(node.func) != "pytest.raises":
            continue
        for given in (keyword.value for keyword in node.keywords if keyword.arg == "match"):
            texts = [part.value for part in ast.walk(given) if isinstance(part, ast.Constant)]
            if not isinstance(given, ast.Call) and LOOSE.fullmatch("".join(map(str, texts))):
                yield f"line {node.lineno}: match={ast.unparse(given)}"


def test_no_code_is_matched_loosely() -> None:
    """Write ``match=exactly(code)``."""
    found = {file: list(loose(file.read_text("utf-8"))) for file in (ROOT / "tests").rglob("*.py")}
    assert {str(file): lines for file, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("match", "found"),
    [
        ("'no_hand'", True),
        ("r'no_hand|no_vote'", True),
        ("code", True),
        ("f'{code}'", True),
        ("exactly(code)", False),
        ("'^no_hand$'", False),
        ("'no hand is on the table'", False),
        ("f'schema {schema};'", False),
    ],
)
def test_what_is_loose(match: str, found: bool) -> None:
    assert bool(list(loose(f"pytest.raises(Reject, match={match})"))) == found


def test_exactly_fits_nothing_longer() -> None:
    for message in ("no_hand", "no_hand_", "a_no_hand", "no_vote", "settling"):
        assert bool(re.search(exactly("no_hand"), message)) == (message == "no_hand")
        assert bool(re.search(exactly("no_hand", "no_vote"), message)) == (message in {"no_hand", "no_vote"})
    assert re.search(exactly("a (b)."), "a (b)x") is None
