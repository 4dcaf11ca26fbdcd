"""Every complete one-suit hand agrees with the stored census; a sample agrees with the naive scorer."""

import json

import pytest

from app.rules.options.options import PRESETS
from tests.golden.census import CASES, HANDS, PATH, cases, census, whole_hands
from tests.witness.agreement import differences

SAMPLE = 97
"""The naive scorer checks one case in so many. The number is prime, so that the sample has all tiles."""


def test_census_counts_every_hand_and_every_winning_tile() -> None:
    assert (len(whole_hands()), len(cases())) == (HANDS, CASES)


@pytest.mark.parametrize("preset", list(PRESETS))
def test_census_is_the_pinned_one(preset: str) -> None:
    assert census(PRESETS[preset]) == json.loads(PATH.read_text(encoding="utf-8"))[preset]


@pytest.mark.parametrize("preset", list(PRESETS))
def test_naive_scorer_agrees_on_a_sample(preset: str) -> None:
    assert differences(PRESETS[preset], cases()[::SAMPLE]) == []
