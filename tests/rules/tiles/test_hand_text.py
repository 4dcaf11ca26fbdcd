"""Hands as text: parse and format."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.tiles.hand_text import HandError, format_hand, parse_hand
from app.rules.tiles.melds import Meld, MeldKind
from app.rules.tiles.tiles import counts_of, parse_tiles


def test_every_kind_of_meld() -> None:
    melds, concealed = parse_hand("[111p](2222m)[5555z]345m44s")
    assert melds == (
        Meld(MeldKind.PUNG, 9),
        Meld(MeldKind.CONCEALED_KONG, 1),
        Meld(MeldKind.EXPOSED_KONG, 27),
    )
    assert concealed == counts_of(parse_tiles("345m44s"))


def test_added_kong_is_written_as_an_exposed_one() -> None:
    assert format_hand((Meld(MeldKind.ADDED_KONG, 27, 2),), counts_of(())) == "[5555z]"


def test_hand_before_its_winning_tile() -> None:
    assert parse_hand("[111p]3334567m789p", size=13)[1] == counts_of(parse_tiles("3334567m789p"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "wrong_count"),
        ("123m", "wrong_count"),
        ("[111p]234567m789p445m", "wrong_count"),
        ("[111m][222m][333m][444m][555m]66m", "wrong_count"),
        ("11111m234567p789p", "too_many_tiles"),
        ("[111p]1123p567m789m4z", "bad_notation"),
        ("[111p]11223p567m789m", "too_many_tiles"),
        ("[5555p]345p123m777z55z", "too_many_tiles"),
        ("(222m)234567m789p44m", "bad_notation"),
        ("[123m]234567m789p44m", "bad_notation"),
        ("[22m]234567m789p44m", "bad_notation"),
        ("[]234567m789p44m", "bad_notation"),
        ("[111p234567m789p44m", "bad_notation"),
        ("111p]234567m789p44m", "bad_notation"),
        ("[111p)234567m789p44m", "bad_notation"),
        ("[[111p]]234567m789p44m", "bad_notation"),
        ("123m456m789m123m4", "bad_notation"),
        ("1z23456789m123p44p", "bad_notation"),
        ("东南西北", "bad_notation"),
        ("m123456789m123p55p", "bad_notation"),
        ("123m 456m 789m 123p 55p", "bad_notation"),
        ("٣٣m", "bad_notation"),
    ],
)
def test_refused(text: str, code: str) -> None:
    with pytest.raises(HandError) as caught:
        parse_hand(text)
    assert caught.value.code == code


@given(st.lists(st.integers(0, 29), max_size=14), st.lists(st.sampled_from(list(MeldKind)), max_size=4))
def test_format_and_parse_are_inverse(tiles: list[int], kinds: list[MeldKind]) -> None:
    melds = tuple(
        Meld(kind, 3 * index) for index, kind in enumerate(kinds) if kind is not MeldKind.ADDED_KONG
    )
    held = {meld.tile for meld in melds}
    concealed = counts_of(
        tile for index, tile in enumerate(tiles) if tile not in held and tiles[:index].count(tile) < 4
    )
    size = sum(concealed) + 3 * len(melds)
    assert parse_hand(format_hand(melds, concealed), size) == (melds, concealed)


@given(st.text(alphabet="123456789mpsz[]() ", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        melds, concealed = parse_hand(text)
    except HandError as error:
        answer: str | int = error.code
    else:
        answer = 3 * len(melds) + sum(concealed)
    assert answer in {"bad_notation", "wrong_count", "too_many_tiles", 14}
