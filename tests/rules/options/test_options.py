"""Options: presets, strict JSON reading, and differences from a preset."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.options.options import (
    OPTION_SPECS,
    PRESETS,
    ConcealedBonus,
    OptionError,
    Options,
    OptionSpec,
    PatternOverlap,
    make_options,
    options_diff,
    options_to_json,
)
from tests.support.exact import exactly
from tests.support.rules.overrides import overrides
from tests.support.rules.walks import option_values

OVERRIDES = overrides()
APP = Path("app")


def test_specs_describe_every_field_in_order() -> None:
    assert [spec.name for spec in OPTION_SPECS] == [field.name for field in fields(Options) if field.init]
    assert all(spec.rules for spec in OPTION_SPECS)


@pytest.mark.parametrize("spec", OPTION_SPECS, ids=[spec.name for spec in OPTION_SPECS])
def test_every_value_is_read_and_written_again(spec: OptionSpec) -> None:
    written = [
        options_to_json(make_options("classic", {spec.name: value})).get(spec.name)
        for value in option_values(spec)
    ]
    assert len({repr(value) for value in written}) == len(written), "make_options and options_to_json"
    assert list(options_to_json(PRESETS["classic"])) == [each.name for each in OPTION_SPECS]


@pytest.mark.parametrize("name", [spec.name for spec in OPTION_SPECS])
def test_the_program_asks_for_every_option(name: str) -> None:
    sources = (file for file in APP.rglob("*.py") if file.parent != APP / "rules/options")
    assert any(re.search(rf"\.{name}\b", file.read_text("utf-8")) for file in sources), "no rule reads it"


def test_an_option_names_the_rules_that_the_rules_page_tells_it_with() -> None:
    page = Path("docs/rules.md").read_text(encoding="utf-8")
    told: dict[str, set[str]] = {}
    for part in re.split(r"\n(?=- |\|)", page):
        if rule := re.match(r"(?:- \*\*|\| )(R\d+)", part):
            for name in re.findall(r"`(\w+)`", part):
                told.setdefault(name, set()).add(rule[1])
    found = {spec.name: spec.rules for spec in OPTION_SPECS if spec.name in told}
    assert len(found) > 15
    assert all(set(rules) <= told[name] for name, rules in found.items())


@pytest.mark.parametrize("preset", ["classic", "listed", "mobile", "folk"])
def test_preset_is_itself(preset: str) -> None:
    assert make_options(preset, {}) == PRESETS[preset]
    assert options_diff(preset, PRESETS[preset]) == {}
    again = make_options("classic", options_to_json(PRESETS[preset]))
    assert again == PRESETS[preset]
    assert {PRESETS[preset]: "found"}.get(again) == "found"


def test_classic_is_what_the_rules_say() -> None:
    values = dict(PRESETS["classic"].values)
    assert options_to_json(PRESETS["classic"]) == {
        "players": 4,
        "hands": 8,
        "seating": "dice",
        "exchange_three": "off",
        "void_suit": False,
        "blood_battle": True,
        "robbed_kong": "stands",
        "forced_win": 0,
        "passed_win": "higher_only",
        "banzi": {"3": 1, "4": 7, "5": 14, "6": 21, "7": 28},
        "feiji": {"2": 1, "3": 7, "4": 14},
        "kong_feiji": {"2": 7, "3": 14, "4": 21},
        "kong_feiji_discount": "four",
        "feiji_in_seven_pairs": False,
        "dragon_feiji": 0,
        "middle_five": "closed",
        "dragon_pung": "any",
        "concealed_bonus": [],
        "little_sanyuan_in_seven_pairs": False,
        "pattern_overlap": "shared",
        "luohan": "x2",
        "cap": None,
        "base_points": 1,
        "values": values,
    }
    of_five = [
        *("pure_straight", "all_pungs", "golden_hook", "half_flush", "seven_pairs", "concealed_bonus"),
        *("little_sanyuan", "big_sanyuan", "kong_bloom", "kong_shot", "robbed_kong"),
        *("last_tile_draw", "last_tile_shot"),
    ]
    of_ten = ["full_flush", "loong_seven_pairs"]
    of_one = [
        *("base", "voided_suit", "self_drawn", "concealed_hand", "one_wait", "middle_five", "dragon_pung"),
        *("melded_kong", "tile_hog", "dragon_kong_extra"),
    ]
    named = {**dict.fromkeys(of_one, 1), **dict.fromkeys(of_five, 5), **dict.fromkeys(of_ten, 10)}
    assert values == {**named, "concealed_kong": 2}


def test_presets_differ_where_the_texts_do() -> None:
    assert options_diff("classic", PRESETS["listed"]) == {
        "forced_win": 4,
        "banzi": {"3": 1, "4": 5},
        "feiji": {"2": 1, "3": 5},
        "kong_feiji": {"2": 5},
        "kong_feiji_discount": "none",
        "feiji_in_seven_pairs": True,
        "middle_five": "any",
        "little_sanyuan_in_seven_pairs": True,
        "pattern_overlap": "exclusive",
        "luohan": "none",
    }
    assert options_diff("classic", PRESETS["mobile"]) == {
        "kong_feiji_discount": "none",
        "dragon_feiji": 7,
        "concealed_bonus": ["suit", "straight", "pungs", "pairs"],
        "little_sanyuan_in_seven_pairs": True,
        "pattern_overlap": "exclusive",
    }
    assert options_diff("classic", PRESETS["folk"]) == {
        "concealed_bonus": ["suit", "straight", "pungs"],
        "luohan": "+5x2",
    }


@given(st.sampled_from(sorted(PRESETS)), st.sampled_from(sorted(PRESETS)), OVERRIDES)
def test_diff_gives_the_options_back(preset: str, other: str, overrides: dict[str, object]) -> None:
    options = make_options(other, overrides)
    assert make_options(preset, options_diff(preset, options)) == options
    assert hash(make_options(other, options_to_json(options))) == hash(options)


def test_maps_replace_but_values_change_single_items() -> None:
    options = make_options("classic", {"banzi": {"4": 9}, "values": {"tile_hog": 0}})
    assert options.banzi == ((4, 9),)
    assert dict(options.values)["tile_hog"] == 0
    assert dict(options.values)["full_flush"] == 10
    assert options_diff("classic", options) == {"banzi": {"4": 9}, "values": {"tile_hog": 0}}


def test_sets_are_canonical() -> None:
    options = make_options("classic", {"concealed_bonus": ["pairs", "suit", "pairs"]})
    assert options.concealed_bonus == (ConcealedBonus.SUIT, ConcealedBonus.PAIRS)
    assert (
        make_options("classic", {"pattern_overlap": "exclusive"}).pattern_overlap is PatternOverlap.EXCLUSIVE
    )


REFUSED: list[tuple[dict[str, object], str, str]] = [
    ({"colour": 1}, "colour", "unknown_option"),
    ({"players": True}, "players", "wrong_type"),
    ({"players": 4.0}, "players", "wrong_type"),
    ({"players": "4"}, "players", "wrong_type"),
    ({"players": 5}, "players", "out_of_range"),
    ({"hands": 2}, "hands", "out_of_range"),
    ({"hands": None}, "hands", "wrong_type"),
    ({"seating": "sit"}, "seating", "out_of_range"),
    ({"seating": 1}, "seating", "wrong_type"),
    ({"void_suit": 1}, "void_suit", "wrong_type"),
    ({"blood_battle": "on"}, "blood_battle", "wrong_type"),
    ({"forced_win": 17}, "forced_win", "out_of_range"),
    ({"forced_win": -1}, "forced_win", "out_of_range"),
    ({"banzi": [1, 7]}, "banzi", "wrong_type"),
    ({"banzi": {"8": 1}}, "banzi", "out_of_range"),
    ({"banzi": {"3": 101}}, "banzi", "out_of_range"),
    ({"banzi": {"3": True}}, "banzi", "wrong_type"),
    ({"feiji": {"1": 1}}, "feiji", "out_of_range"),
    ({"kong_feiji": {"2": "7"}}, "kong_feiji", "wrong_type"),
    ({"dragon_feiji": 101}, "dragon_feiji", "out_of_range"),
    ({"concealed_bonus": "suit"}, "concealed_bonus", "wrong_type"),
    ({"concealed_bonus": [1]}, "concealed_bonus", "wrong_type"),
    ({"concealed_bonus": ["luck"]}, "concealed_bonus", "out_of_range"),
    ({"cap": 0}, "cap", "out_of_range"),
    ({"cap": False}, "cap", "wrong_type"),
    ({"base_points": 0}, "base_points", "out_of_range"),
    ({"base_points": 11}, "base_points", "out_of_range"),
    ({"values": {"banzi": 3}}, "values", "out_of_range"),
    ({"values": {"base": -1}}, "values", "out_of_range"),
    ({"values": 3}, "values", "wrong_type"),
]


@pytest.mark.parametrize(("overrides", "field", "code"), REFUSED)
def test_refused_with_the_name_of_the_field(overrides: dict[str, object], field: str, code: str) -> None:
    with pytest.raises(OptionError) as caught:
        make_options("classic", overrides)
    assert (caught.value.field, caught.value.code) == (field, code)
    assert field in str(caught.value)


def test_unknown_preset() -> None:
    message = f"unknown preset 'bloody': use one of {', '.join(PRESETS)}"
    for call in (lambda: make_options("bloody", {}), lambda: options_diff("bloody", PRESETS["folk"])):
        with pytest.raises(OptionError, match=exactly(message)) as caught:
            call()
        assert (caught.value.field, caught.value.code) == ("preset", "unknown_preset")
