"""Text that people should not be able to put before others, and where to look for it afterwards."""

import unicodedata
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

FAMILY: Final = "👨\u200d👩\u200d👧\u200d👦"
NASTIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "nul": "a\x00b",
        "controls": "\x1b[31mred\x1b]0;title\x07\x7f\x85\x9b",
        "line breaks": "a\r\nb\u2028c\u2029d\x0b\x0ce",
        "bidi controls": "\u202eab\u202c\u2066c\u2069\u2067\u2068\u200e\u200f\u061cd",
        "zero width": "a\u200bb\u200cc\u200dd\u2060e\ufeff\u00ad\ufe0f\U000e0100f\U000e0061\U000e007f",
        "nothing visible": "\u200b\u3164\u115f\u1160\uffa0\u2800",
        "lone high surrogate": "\ud800",
        "lone low surrogate": "a\udc80b",
        "no characters": "a\ue000\U000f0000\ufffe\U0001ffff\U000e1234",
        "replacement": "\ufffd",
        "four bytes": f"\U00020bb7\U0001f600{FAMILY}",
        "many marks": "\u0301\u0489a" + "\u0301\u0316" * 20,
        "wide ligature": "\ufdfd",
        "wide cuneiform": "\U00012031",
        "arabic": "\u0645\u062d\u0645\u062f",
        "arabic digits": "\u0661\u0662\u0663\u0664\u0665\u0666",
        "cyrillic": "\u0430dm\u0456n",
        "full width": "\uff53\uff59\uff53\uff54\uff45\uff4d",
        "compatibility": "\u2f29\u7b52",
        "long": "长" * 300,
        "very long": "x" * 9_000,
        "markup": "<img src=x onerror=alert(1)>\"'& {0}%s%n${jndi:ldap://x}",
        "sql": "' OR 1=1; DROP TABLE players; -- %_\\",
        "path": "../../etc/passwd",
    }
)
_JOINERS: Final = frozenset("\u200d\ufe0f")
_BLANK: Final = frozenset("\u3164\u115f\u1160\uffa0\u2800\u034f\u17b4\u17b5\u00ad\u180e")


def hidden(text: str) -> set[str]:
    """What a reader of the text does not see, or should not: written apart from the program's own rule."""
    found = set[str]()
    for at, char in enumerate(text):
        category = unicodedata.category(char)
        pictured = at > 0 and unicodedata.category(text[at - 1]) in {"So", "Mn", "Sk"}
        if char in _JOINERS and pictured:
            continue
        unseen = category in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"} or char in _BLANK
        if unseen or "\ufe00" <= char <= "\ufe0f" or "\U000e0000" <= char <= "\U000e0fff":
            found.add(f"U+{ord(char):04X}")
        if at >= 2 and all(unicodedata.category(each)[0] == "M" for each in text[at - 2 : at + 1]):
            found.add("a third mark")
    return found


def strings(value: Any) -> Iterator[str]:
    """All strings of a JSON value, the names of members too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from (name, *strings(each))
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)
