"""Text of others as a terminal or an error message may repeat it. Needs only the standard library."""

import unicodedata
from typing import Final

_BLANK: Final = frozenset("\u3164\u115f\u1160\uffa0\u2800\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f")
_MOST_MARKS: Final = 2
_ELLIPSIS: Final = "…"


def shown(text: str, longest: int, *, lines: bool = False) -> str:
    """The text with hidden characters as escapes, cut to ``longest`` ones. ``lines``: line breaks stay."""
    plain: list[str] = []
    marks = 0
    for char in text[:longest]:
        marks = marks + 1 if unicodedata.category(char)[0] == "M" else 0
        seen = (lines and char == "\n") or not (is_hidden(char) or marks > _MOST_MARKS)
        plain.append(char if seen else char.encode("unicode_escape").decode("ascii"))
    whole = "".join(plain)
    return whole if max(len(whole), len(text)) <= longest else whole[: longest - 1] + _ELLIPSIS


def is_plain(text: str) -> bool:
    """Whether a reader sees every character of the text."""
    return not any(map(is_hidden, text))


def is_hidden(char: str) -> bool:
    """Whether nobody sees the character, or it moves others: controls, bidi, zero width, blank letters."""
    category = unicodedata.category(char)
    selector = "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
    return category[0] == "C" or category in {"Zl", "Zp"} or char in _BLANK or selector
