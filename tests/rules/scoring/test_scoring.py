"""Receipts: the chosen reading, the tiles of each item, and hands that do not win."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.options.items import ITEMS
from app.rules.options.options import PRESETS, make_options
from app.rules.scoring.scoring import Circumstances, GroupKind, Score, WinBy, score
from app.rules.tiles.hand_text import parse_hand
from app.rules.tiles.tiles import format_tiles, parse_tile
from tests.support.rules.hands import WON_HANDS, WonCase

PLAIN = Circumstances(WinBy.DISCARD)
SIZES = {
    **{item: {1} for item in ("self_drawn", "one_wait", "kong_bloom", "kong_shot", "robbed_kong")},
    **{item: {1} for item in ("last_tile_draw", "last_tile_shot")},
    "middle_five": {1, 3},
    "dragon_pung": {3},
    **{item: {4} for item in ("concealed_kong", "melded_kong", "tile_hog", "loong_seven_pairs")},
    "pure_straight": {9},
    "little_sanyuan": {6, 8, 9, 10},
    "big_sanyuan": {9, 10, 11, 12},
    "banzi": {6},
    "big_banzi": {8},
    "long_banzi": {10, 12, 14},
    "feiji": {6, 7},
    "big_feiji": {8, 9, 10, 11},
    "huge_feiji": {12, 13, 14, 15},
    "super_feiji": {16},
    "dragon_feiji": {8, 9, 10, 11, 12},
    "luohan": {16},
}
"""Number of tiles in a line of the receipt. The whole hand earns the other items."""


def _score(hand: str, tile: str, preset: str = "classic", **overrides: object) -> Score:
    result = score(make_options(preset, overrides), *parse_hand(hand), parse_tile(tile), PLAIN)
    assert result is not None
    return result


def _tiles(result: Score, item: str) -> list[str]:
    return [format_tiles(line.tiles) for line in result.items if line.id == item]


def test_items_name_their_tiles() -> None:
    result = _score("112233456789m55z", "9m")
    assert _tiles(result, "pure_straight") == ["123456789m"]
    assert _tiles(result, "banzi") == ["112233m"]
    result = _score("(5555z)[666z][7777m]66655m", "5m")
    assert _tiles(result, "concealed_kong") == ["5555z"]
    assert _tiles(result, "melded_kong") == ["7777m"]
    assert _tiles(result, "dragon_pung") == ["666z"]


def test_repeated_items_appear_once_each() -> None:
    result = _score("[666z][777z]222444m11p", "1p")
    assert _tiles(result, "dragon_pung") == ["666z", "777z"]
    assert result.totals()["dragon_pung"] == 2


def test_one_wait_and_middle_five_name_the_tile() -> None:
    assert _tiles(_score("[111p]234m456m789p55z", "5m"), "middle_five") == ["456m"]
    any_five = _score("[111p]234m555m789p55z", "5m", middle_five="any")
    assert "middle_five" not in any_five.totals()


def test_groups_of_the_chosen_reading() -> None:
    result = _score("[111p](2222m)345m456p5z5z", "5m")
    kinds = [(group.kind, format_tiles(group.tiles), group.melded) for group in result.groups]
    assert kinds == [
        (GroupKind.TRIPLET, "111p", True),
        (GroupKind.KONG, "2222m", True),
        (GroupKind.RUN, "345m", False),
        (GroupKind.RUN, "456p", False),
        (GroupKind.PAIR, "55z", False),
    ]


def test_seven_pairs_win_over_the_runs_that_are_also_there() -> None:
    result = _score("11223344556677m", "4m")
    assert [group.kind for group in result.groups] == [GroupKind.PAIR] * 7
    assert _tiles(result, "long_banzi") == ["11223344556677m"]


@pytest.mark.parametrize(
    ("hand", "tile", "void_suit"),
    [
        ("[111p]234567m789p45m", "9p", None),
        ("[111p]234567m789p44s", "9p", None),
        ("[111p]234567m789p44m", "9m", None),
        ("[111p]234567m789p44m", "9p", 1),
        ("[111p]234567m789p44m", "9p", 0),
        ("2233445566m11p55z", "6m", 1),
    ],
)
def test_what_does_not_win(hand: str, tile: str, void_suit: int | None) -> None:
    assert score(PRESETS["classic"], *parse_hand(hand), parse_tile(tile), PLAIN, void_suit) is None


def test_hands_of_a_wrong_size_do_not_win() -> None:
    for text, size in (("[111p]234567m44m", 11), ("[111p][222p]234567m789p44m", 17)):
        assert score(PRESETS["classic"], *parse_hand(text, size), parse_tile("4m"), PLAIN) is None


def test_a_void_suit_that_is_absent_still_counts_as_absent() -> None:
    melds, concealed = parse_hand("[111p]234567m789p44m")
    result = score(PRESETS["classic"], melds, concealed, parse_tile("9p"), PLAIN, 2)
    assert result == _score("[111p]234567m789p44m", "9p")


CIRCUMSTANCES = [
    (Circumstances(WinBy.DRAW), {"self_drawn": 1}),
    (Circumstances(WinBy.DRAW, after_kong=True), {"self_drawn": 1, "kong_bloom": 5}),
    (Circumstances(WinBy.DRAW, last_tile=True), {"self_drawn": 1, "last_tile_draw": 5}),
    (Circumstances(WinBy.DISCARD, after_kong=True), {"kong_shot": 5}),
    (Circumstances(WinBy.DISCARD, last_tile=True), {"last_tile_shot": 5}),
    (Circumstances(WinBy.ROB_KONG), {"robbed_kong": 5}),
    (Circumstances(WinBy.ROB_KONG, after_kong=True, last_tile=True), {"robbed_kong": 5}),
]


@pytest.mark.parametrize(("circumstances", "more"), CIRCUMSTANCES)
def test_circumstances_add_their_items(circumstances: Circumstances, more: dict[str, int]) -> None:
    melds, concealed = parse_hand("[111p]234567m789p44m")
    result = score(PRESETS["classic"], melds, concealed, parse_tile("9p"), circumstances)
    assert result is not None
    assert result.totals() == {"base": 1, "voided_suit": 1, **more}


def test_kong_discount_never_goes_below_nothing() -> None:
    hand = "[1111m][2222m][3333m][4444m]88m"
    free = {"melded_kong": 0}
    discounted = _score(hand, "8m", kong_feiji_discount="all", values=free)
    assert discounted.ke == _score(hand, "8m", kong_feiji_discount="none", values=free).ke
    assert "melded_kong" not in _score(hand, "8m").totals()


def test_a_discount_that_costs_more_than_its_block_is_not_taken() -> None:
    hand = "(1111m)(2222m)456m789m55z"
    plain = _score(hand, "9m", kong_feiji={}, feiji={"2": 1})
    cheap = _score(hand, "9m", kong_feiji={"2": 2}, feiji={"2": 1}, kong_feiji_discount="all")
    assert plain.totals() == cheap.totals()
    dear = _score(hand, "9m", kong_feiji={"2": 9}, feiji={"2": 1}, kong_feiji_discount="all")
    assert dear.totals()["big_feiji"] == 9
    assert dear.totals()["concealed_kong"] == 2


def test_cap_comes_before_base_points_and_after_doubling() -> None:
    hand = "(5555z)(6666z)(7777z)(2222m)88m"
    full = _score(hand, "8m")
    assert full.multiplier == 4
    assert full.ke == 4 * sum(item.ke for item in full.items)
    assert _score(hand, "8m", cap=50, base_points=3).ke == 150


@given(WON_HANDS, st.sampled_from(sorted(PRESETS)))
def test_receipts_add_up(case: WonCase, preset: str) -> None:
    result = score(PRESETS[preset], case.melds, case.concealed, case.tile, PLAIN)
    if result is None:
        assert not case.keeps_suits
        return
    order = [item.id for item in ITEMS]
    held = Counter({tile: count for tile, count in enumerate(case.concealed) if count})
    for meld in case.melds:
        held[meld.tile] += meld.size
    assert Counter(tile for group in result.groups for tile in group.tiles) == held
    assert result.ke == sum(result.totals().values()) * result.multiplier
    assert [item.id for item in result.items] == sorted((item.id for item in result.items), key=order.index)
    assert all(item.ke > 0 and Counter(item.tiles) <= held for item in result.items)
    assert all(len(item.tiles) in SIZES.get(item.id, {0}) for item in result.items)


@given(WON_HANDS, st.integers(2, 10))
def test_base_points_multiply_everything(case: WonCase, points: int) -> None:
    one = score(PRESETS["mobile"], case.melds, case.concealed, case.tile, PLAIN)
    many = replace(PRESETS["mobile"], base_points=points)
    more = score(many, case.melds, case.concealed, case.tile, PLAIN)
    assert (one is None) == (more is None)
    if one is not None and more is not None:
        assert (more.ke, more.items) == (one.ke * points, one.items)
