"""Text of others in messages: every character visible, and an end."""

import pytest

from app.kit.shown import is_plain, shown
from tests.support.nasties import NASTIES, hidden


@pytest.mark.parametrize("what", NASTIES)
def test_every_character_is_visible(what: str) -> None:
    assert hidden(shown(NASTIES[what], 100)) == set()


@pytest.mark.parametrize("what", NASTIES)
def test_who_hides_something(what: str) -> None:
    joiners = "\u200d" in NASTIES[what]
    assert is_plain(NASTIES[what]) is not (joiners or bool(hidden(NASTIES[what]) - {"a third mark"}))


def test_what_is_long_is_cut() -> None:
    assert shown("a" * 5, 5) == "aaaaa"
    assert shown("a" * 6, 5) == "aaaa…"
    assert shown("\0" * 5, 5) == "\\x00…"
    assert shown("a\nb", 5, lines=True) == "a\nb"
