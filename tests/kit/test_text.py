"""Text of people: one line, nothing hidden."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kit.text import one_line
from tests.support.nasties import FAMILY, NASTIES, hidden

KISS = "\U0001f469\U0001f3fb\u200d\u2764\ufe0f\u200d\U0001f48b\u200d\U0001f468\U0001f3ff"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
ODD = st.one_of(
    st.characters(),
    st.sampled_from(
        "\u200d\ufe0f\u20e31 \u0301\u0323\u0316\U0001f3f4\U000e0067\U000e007f\U0001f3fd\U0001f1e8"
    ),
    st.sampled_from("\u202e\u2028\u1100\u1161\u11a8\ufffd\ud800" + FAMILY),
)


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("  阿\t勇\n ", "阿 勇"),
        ("今晚，十点！", "今晚，十点！"),
        ("a\u200bb\u200d\u2060c\ufeff", "abc"),
        ("\u202egnoY\u202c", "gnoY"),
        ("x\x1b[31m", "x[31m"),
        ("a\u2028b", "a b"),
        ("e\u0301", "é"),
        ("a" + "\u0323\u0306\u0316\u0317\u0318", "ặ\u0316\u0317"),
        ("\u0301a \u0301b", "a b"),
        (FAMILY, FAMILY),
        (KISS, KISS),
        (ENGLAND, ENGLAND),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("\U0001f600\u200d", "\U0001f600"),
        ("a\ufe0f", "a"),
        ("\ud800x\ue000", "x"),
        ("\u3164\u2800", ""),
    ],
)
def test_one_line(raw: str, clean: str) -> None:
    assert one_line(raw) == clean


@given(st.text(ODD, max_size=12))
def test_cleaning_a_clean_text_changes_nothing(raw: str) -> None:
    assert one_line(one_line(raw)) == one_line(raw)


@pytest.mark.parametrize("what", NASTIES)
def test_nothing_hidden_is_left(what: str) -> None:
    assert hidden(one_line(NASTIES[what])) == set()
