"""docs/protocol.md, docs/protocol-example.md and the tables in them."""

from typing import Final

from tests.support.markdown import ROOT, Page, codes, numbers, page

__all__ = ["DOCS", "EXAMPLE", "PROTOCOL", "codes", "numbers", "rows", "section"]

DOCS: Final = ROOT / "docs"
PROTOCOL: Final[Page] = page("docs/protocol.md")
EXAMPLE: Final = (DOCS / "protocol-example.md").read_text("utf-8")


def section(title: str) -> str:
    """The text of the protocol under a heading, up to the next heading of any level."""
    return PROTOCOL.section(title)


def rows(title: str, *columns: str) -> list[list[str]]:
    """The cells of these columns of the protocol's table under a heading."""
    return PROTOCOL.rows(title, *columns)
