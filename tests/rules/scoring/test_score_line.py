"""One line of ``score --jsonl``: its input, and every error."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.scoring.score_line import score_line

GOOD: dict[str, object] = {
    "preset": "classic",
    "options": {},
    "hand": "[111p]234567m789p44m",
    "tile": "9p",
    "by": "discard",
    "after_kong": False,
    "last_tile": False,
}


def _code(line: str | dict[str, object]) -> object:
    error = score_line(line)["error"]
    assert isinstance(error, dict)
    assert error["message"]
    return error["code"]


def test_text_and_object_give_the_same() -> None:
    expected = {"ke": 2, "items": {"base": 1, "voided_suit": 1}, "multiplier": 1, "waits": ["6p", "9p"]}
    assert score_line(json.dumps(GOOD)) == score_line(GOOD) == expected


def test_only_hand_and_tile_are_needed() -> None:
    assert score_line({"hand": GOOD["hand"], "tile": "9p"}) == score_line(GOOD)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"hand": "[111p]234567m789p45m"}, "not_complete"),
        ({"hand": "[111p]2233445566m9p", "tile": "9p"}, "not_complete"),
        ({"hand": "11m22m33m44m55p66p7p8p", "tile": "8p"}, "not_complete"),
        ({"hand": "[111p]234567m789p44s"}, "three_suits"),
        ({"hand": "1122m3344p556677s", "tile": "7s"}, "three_suits"),
        ({"hand": "[111p]2345678m789p44s"}, "wrong_count"),
        ({"hand": "[1111p]11p234567m44m", "tile": "4m"}, "too_many_tiles"),
        ({"hand": "[111x]234567m789p44m"}, "bad_notation"),
        ({"tile": "0m"}, "bad_notation"),
        ({"tile": "99p"}, "bad_notation"),
        ({"tile": "9m"}, "tile_not_in_hand"),
        ({"tile": "1p"}, "tile_not_in_hand"),
        ({"void_suit": "m"}, "void_suit"),
        ({"void_suit": "mp"}, "out_of_range"),
        ({"void_suit": "z"}, "out_of_range"),
        ({"void_suit": ""}, "out_of_range"),
        ({"hand": None}, "missing_field"),
        ({"tile": None}, "missing_field"),
        ({"hand": 5}, "wrong_type"),
        ({"after_kong": 1}, "wrong_type"),
        ({"last_tile": "yes"}, "wrong_type"),
        ({"by": "luck"}, "out_of_range"),
        ({"preset": "x"}, "unknown_preset"),
        ({"preset": 1}, "wrong_type"),
        ({"options": []}, "wrong_type"),
        ({"options": {"x": 1}}, "unknown_option"),
        ({"options": {"cap": 0}}, "out_of_range"),
        ({"options": {"void_suit": 1}}, "wrong_type"),
    ],
)
def test_refused(change: dict[str, object], code: str) -> None:
    assert _code({**GOOD, **change}) == code


@pytest.mark.parametrize("line", ["", "{", "[]", "3", "null", '"x"', "[" * 100_000])
def test_lines_that_are_no_object(line: str) -> None:
    assert _code(line) == "bad_json"


def test_void_suit_that_is_not_held_changes_nothing() -> None:
    assert score_line({**GOOD, "void_suit": "s"}) == score_line(GOOD)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(sorted([*GOOD, "void_suit"])), JSON))
def test_any_object_gets_an_answer(change: dict[str, object]) -> None:
    result = score_line({**GOOD, **change})
    assert ("error" in result) != ("ke" in result)
    json.dumps(result)
