"""The scorer and a second scorer that shares no code with it agree under any options."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.options.items import ITEMS
from app.rules.options.options import PRESETS, make_options
from app.rules.scoring.scoring import Circumstances, WinBy, score
from tests.support.rules.hands import WON_HANDS, WonCase
from tests.support.rules.overrides import overrides
from tests.support.rules.random_hands import random_cases
from tests.witness.agreement import Case, differences

# Small prices, so that caps and zeros matter.
OVERRIDES: Final = overrides(most=60, size=4)


@given(
    WON_HANDS,
    st.sampled_from(sorted(PRESETS)),
    OVERRIDES,
    st.builds(Circumstances, st.sampled_from(list(WinBy)), st.booleans(), st.booleans()),
    st.none() | st.integers(0, 2),
)
def test_both_scorers_agree(
    case: WonCase,
    preset: str,
    overrides: Mapping[str, object],
    circumstances: Circumstances,
    void_suit: int | None,
) -> None:
    options = make_options(preset, overrides)
    whole = Case(case.melds, case.concealed, case.tile, circumstances, void_suit)
    assert differences(options, [whole]) == []
    if void_suit is None:
        wins = score(options, case.melds, case.concealed, case.tile, circumstances) is not None
        assert wins == case.keeps_suits


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_both_scorers_agree_on_twenty_thousand_random_hands(preset: str) -> None:
    assert differences(PRESETS[preset], random_cases(preset, 5_000)) == []


def test_random_hands_are_of_every_sort() -> None:
    earned: Counter[str] = Counter()
    melds: Counter[int] = Counter()
    for preset in PRESETS:
        for case in random_cases(preset, 5_000):
            result = score(
                PRESETS[preset], case.melds, case.concealed, case.tile, case.circumstances, case.void_suit
            )
            earned.update({item.id for item in result.items} if result else {"no win"})
            melds[len(case.melds)] += 1
    assert earned.keys() == {"no win", *(item.id for item in ITEMS)}
    assert earned["seven_pairs"] > 1_000
    assert min(melds[number] for number in range(5)) > 500
