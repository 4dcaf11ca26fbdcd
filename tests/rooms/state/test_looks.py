"""Names that a reader takes for the same, and how they are told apart."""

import pytest

from app.rooms.state.looks import LONGEST_NAME, clusters, looks, told_apart
from tests.support.nasties import FAMILY


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("admin", "Admin"),
        ("admin", "ＡＤＭＩＮ"),
        ("admin", "\u0430dm\u0456n"),
        ("admin", "\u0391dmin"),
        ("admin", "adrnin"),
        ("admin", "\u1d00\u1d05\u1d0d\u026a\u0274"),
        ("admin", "\U0001f170dmin"),
        ("Alice", "AIice"),
        ("Bo0", "boO"),
        ("阿勇", "阿 勇"),
        ("小筒", "\u2f29筒"),
        ("José", "Jose"),
        (FAMILY, FAMILY.replace("\u200d", "")),
    ],
)
def test_alike(one: str, other: str) -> None:
    assert looks(one) == looks(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("阿勇", "阿永"), ("小筒", "小条"), ("\U0001f600", "\U0001f601"), ("🇨🇳", "CN"), ("★", "☆"), ("a", "b")],
)
def test_not_alike(one: str, other: str) -> None:
    assert looks(one) != looks(other)


@pytest.mark.parametrize(
    ("name", "others", "told"),
    [
        ("阿勇", ["二娃"], "阿勇"),
        ("阿勇", ["阿勇"], "阿勇 2"),
        ("Ann", ["ann", "ANN 2"], "Ann 3"),
        ("一二三四五六七八九十一二", ["一二三四五六七八九十一二"], "一二三四 2"),
        (FAMILY * 12, [FAMILY * 12], FAMILY * 4 + " 2"),
        ("一二三 四五", ["一二三 四五"], "一二三 2"),
    ],
)
def test_told_apart(name: str, others: list[str], told: str) -> None:
    assert told_apart(name, others) == told
    assert len(clusters(told)) <= LONGEST_NAME
