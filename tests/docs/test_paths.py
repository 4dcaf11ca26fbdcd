"""What documents point at exists: files, folders, targets of make, links and their anchors."""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from tests.support.markdown import ROOT, Page, codes, page

_NAMES: Final = ("README.md", "README.zh-CN.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")
PAGES: Final = tuple(
    page(path.relative_to(ROOT).as_posix())
    for path in (*(ROOT / name for name in _NAMES), *sorted((ROOT / "docs").rglob("*.md")))
    if path.is_file()
)
_PATH: Final = re.compile(r"(?:\.ci|app|bench|deploy|docs|migrations|requirements|tests|web)/[\w./*-]*\w/?")
_BUILT: Final = frozenset({"web/dist"})
_TARGET: Final = re.compile(r"\bmake ([a-z][a-z-]*)((?: [a-z][a-z-]*)*)")
_QUOTED: Final = re.compile(r"`[^`\n]+`")
_LINK: Final = re.compile(r"\]\(([^)\s]+)\)")


def _each(page_: Page) -> Iterator[str]:
    """The quoted names and the lines of the shell blocks."""
    yield from codes(page_.prose)
    yield from (line for block in page_.blocks if block.language == "sh" for line in block.text.splitlines())


def slug(title: str) -> str:
    """The anchor that GitHub makes of a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def anchors(page_: Page) -> set[str]:
    """All anchors of a page."""
    return {slug(heading.title) for heading in page_.headings}


@pytest.mark.parametrize("page_", PAGES, ids=lambda page_: page_.name)
def test_paths_exist(page_: Page) -> None:
    named = {text for text in codes(page_.prose) if _PATH.fullmatch(text)} - _BUILT
    assert {path for path in named if not list(ROOT.glob(path.rstrip("/")))} == set()


@pytest.mark.parametrize("page_", PAGES, ids=lambda page_: page_.name)
def test_targets_of_make_exist(page_: Page) -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = {
        target
        for text in _each(page_)
        if text.startswith("make ")
        for found in _TARGET.findall(text)
        for target in " ".join(found).split()
    }
    assert named <= targets


@pytest.mark.parametrize("page_", PAGES, ids=lambda page_: page_.name)
def test_links_and_their_anchors_exist(page_: Page) -> None:
    folder = (ROOT / page_.name).parent
    for link in _LINK.findall(_QUOTED.sub("", page_.prose)):
        if link.startswith(("http://", "https://")):
            continue
        name, _, anchor = link.partition("#")
        target = (folder / name).resolve() if name else ROOT / page_.name
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(page(target.relative_to(ROOT).as_posix())), link


def test_pages_were_found() -> None:
    assert {"README.md", "docs/protocol.md", "docs/adr/0001-pure-rules-floor.md"} <= {
        page_.name for page_ in PAGES
    }
