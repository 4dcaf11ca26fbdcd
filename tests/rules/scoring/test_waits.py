"""Waits, compared with trying all thirty kinds, and the 颗 of each wait."""

from hypothesis import given
from hypothesis import strategies as st

from app.rules.options.options import PRESETS, make_options
from app.rules.scoring.pricing.pricing import pricing_of
from app.rules.scoring.reading.laid import laid_down
from app.rules.scoring.scoring import Circumstances, WinBy, plain_ke, score, whole_hand
from app.rules.scoring.waits import ready_discards, wait_values, waits
from app.rules.tiles.hand_text import format_hand, parse_hand
from app.rules.tiles.melds import Meld, MeldKind
from app.rules.tiles.tiles import Counts, format_tile, format_tiles, parse_tile
from tests.support.rules.hands import WON_HANDS, WonCase

PLAIN = Circumstances(WinBy.DISCARD)


def _waits(text: str, void_suit: int | None = None) -> str:
    return format_tiles(waits(*parse_hand(text, 13), void_suit))


def test_kinds_of_waits() -> None:
    assert _waits("[111p]234567m78p44m") == "69p"
    assert _waits("1112345678999m") == "123456789m"
    assert _waits("1133557799m22p8m") == "8m"
    assert _waits("[111p][222p][333p][444p]5z") == "5z"
    assert _waits("[111p]2234568m44p6m") == ""
    assert _waits("5556667z123m456p") == "7z"
    assert _waits("55566z77z123m456m") == "67z"


def test_a_kind_held_four_times_is_no_wait() -> None:
    assert _waits("(2222m)34m456m789p55z") == "5m"
    assert _waits("[222m]234m456p789p5z") == "5z"
    assert _waits("[222m]2m345m456p789p") == "5m"
    assert _waits("[222m]2m555m456p789p") == ""
    assert _waits("2222m333p456p789p") == ""
    assert _waits("1112222333344m") == "145m"


def test_suits_that_cannot_win_are_not_ready() -> None:
    assert _waits("[111p]234567m78p44s") == ""
    assert _waits("[111s]234567m78p44m") == ""
    assert _waits("[111p]234567m78p44m", void_suit=2) == "69p"
    assert _waits("[111p]234567m78p44m", void_suit=1) == ""
    assert _waits("[111p]234567m3344m", void_suit=1) == ""


def test_a_hand_that_is_not_complete_is_worth_nothing() -> None:
    melds, concealed = parse_hand("[111p]234567m789p45m")
    whole = whole_hand(laid_down(melds), concealed, parse_tile("9p"), None)
    assert plain_ke(pricing_of(PRESETS["classic"]), whole) == 0


def test_values_differ_between_waits() -> None:
    melds, concealed = parse_hand("[333p]12345678m11p", 13)
    values = {format_tile(tile): ke for tile, ke in wait_values(PRESETS["classic"], melds, concealed)}
    assert values == {"3m": 2, "6m": 2, "9m": 7}


def test_values_are_after_cap_and_base_points() -> None:
    options = make_options("classic", {"cap": 5, "base_points": 3})
    values = dict(wait_values(options, *parse_hand("[333p]12345678m11p", 13)))
    assert values == {parse_tile("3m"): 6, parse_tile("6m"): 6, parse_tile("9m"): 15}


def test_a_wait_beside_four_kongs_is_worth_its_win() -> None:
    # 本身 1, 缺门 1, 卡边吊 1, kongs 2 + 1 + 2 + 1, 大对子 5, 金钩钓 5.
    for luohan, ke in (("none", 19), ("+18", 37), ("x2", 38), ("+5x2", 48)):
        options = make_options("classic", {"luohan": luohan})
        assert wait_values(options, *parse_hand("(1111m)[3333p](6666m)[8888p]9m", 13)) == ((8, ke),)


def test_ready_discards_of_a_hand_on_its_turn() -> None:
    found = ready_discards(PRESETS["classic"], *parse_hand("[333p]12345678m11p9p"))
    assert set(found) == {parse_tile("9p")}
    found = ready_discards(PRESETS["classic"], *parse_hand("[333p]123456789m11p"))
    shown = {format_tile(tile): format_tiles(wait for wait, _ in values) for tile, values in found.items()}
    assert shown == {
        "1m": "147m",
        "2m": "2m",
        "3m": "3m",
        "4m": "47m",
        "5m": "5m",
        "6m": "36m",
        "7m": "7m",
        "8m": "8m",
        "9m": "369m",
        "1p": "1p",
    }


def _brute_waits(melds: tuple[Meld, ...], concealed: Counts) -> tuple[int, ...]:
    held = list(concealed)
    for meld in melds:
        held[meld.tile] += meld.size
    found = []
    for tile in range(30):
        more = list(concealed)
        more[tile] += 1
        if held[tile] < 4 and score(PRESETS["classic"], melds, bytes(more), tile, PLAIN) is not None:
            found.append(tile)
    return tuple(found)


@given(WON_HANDS, st.integers(0, 29))
def test_waits_are_the_tiles_that_win(case: WonCase, other: int) -> None:
    melds, concealed = case.melds, list(case.concealed)
    concealed[case.tile] -= 1
    before = bytes(concealed)
    assert waits(melds, before) == _brute_waits(melds, before)
    assert (case.tile in waits(melds, before)) == case.keeps_suits
    # Replace one tile: most such hands are not ready, some have other waits.
    held = next(tile for tile in range(30) if concealed[tile])
    if concealed[other] < 4 and all(meld.tile != other for meld in melds):
        concealed[held] -= 1
        concealed[other] += 1
        assert waits(melds, bytes(concealed)) == _brute_waits(melds, bytes(concealed))


@given(WON_HANDS, st.sampled_from(sorted(PRESETS)))
def test_values_are_scores_of_plain_discard_wins(case: WonCase, preset: str) -> None:
    options = PRESETS[preset]
    for discard, values in ready_discards(options, case.melds, case.concealed).items():
        before = list(case.concealed)
        before[discard] -= 1
        assert values == wait_values(options, case.melds, bytes(before))
        for tile, ke in values:
            whole = list(before)
            whole[tile] += 1
            result = score(options, case.melds, bytes(whole), tile, PLAIN)
            assert result is not None
            assert result.ke == ke


@given(WON_HANDS)
def test_discards_that_are_not_listed_leave_no_wait(case: WonCase) -> None:
    listed = ready_discards(PRESETS["classic"], case.melds, case.concealed)
    for tile in range(30):
        if case.concealed[tile]:
            before = list(case.concealed)
            before[tile] -= 1
            text = format_hand(case.melds, bytes(before))
            assert (tile in listed) == bool(waits(case.melds, bytes(before))), text


def test_a_kong_keeps_its_tile_from_every_wait() -> None:
    kong = Meld(MeldKind.ADDED_KONG, parse_tile("5m"), 1)
    _, concealed = parse_hand("46m123p789p5566p", 10 + 2)
    assert waits((kong,), concealed) == ()
