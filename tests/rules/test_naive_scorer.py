"""The scorer against a second one that shares no code with it, under any options."""

from collections import Counter
from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from app.rules.melds import MeldKind
from app.rules.options import PRESETS, make_options, options_to_json
from app.rules.scoring import Circumstances, WinBy, score
from app.rules.tiles import tiles_of
from tests.naive_hands import KINDS, Win
from tests.naive_scorer import naive_score
from tests.rules.hands import WON_HANDS, WonCase

LENGTHS = {"banzi": "34567", "feiji": "234", "kong_feiji": "234"}
NAMED = ("suit", "straight", "pungs", "pairs")
SCORING_OPTIONS: st.SearchStrategy[Mapping[str, object]] = st.fixed_dictionaries(
    {},
    optional={
        **{
            name: st.dictionaries(st.sampled_from(lengths), st.integers(0, 9))
            for name, lengths in LENGTHS.items()
        },
        "kong_feiji_discount": st.sampled_from(["none", "four", "all"]),
        "feiji_in_seven_pairs": st.booleans(),
        "dragon_feiji": st.integers(0, 9),
        "middle_five": st.sampled_from(["closed", "any"]),
        "dragon_pung": st.sampled_from(["any", "melded"]),
        "concealed_bonus": st.lists(st.sampled_from(NAMED), unique=True),
        "little_sanyuan_in_seven_pairs": st.booleans(),
        "pattern_overlap": st.sampled_from(["shared", "exclusive"]),
        "luohan": st.sampled_from(["none", "x2", "+18", "+5x2"]),
        "cap": st.none() | st.integers(1, 60),
        "base_points": st.integers(1, 10),
        "values": st.dictionaries(
            st.sampled_from([name for name, _ in PRESETS["classic"].values]), st.integers(0, 9), max_size=3
        ),
    },
)


def _win(case: WonCase, circumstances: Circumstances) -> Win:
    def kinds(*wanted: MeldKind) -> tuple[tuple[str, int], ...]:
        return tuple(KINDS[meld.tile] for meld in case.melds if meld.kind in wanted)

    return Win(
        kinds(MeldKind.PUNG),
        kinds(MeldKind.EXPOSED_KONG, MeldKind.ADDED_KONG),
        kinds(MeldKind.CONCEALED_KONG),
        tuple(KINDS[tile] for tile in tiles_of(case.concealed)),
        KINDS[case.tile],
        circumstances.by.value,
        circumstances.after_kong,
        circumstances.last_tile,
    )


@given(
    WON_HANDS,
    st.sampled_from(sorted(PRESETS)),
    SCORING_OPTIONS,
    st.builds(Circumstances, st.sampled_from(list(WinBy)), st.booleans(), st.booleans()),
)
def test_both_scorers_agree(
    case: WonCase, preset: str, overrides: Mapping[str, object], circumstances: Circumstances
) -> None:
    options = make_options(preset, overrides)
    result = score(options, case.melds, case.concealed, case.tile, circumstances)
    expected = naive_score(options_to_json(options), _win(case, circumstances))
    assert (result is None) == (expected is None) == (not case.keeps_suits)
    if result is not None and expected is not None:
        assert (result.ke, result.multiplier) == expected[:2]
        assert Counter(result.totals()) in expected[2]
