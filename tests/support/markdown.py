"""A Markdown page as tests read it: headings, tables by heading and column, blocks of code, quoted names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
_CODE: Final = re.compile(r"`([^`\n]+)`")
_FENCED: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING: Final = re.compile(r"^(#+) (.+)$", re.MULTILINE)
_TABLE: Final = re.compile(r"^\|.*\|\n\|[-|: ]+\|\n(?:\|.*\|(?:\n|\Z))+", re.MULTILINE)
_PLAIN_NUMBER: Final = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")


def codes(text: str) -> list[str]:
    """All parts of a text in backticks, without the backticks."""
    return _CODE.findall(text)


def numbers(text: str) -> list[float]:
    """Every number of a text that is no part of a word, so 30 of ``30 min`` but not 4 of ``R4``."""
    return [float(number) for number in _PLAIN_NUMBER.findall(text)]


def cells(line: str) -> list[str]:
    r"""The cells of one line of a table; ``\|`` is a bar inside a cell."""
    inside = line.strip().removeprefix("|").removesuffix("|")
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inside)]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: ``level`` is its number of ``#``, ``at`` the place of its line in the text."""

    level: int
    title: str
    at: int


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of code."""

    language: str
    text: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: the names of its columns and its lines of cells."""

    columns: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Page:
    """The text of one page."""

    name: str
    text: str

    @cached_property
    def prose(self) -> str:
        """The text without fenced blocks."""
        return _FENCED.sub("", self.text)

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """All headings, in order."""
        return tuple(Heading(len(h[1]), h[2], h.start()) for h in _HEADING.finditer(self.prose))

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """All fenced blocks, in order."""
        return tuple(Block(language, text) for language, text in _FENCED.findall(self.text))

    @cached_property
    def grids(self) -> tuple[Grid, ...]:
        """All tables, in order."""
        return tuple(grids(self.prose))

    def section(self, title: str) -> str:
        """The text under a heading, without fenced blocks, up to the next heading of any level."""
        places = [heading.at for heading in self.headings] + [len(self.prose)]
        (index,) = (index for index, heading in enumerate(self.headings) if heading.title == title)
        return self.prose[places[index] : places[index + 1]]

    def rows(self, title: str, *columns: str) -> list[list[str]]:
        """The cells of these columns, in this order, from the table under the heading that has them all."""
        (grid,) = (grid for grid in grids(self.section(title)) if set(columns) <= set(grid.columns))
        places = [grid.columns.index(column) for column in columns]
        return [[line[place] for place in places] for line in grid.lines]


def grids(text: str) -> Iterator[Grid]:
    """The tables of a text. Every line must have as many cells as the head."""
    for found in _TABLE.findall(text):
        head, _, *lines = (tuple(cells(line)) for line in found.strip().split("\n"))
        assert all(len(line) == len(head) for line in lines), head
        yield Grid(head, tuple(lines))


def page(name: str) -> Page:
    """The page in this file of the repository."""
    return Page(name, (ROOT / name).read_text("utf-8"))
