"""Nicknames: one spelling, no invisible characters, at most 12 visible characters."""

import unicodedata
from typing import Final

LONGEST: Final = 12
_MOST_CODE_POINTS: Final = 36
_MARKS_IN_A_ROW: Final = 2
_HIDDEN_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)
_FLAGS: Final = range(0x1F1E6, 0x1F200)


class BadName(ValueError):
    """The name has no visible character, or too many."""


def clean_name(raw: str) -> str:
    """The name as others see it: NFKC, no control, bidi or zero-width characters, single spaces.

    Raises BadName unless 1 to 12 characters, as a reader counts them, are left.
    """
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFKC", raw):
        category = unicodedata.category(char)
        if category in _HIDDEN_CATEGORIES or char in _BLANK_LETTERS or _is_selector(char):
            if category == "Cc" and char in "\t\n\r":
                kept.append(" ")
            continue
        marks = marks + 1 if category[0] == "M" else 0
        if marks <= _MARKS_IN_A_ROW:
            kept.append(char)
    name = " ".join("".join(kept).split())
    if not 1 <= graphemes(name) <= LONGEST or len(name) > _MOST_CODE_POINTS:
        raise BadName
    return name


def graphemes(text: str) -> int:
    """The number of visible characters. Marks and skin tones belong to their base; a flag is a pair."""
    count = 0
    flag_open = False
    for char in text:
        if ord(char) in _FLAGS:
            count += not flag_open
            flag_open = not flag_open
            continue
        flag_open = False
        if unicodedata.category(char)[0] != "M" and ord(char) not in _SKIN_TONES:
            count += 1
    return count


def _is_selector(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
