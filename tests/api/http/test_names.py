"""Names: one spelling, nothing hidden, twelve characters as a reader counts them."""

import pytest

from app.api.http.names import BadName, clean_name, graphemes


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("阿勇", "阿勇"),
        ("  阿\t勇\n ", "阿 勇"),
        ("Ｙｏｎｇ１", "Yong1"),
        ("a\u200bb\u200d\u2060c\ufeff", "abc"),
        ("\u202egnoY\u202c", "gnoY"),
        ("\u0000x\u0007", "x"),
        ("e\u0301", "é"),
        ("a" + "\u0323\u0306\u0316\u0317\u0318", "ặ\u0316\u0317"),
        ("<b>&", "<b>&"),
        ("一二三四五六七八九十一二", "一二三四五六七八九十一二"),
    ],
)
def test_names_as_they_are_shown(raw: str, name: str) -> None:
    assert clean_name(raw) == name
    assert clean_name(name) == name, "cleaning a clean name changes nothing"


@pytest.mark.parametrize(
    "raw",
    ["", " ", "\u200b", "\u3164", "\u2800", "\u202e\u202c", "一二三四五六七八九十一二三", "\ud800", "\ue000"],
)
def test_names_that_nobody_can_read(raw: str) -> None:
    with pytest.raises(BadName):
        clean_name(raw)


@pytest.mark.parametrize(
    ("text", "count"), [("", 0), ("ab", 2), ("e\u0301", 1), ("👍🏽", 1), ("🇨🇳🇫🇷", 2), ("🇨", 1), ("중", 1)]
)
def test_characters_as_a_reader_counts_them(text: str, count: int) -> None:
    assert graphemes(text) == count
