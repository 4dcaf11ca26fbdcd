"""What docs/protocol.md says, read from its tables."""

import re
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).parents[3] / "docs"
PROTOCOL: Final = (DOCS / "protocol.md").read_text()
EXAMPLE: Final = (DOCS / "protocol-example.md").read_text()
_CODE: Final = re.compile(r"`([^`]+)`")


def section(title: str) -> str:
    """The text under a heading, to the next one of whatever depth."""
    found = re.search(rf"^#+ {re.escape(title)}$(.*?)(?=^#|\Z)", PROTOCOL, re.MULTILINE | re.DOTALL)
    assert found is not None, title
    return found[1]


def rows(text: str, head: str) -> list[list[str]]:
    """The cells of the table whose head begins like this."""
    _, found, after = text.partition(f"\n| {head}")
    assert found, head
    lines = after.split("\n")[2:]
    table = lines[: next(at for at, line in enumerate(lines) if not line.startswith("|"))]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table]


def codes(cell: str) -> list[str]:
    """Everything that a cell quotes."""
    return _CODE.findall(cell)


def numbers(text: str) -> list[int]:
    """Every whole number of a text."""
    return [int(number) for number in re.findall(r"\d+", text)]
