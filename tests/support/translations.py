"""Compares a page with its translation: headings, blocks, names in tables and figures must agree."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from tests.support.markdown import Page, codes

_UNITS: Final = {
    "byte": ("bytes", "字节"),
    "day": ("days", "day", "天"),
    "gigabyte": ("GB",),
    "hour": ("hours", "小时"),
    "ke": ("颗",),
    "kibibyte": ("KiB",),
    "megabyte": ("MB",),
    "millisecond": ("ms", "毫秒"),
    "minute": ("min", "分钟"),
    "second": ("s", "秒"),
}
"""The units after a figure, in both languages."""
_UNIT_OF: Final = {word: unit for unit, words in _UNITS.items() for word in words}
_WORD: Final = "|".join(sorted(_UNIT_OF, key=len, reverse=True))
_FIGURE: Final = re.compile(
    rf"(?<![\w.])(\d{{1,3}}(?:,\d{{3}})+|\d+(?:\.\d+)?)(?: ?({_WORD})(?![a-zA-Z]))?", re.ASCII
)
_RULE: Final = re.compile(r"\*\*(R\d+)\*\*|^\| (R\d+) \|", re.MULTILINE)
_LINK: Final = re.compile(r"\]\([^)]*\)|<[^>]*>")
_COMMENT: Final = re.compile(r"\s+#.*$|^#.*$", re.MULTILINE)
_VALUES: Final = frozenset({"values", "取值"})
"""The columns with the names of an option's values. Figures in names are not compared."""


def differences(one: Page, other: Page) -> list[str]:
    """The differences between two languages of a page, one line each."""
    if _levels(one) != _levels(other):
        return [f"headings: {_outline(one)} and {_outline(other)}"]
    found = [
        f"block {number}: {mine!r} and {theirs!r}"
        for number, (mine, theirs) in enumerate(zip(_commands(one), _commands(other), strict=False))
        if mine != theirs
    ]
    if len(one.blocks) != len(other.blocks):
        found.append(f"blocks of code: {len(one.blocks)} and {len(other.blocks)}")
    for mine, theirs in zip(one.headings, other.headings, strict=True):
        found += _parted(mine.title, one.section(mine.title), other.section(theirs.title))
    return found


def _levels(page: Page) -> list[int]:
    return [heading.level for heading in page.headings]


def _outline(page: Page) -> list[str]:
    return ["#" * heading.level + " " + heading.title for heading in page.headings]


def _commands(page: Page) -> list[tuple[str, str]]:
    return [(block.language, _COMMENT.sub("", block.text)) for block in page.blocks]


def _parted(title: str, one: str, other: str) -> Iterator[str]:
    """The differences of one section."""
    for what, mine, theirs in (
        ("rules", _rules(one), _rules(other)),
        ("tables", _shapes(one), _shapes(other)),
        ("names", sorted(set(_names(one))), sorted(set(_names(other)))),
        ("figures", sorted(_figures(one).items()), sorted(_figures(other).items())),
    ):
        if mine != theirs:
            only = (
                [item for item in mine if item not in theirs],
                [item for item in theirs if item not in mine],
            )
            yield f"{title}: {what}: {only[0]} and {only[1]}"


def _rules(text: str) -> list[str]:
    return [first or second for first, second in _RULE.findall(text)]


def _shapes(text: str) -> list[str]:
    """The first cells of every line of a table that are names in code or rule numbers, in order."""
    return re.findall(r"^\| (`[^|]*`|R\d+)", text, re.MULTILINE)


def _names(text: str) -> list[str]:
    return [name.replace(".zh-CN", "") for name in codes(text)]


def figures(text: str) -> Counter[tuple[str, str]]:
    """Every number of a text with its unit, in any language: ``10 min`` and ``10 分钟`` are equal."""
    return Counter((number, _UNIT_OF.get(unit, "")) for number, unit in _FIGURE.findall(text))


def _figures(text: str) -> Counter[tuple[str, str]]:
    plain = re.sub(r"`[^`\n]*`", "", _LINK.sub("]", _without_values(text)))
    return figures(plain)


def _without_values(text: str) -> str:
    """The text with the columns of ``_VALUES`` empty."""
    lines, at = list[str](), None
    for line in text.split("\n"):
        cells = line.split("|")
        if not line.startswith("|"):
            at = None
        elif named := [place for place, cell in enumerate(cells) if cell.strip() in _VALUES]:
            at = named[0]
        if at is not None and at < len(cells):
            cells[at] = ""
        lines.append("|".join(cells))
    return "\n".join(lines)
