"""Near misses: a hand for each reason, and a brute-force check of ``rest_does_not_stand``."""

from collections import Counter
from collections.abc import Mapping
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.options.items import ITEMS
from app.rules.options.options import PRESETS, make_options
from app.rules.scoring.near_misses import NearMissReason, near_misses
from app.rules.scoring.scoring import Circumstances, WinBy, score
from app.rules.tiles.hand_text import parse_hand
from app.rules.tiles.tiles import parse_tile, parse_tiles, tiles_of
from tests.support.rules.hands import WON_HANDS, WonCase
from tests.witness.naive_hands import KINDS, Kind, readings, seven_pairs, without

PLAIN = Circumstances(WinBy.DISCARD)
Overrides = Mapping[str, object]

NONE: Overrides = {}
PUNGED: Overrides = {"dragon_pung": "melded"}
CHEAP_PAIRS: Overrides = {"values": {"seven_pairs": 1}}
DEAR_BANZI: Overrides = {"banzi": {"3": 90}}
FAIR_BANZI: Overrides = {"banzi": {"3": 9}}

# Preset, options, hand, winning tile; then item, reason and tiles of the near miss.
EXAMPLES = [
    ("classic", NONE, "11122334567789m", "9m", "banzi", "rest_does_not_stand", "112233m"),
    ("classic", NONE, "11222333778899m", "9m", "banzi", "rest_does_not_stand", "112233m"),
    ("classic", NONE, "11223377788899m", "1m", "banzi", "rest_does_not_stand", "778899m"),
    ("classic", NONE, "12233445566788m", "8m", "long_banzi", "rest_does_not_stand", "2233445566m"),
    ("listed", NONE, "12233445566788m", "8m", "big_banzi", "rest_does_not_stand", "2233445566m"),
    ("classic", NONE, "11234556677789m", "9m", "pure_straight", "rest_does_not_stand", "123456789m"),
    ("listed", NONE, "22244455567999m", "5m", "feiji", "rest_does_not_stand", "444555m"),
    ("listed", NONE, "44455566678m999p", "9p", "big_feiji", "rest_does_not_stand", "444555666m"),
    ("classic", NONE, "[111m]12345678922m", "9m", "feiji", "rest_does_not_stand", "111222m"),
    ("classic", NONE, "111222333m45699p", "9p", "banzi", "other_reading", "112233m"),
    ("classic", DEAR_BANZI, "111222333m444p55p", "5p", "big_feiji", "other_reading", "111222333m"),
    ("classic", DEAR_BANZI, "111222333m444p55p", "5p", "all_pungs", "other_reading", "111222333m44455p"),
    ("classic", DEAR_BANZI, "[333m]444555666m99p", "9p", "huge_feiji", "other_reading", "333444555666m"),
    ("classic", CHEAP_PAIRS, "445566m22334488p", "5m", "seven_pairs", "other_reading", "445566m22334488p"),
    ("listed", NONE, "112233456789m55z", "9m", "banzi", "used_elsewhere", "112233m"),
    (
        "listed",
        {"banzi": {"3": 9}},
        "112233456789m55z",
        "9m",
        "pure_straight",
        "used_elsewhere",
        "123456789m",
    ),
    ("listed", NONE, "11112222333344m", "4m", "big_feiji", "used_elsewhere", "111122223333m"),
    ("classic", NONE, "[222m]11345678999m", "1m", "pure_straight", "melded_tiles", "123456789m"),
    ("classic", NONE, "11112222m335577p", "2m", "big_feiji", "not_in_seven_pairs", "11112222m"),
    ("classic", NONE, "11m223388p556677z", "8p", "little_sanyuan", "not_in_seven_pairs", "556677z"),
    ("classic", NONE, "[111m]234567m789p55z", "9p", "concealed_hand", "open_meld", "111m"),
    ("classic", NONE, "[1111m](2222p)567m789p55z", "9p", "concealed_hand", "open_meld", "1111m"),
    ("classic", NONE, "[1111m][2222p]567m789p55z", "9p", "concealed_hand", "open_meld", "1111m2222p"),
    ("folk", NONE, "[999m]12345678955m", "5m", "concealed_bonus", "open_meld", "999m"),
    ("folk", NONE, "[999p]12345678955m", "5m", "concealed_bonus", "open_meld", "999p"),
    ("folk", NONE, "[9999p]111333666m55p", "5p", "concealed_bonus", "open_meld", "9999p"),
    ("classic", NONE, "12233445566788m", "8m", "one_wait", "several_waits", "258m"),
    ("classic", NONE, "[111p]44456m234789p", "5m", "one_wait", "several_waits", "56m"),
    ("classic", NONE, "[111p]44456m234789p", "5m", "middle_five", "several_waits", "56m"),
    ("listed", NONE, "22244455567999m", "5m", "middle_five", "several_waits", "3568m"),
    ("classic", NONE, "[111p]123m55p789m456m", "5p", "middle_five", "not_in_the_middle", "5p"),
    ("classic", NONE, "[111p][222p][333p]444m55z", "5z", "golden_hook", "group_in_hand", "444m"),
    ("classic", NONE, "[666z]555z123m456m88m", "8m", "little_sanyuan", "third_dragon_missing", "555666z"),
    ("mobile", NONE, "[666z]555z123m456m88m", "8m", "dragon_feiji", "third_dragon_missing", "555666z"),
    ("classic", PUNGED, "[666z]555z123m456m88m", "8m", "dragon_pung", "not_melded", "555z"),
    ("classic", NONE, "[666z]555z77z123m456m", "6m", "big_sanyuan", "only_a_pair", "77z"),
    ("classic", NONE, "1133m557777p99m22p", "9m", "loong_seven_pairs", "not_the_winning_tile", "7777p"),
    ("classic", NONE, "[1111m](2222m)[3333m](4444m)88m", "8m", "melded_kong", "discounted", "1111m"),
    ("classic", NONE, "[1111m](2222m)[3333m](4444m)88m", "8m", "concealed_kong", "discounted", "2222m"),
    ("classic", NONE, "[1111m](2222p)[4444p]678p55z", "5z", "luohan", "one_kong_short", "678p"),
]
# The same, with an item that the hand earns, or that is not a near miss.
NO_ARGUMENT = [
    ("classic", NONE, "112233456789m55z", "9m", {"banzi", "pure_straight"}),
    ("listed", NONE, "11223344556677m", "4m", {"banzi", "big_banzi", "long_banzi", "seven_pairs"}),
    ("listed", {"banzi": {}, "feiji": {}}, "44455566678m999p", "9p", {"feiji", "big_feiji", "banzi"}),
    ("listed", NONE, "11m223388p556677z", "8p", {"little_sanyuan", "big_sanyuan"}),
    ("listed", NONE, "11112222m335577p", "2m", {"big_feiji", "loong_seven_pairs"}),
    ("classic", NONE, "[111p]345678m789p44p", "5m", {"middle_five", "one_wait"}),
    ("classic", {"kong_feiji": {}}, "11112222m335577p", "2m", {"big_feiji", "feiji"}),
    ("classic", NONE, "999m111234567p44m", "4m", {"feiji"}),
    ("classic", NONE, "8899m1155p556677z", "5p", {"banzi"}),
    ("classic", NONE, "9999m1111335577p", "3p", {"feiji", "big_feiji"}),
    ("classic", NONE, "555566667777z11m", "7z", {"little_sanyuan", "big_sanyuan"}),
    ("classic", NONE, "[111m][222p]567m789p55z", "9p", {"concealed_hand"}),
    ("classic", NONE, "[999m]12345678955m", "5m", {"concealed_bonus", "middle_five", "one_wait"}),
    ("classic", NONE, "[111p][222p][333p]456m55z", "5z", {"golden_hook", "all_pungs"}),
    ("classic", NONE, "[111p][222p][333p][444m]55z", "5z", {"golden_hook"}),
    ("classic", NONE, "[111p]234567m789p44m", "9p", {"one_wait", "pure_straight", "banzi", "feiji"}),
    ("mobile", NONE, "[1111m](2222m)[3333m](4444m)88m", "8m", {"melded_kong", "concealed_kong", "luohan"}),
    ("listed", NONE, "[1111m](2222p)[4444p]678p55z", "5z", {"luohan"}),
    ("classic", {"values": {"concealed_hand": 0}}, "[111m]234567m789p55z", "9p", {"concealed_hand"}),
    ("classic", NONE, "[666z]555z123m456m88m", "8m", {"dragon_pung", "dragon_feiji", "big_sanyuan"}),
    ("mobile", NONE, "(1111m)(2222m)[333m]456p88p", "8p", {"big_feiji", "feiji"}),
    ("mobile", NONE, "[666z]123m456m789m88p", "8p", {"little_sanyuan", "dragon_feiji"}),
]

TURNS = [str.maketrans("mps", letters) for letters in ("mps", "psm", "smp")]
"""The same holds in each suit."""


@pytest.mark.parametrize(("preset", "overrides", "hand", "tile", "item", "reason", "tiles"), EXAMPLES)
def test_reasons(
    preset: str, overrides: Overrides, hand: str, tile: str, item: str, reason: str, tiles: str
) -> None:
    options = make_options(preset, overrides)
    for turn in TURNS:
        found = near_misses(
            options, *parse_hand(hand.translate(turn)), parse_tile(tile.translate(turn)), PLAIN
        )
        wanted = (item, reason, tuple(sorted(parse_tiles(tiles.translate(turn)))))
        assert wanted in [(miss.item, miss.reason, tuple(sorted(miss.tiles))) for miss in found]


def test_every_reason_has_an_example() -> None:
    assert {example[5] for example in EXAMPLES} == set(get_args(NearMissReason))


@pytest.mark.parametrize(("preset", "overrides", "hand", "tile", "items"), NO_ARGUMENT)
def test_what_is_earned_or_far_off_is_no_near_miss(
    preset: str, overrides: Overrides, hand: str, tile: str, items: set[str]
) -> None:
    options = make_options(preset, overrides)
    for turn in TURNS:
        found = near_misses(
            options, *parse_hand(hand.translate(turn)), parse_tile(tile.translate(turn)), PLAIN
        )
        assert not items & {miss.item for miss in found}


def test_near_misses_come_in_table_order() -> None:
    hand = parse_hand("[9999p](1111m)(2222m)444m88p")
    found = near_misses(make_options("folk", {}), *hand, parse_tile("8p"), PLAIN)
    items = ["concealed_hand", "golden_hook", "concealed_bonus", "luohan"]
    assert [miss.item for miss in found] == items


def test_a_hand_that_does_not_win_misses_nothing() -> None:
    hand = parse_hand("[111p]234567m789p44m")
    assert near_misses(PRESETS["classic"], *hand, parse_tile("9m"), PLAIN) == ()
    assert near_misses(PRESETS["classic"], *hand, parse_tile("9p"), PLAIN, 0) == ()


@given(WON_HANDS, st.sampled_from(sorted(PRESETS)))
def test_near_misses_are_of_tiles_he_holds_and_not_of_what_he_was_paid(case: WonCase, preset: str) -> None:
    options = PRESETS[preset]
    result = score(options, case.melds, case.concealed, case.tile, PLAIN)
    found = near_misses(options, case.melds, case.concealed, case.tile, PLAIN)
    if result is None:
        assert found == ()
        return
    held = Counter(tiles_of(case.concealed)) + Counter(
        tile for group in result.groups if group.melded for tile in group.tiles
    )
    order = [item.id for item in ITEMS]
    assert [miss.item for miss in found] == sorted((miss.item for miss in found), key=order.index)
    assert len(set(found)) == len(found)
    paid = {(item.id, item.tiles) for item in result.items}
    for miss in found:
        if miss.reason != "several_waits":
            assert Counter(miss.tiles) <= held
        assert miss.reason == "discounted" or (miss.item, miss.tiles) not in paid


@given(WON_HANDS, st.sampled_from(sorted(PRESETS)))
def test_the_rest_stands_or_not_as_when_the_tiles_are_taken_out(case: WonCase, preset: str) -> None:
    options = PRESETS[preset]
    for miss in near_misses(options, case.melds, case.concealed, case.tile, PLAIN):
        if miss.reason not in {"rest_does_not_stand", "other_reading", "used_elsewhere"}:
            continue
        kinds = tuple(sorted({KINDS[tile] for tile in miss.tiles}))
        stands = True
        if miss.item == "pure_straight":
            stands = _stands(case, kinds, 3)
        elif miss.item in {"banzi", "big_banzi", "long_banzi"}:
            rows = _rows(kinds, [length for length, ke in options.banzi if ke])
            stands = seven_pairs(_hand(case)) or any(_block_stands(case, row) for row in rows)
        elif miss.item in {"feiji", "big_feiji", "huge_feiji"} and not seven_pairs(_hand(case)):
            melded = {KINDS[meld.tile] for meld in case.melds}
            for row in _rows(kinds, [length for length, ke in options.feiji if ke]):
                concealed = tuple(kind for kind in row if kind not in melded)
                stands = _stands(case, concealed * 3, len(concealed))
                if stands:
                    break
        assert stands == (miss.reason != "rest_does_not_stand"), miss


def _hand(case: WonCase) -> tuple[Kind, ...]:
    return tuple(KINDS[tile] for tile in tiles_of(case.concealed))


def _stands(case: WonCase, taken: tuple[Kind, ...], groups: int, pair: bool = True) -> bool:
    """True if the hand without tiles that make some groups is groups and, if still needed, a pair."""
    rest = without(_hand(case), taken)
    return rest is not None and bool(readings(rest, 4 - len(case.melds) - groups, pair))


def _block_stands(case: WonCase, row: tuple[Kind, ...]) -> bool:
    """Two tiles each of 3 or 6 kinds are double runs; of 4 or 7 kinds also the pair; of 5 kinds nothing."""
    runs, over = divmod(len(row), 3)
    return over < 2 and _stands(case, row * 2, 2 * runs, over == 0)


def _rows(kinds: tuple[Kind, ...], lengths: list[int]) -> list[tuple[Kind, ...]]:
    """The rows of consecutive kinds with at least the longest of the lengths that fits."""
    longest = max(length for length in lengths if length <= len(kinds))
    sizes = range(longest, len(kinds) + 1)
    return [kinds[low : low + size] for size in sizes for low in range(len(kinds) - size + 1)]
