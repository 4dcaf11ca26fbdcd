"""The reasons why a hand does not win."""

import pytest

from app.rules.options.options import PRESETS
from app.rules.scoring.reading.winning import (
    NotWinning,
    check_circumstances,
    check_robbed,
    check_suits,
    fault_of,
)
from app.rules.scoring.scoring import Circumstances, WinBy, score
from app.rules.tiles.hand_text import parse_hand
from app.rules.tiles.tiles import parse_tile
from tests.support.exact import exactly

PLAIN = Circumstances(WinBy.DISCARD)
WON = "[111p](2222m)567m789p44m"


@pytest.mark.parametrize(
    ("hand", "tile", "void_suit", "code"),
    [
        (WON, "9p", None, None),
        (WON, "9p", 2, None),
        ("1122334455667m7m", "7m", None, None),
        (WON, "1p", None, "tile_not_in_hand"),
        ("[111p](2222m)567m789p45m", "9p", None, "not_complete"),
        ("[111p](2222m)567s789p44m", "9p", None, "three_suits"),
        ("[111p](2222m)567s78p444m", "7p", None, "not_complete"),
        (WON, "9p", 1, "void_suit"),
    ],
)
def test_the_first_fault_is_named(hand: str, tile: str, void_suit: int | None, code: str | None) -> None:
    melds, concealed = parse_hand(hand)
    won = score(PRESETS["classic"], melds, concealed, parse_tile(tile), PLAIN, void_suit)
    assert (won is None) == (code is not None)
    if code is not None:
        assert fault_of(melds, concealed, parse_tile(tile)).code == code


def test_melds_and_dragons_count_as_what_they_are() -> None:
    melds, concealed = parse_hand("[111s]123m456p5567z", 13)
    with pytest.raises(
        NotWinning, match=exactly("the hand has three suits; a winning hand has at most two (R21)")
    ):
        check_suits(melds, concealed, None)
    melds, concealed = parse_hand("[777z]123m456p5566z", 13)
    check_suits(melds, concealed, 2)


@pytest.mark.parametrize(
    ("hand", "tile", "possible"),
    [
        (WON, "9p", True),
        (WON, "4m", False),
        ("[777p](2222m)567m789p44m", "7p", False),
    ],
)
def test_only_a_tile_of_which_the_hand_has_no_other_is_robbed(hand: str, tile: str, possible: bool) -> None:
    melds, concealed = parse_hand(hand)
    if possible:
        check_robbed(melds, concealed, parse_tile(tile))
    else:
        with pytest.raises(NotWinning, match="nobody had a kong") as fault:
            check_robbed(melds, concealed, parse_tile(tile))
        assert fault.value.code == "not_robbed"


@pytest.mark.parametrize("hand", [WON, "[111p]234567m789p44m", "[1111p]234567m789p44m", "11223344556677m"])
@pytest.mark.parametrize("by", WinBy)
@pytest.mark.parametrize("after_kong", [False, True])
@pytest.mark.parametrize("last_tile", [False, True])
def test_circumstances_that_exclude_each_other(
    hand: str, by: WinBy, *, after_kong: bool, last_tile: bool
) -> None:
    melds, _ = parse_hand(hand)
    kong = hand.count("1111") + hand.count("2222") > 0
    why = {
        (WinBy.DRAW, True): None if kong else "no_kong",
        (WinBy.ROB_KONG, True): "only_robbed",
        (WinBy.ROB_KONG, False): "only_robbed" if last_tile else None,
    }.get((by, after_kong))
    circumstances = Circumstances(by, after_kong, last_tile)
    if why is None:
        check_circumstances(melds, circumstances)
    else:
        with pytest.raises(NotWinning) as fault:
            check_circumstances(melds, circumstances)
        assert fault.value.code == why
