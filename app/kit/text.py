"""Text that people write, as others may see it: one line, and nothing hidden in it."""

import unicodedata
from typing import Final

import regex

_EMOJI: Final = (
    r"\U0001F3F4[\U000E0020-\U000E007E]+\U000E007F"
    r"|\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?"
    r"(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)*"
    r"|[0-9#*]\uFE0F?\u20E3"
)
"""An emoji with all its parts: the joiners, selectors and tags in it belong to the picture."""
_HIDDEN: Final = r"[\p{C}\p{Default_Ignorable_Code_Point}\u2800\u034F\u17B4\u17B5]"
"""Controls, bidi and zero-width characters, surrogates, private and unknown characters, blank letters."""
_PARTS: Final = regex.compile(rf"(?P<emoji>{_EMOJI})|(?P<gap>[\s\p{{Zl}}\p{{Zp}}]+)|{_HIDDEN}")
_MARKS: Final = regex.compile(r"(?<=\p{M}{2})\p{M}+")
_FIRST_MARKS: Final = regex.compile(r"^\p{M}+|(?<=\s)\p{M}+")


def one_line(raw: str) -> str:
    """The text as others see it: NFC, one line, single spaces, nothing invisible, at most two marks in a row.

    Emoji of several code points stay whole. The result may be empty. Cleaning a clean text changes nothing.
    """
    text = unicodedata.normalize("NFC", _PARTS.sub(_kept, raw))
    text = _FIRST_MARKS.sub("", _MARKS.sub("", text))
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _kept(part: "regex.Match[str]") -> str:
    if part["emoji"]:
        return str(part[0])
    return " " if part["gap"] else ""
