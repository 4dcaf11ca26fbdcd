"""Nicknames: one spelling, nothing hidden, at most 12 characters, and nobody else's by its looks."""

import unicodedata
from functools import cache
from typing import Final

import regex

from app.kit.text import one_line
from app.rooms.handlers.lobby import BOT_NAMES
from app.rooms.state.looks import LONGEST_NAME, clusters, looks

_MOST_CODE_POINTS: Final = 64
_MOST_IN_A_CLUSTER: Final = 10
"""The longest emoji that fonts have: two people of different skin who kiss."""
_OVERWIDE: Final = regex.compile(
    r"(?!\p{Han})[[\p{L}\p{N}]&&[\U00010000-\U0010FFFF]]|\p{Script=Cuneiform}"
    r"|[\uFDFA-\uFDFF\uFD40-\uFD4F\uFDCF\u2E3A\u2E3B\u0BF0-\u0BFA]",
    regex.VERSION1,
)
"""Letters of ancient scripts, ligatures of whole sentences, long dashes: one of them fills a line."""
_SIGNS: Final = regex.compile(r"[^\p{L}]+")
_OF_THE_SERVER: Final = (
    *("管理员", "管理員", "系统", "系統", "客服", "官方"),
    *("运营", "運營", "已注销", "已註銷", "广安麻将", "廣安麻將"),
)
"""No name contains one of these."""
_OF_OTHERS: Final = (
    *(*BOT_NAMES, "小萬", "小條"),
    *("admin", "admins", "administrator", "moderator", "operator", "system", "support", "server", "official"),
    *("root", "bot", "deleted"),
)
"""No name is one of these, with or without digits and signs."""


class BadName(ValueError):
    """The name has no visible character, or too many, or reads like a bot's or the operator's."""


def clean_name(raw: str) -> str:
    """The name as others see it: NFKC, one line, nothing hidden.

    Raises BadName unless 1 to 12 characters, as a reader counts them, are left, none of them wider than an
    emoji, and nobody takes the name for a bot's or the operator's.
    """
    name = one_line(unicodedata.normalize("NFKC", one_line(raw)))
    parts = clusters(name)
    if not 1 <= len(parts) <= LONGEST_NAME or len(name) > _MOST_CODE_POINTS:
        raise BadName
    if _OVERWIDE.search(name) or any(len(part) > _MOST_IN_A_CLUSTER for part in parts):
        raise BadName
    if is_reserved(name):
        raise BadName
    return name


def is_reserved(name: str) -> bool:
    """Whether a reader may take the name for one of a bot, of the server or of its operator."""
    read, letters = looks(name), looks(_SIGNS.sub("", name))
    words, names = _reserved()
    return bool({read, letters} & names) or any(word in read or word in letters for word in words)


@cache
def _reserved() -> tuple[frozenset[str], frozenset[str]]:
    """What the words and the names of others look like."""
    return frozenset(map(looks, _OF_THE_SERVER)), frozenset(map(looks, _OF_OTHERS))
