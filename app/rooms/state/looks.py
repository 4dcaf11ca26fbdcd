"""Which names look alike, and how a second one at a table is told apart."""

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import count
from typing import Final

import regex
from confusable_homoglyphs import utils

LONGEST_NAME: Final = 12
"""Characters of a name, as a reader counts them."""
_BEFORE_NUMBER: Final = 4
_CLUSTER: Final = regex.compile(r"\X")
_UNSEEN: Final = regex.compile(r"[\s\p{Mn}\p{Cf}]+")
_ONE_STROKE: Final = str.maketrans("i1|", "lll")
_DRAWN_LETTER: Final = regex.compile(r"LATIN (?:LETTER SMALL CAPITAL|(?:CAPITAL|SMALL) LETTER) ([A-Z])$")


def clusters(text: str) -> list[str]:
    """The characters of a text as a reader counts them: the grapheme clusters of Unicode."""
    return list(_CLUSTER.findall(text))


def looks(name: str) -> str:
    """A key that is equal for names that a reader takes for the same.

    Case, width, accents, spaces, and letters of other scripts that look like these make no difference.
    """
    table = _look_alikes()
    # Before the case is lost, a capital I is a small l; afterwards, it is a small i.
    once = "".join(map(_letter, unicodedata.normalize("NFKC", name))).translate(table).casefold()
    plain = unicodedata.normalize("NFKD", once).translate(table).casefold().translate(_ONE_STROKE)
    return unicodedata.normalize("NFC", _UNSEEN.sub("", plain))


def told_apart(name: str, others: Iterable[str]) -> str:
    """The name, or the name with the first free number from 2 on if another one looks like it.

    Only the first characters stand before the number, so that a narrow place shows it too.
    """
    taken = {looks(other) for other in others}
    if looks(name) not in taken:
        return name
    numbered = (_with(name, f" {number}") for number in count(2))
    return next(each for each in numbered if looks(each) not in taken)


def _with(name: str, mark: str) -> str:
    return "".join(clusters(name)[:_BEFORE_NUMBER]).rstrip() + mark


def _letter(char: str) -> str:
    """The letter that a small capital or a letter in a box shows; any other character as it is."""
    found = None if char.isascii() else _DRAWN_LETTER.search(unicodedata.name(char, ""))
    return char if found is None else str(found[1])


@cache
def _look_alikes() -> Mapping[int, str]:
    """What a character looks like, for those that Unicode lists (UTS 39)."""
    listed: Mapping[str, list[dict[str, str]]] = utils.load("confusables.json")
    table: dict[int, str] = {}
    for char, alike in listed.items():
        other = alike[0]["c"]
        if len(char) == 1 and len(alike) == 1 and (len(listed[other]), char) > (1, other):
            table[ord(char)] = unicodedata.normalize("NFKC", other)
    return table
