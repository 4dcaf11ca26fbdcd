"""Names: one spelling, nothing hidden, twelve characters as a reader counts them."""

import pytest

from app.api.http.names import BadName, clean_name
from app.rooms.handlers.lobby import BOT_NAMES
from tests.support.nasties import FAMILY


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
    "name", ["阿勇\ufdfd", "\ufdfa", "\U00012031", "\U00012079a", "\u2e3b", "a\U0001d11e" * 13]
)
def test_names_that_fill_a_line(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


def test_a_family_is_one_character() -> None:
    assert clean_name(FAMILY) == FAMILY
    assert clean_name("一二三四五六七八九十一" + FAMILY) == "一二三四五六七八九十一" + FAMILY
    with pytest.raises(BadName):
        clean_name("一二三四五六七八九十一二" + FAMILY)


def test_a_picture_has_an_end() -> None:
    with pytest.raises(BadName):
        clean_name("\u200d".join("\U0001f600" * 6))


@pytest.mark.parametrize(
    "name",
    [
        *BOT_NAMES,
        *("\u2f29筒", "小 万", "小万2", "小萬", "小\u200b条"),
        *("管理员", "系统管理员", "客服01", "已注销", "廣安麻將"),
        *(
            "admin",
            "Admin_1",
            "ADMIN",
            "\u0430dm\u0456n",
            "\u0391dmin",
            "adm1n",
            "ｓｙｓｔｅｍ",
            "a\u0332d\u0332m\u0332in",
        ),
    ],
)
def test_names_that_read_like_a_bot_or_the_operator(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


@pytest.mark.parametrize(
    "name", ["小王", "小筒子", "Adam", "Rooty", "阿勇", "玩家1a2b", "꧁阿勇꧂", "\U00020bb7野家", "محمد"]
)
def test_names_of_people(name: str) -> None:
    assert clean_name(name) == name
