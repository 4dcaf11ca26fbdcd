"""The worked examples of the rules (section 8). Each result must be exact."""

import pytest

from app.rules.scoring.score_line import score_line

PLAIN: dict[str, object] = {"by": "discard"}
LAST_REPLACEMENT: dict[str, object] = {"by": "draw", "after_kong": True, "last_tile": True}
KONG_SHOT: dict[str, object] = {"by": "discard", "after_kong": True}

EXAMPLES: list[tuple[str, str, str, dict[str, object], int]] = [
    ("classic", "[111p]234567m789p44m", "9p", PLAIN, 2),
    ("classic", "[111p][888m]444p222m55m", "2m", PLAIN, 7),
    ("classic", "[111p][888m][333p][666m]55p", "5p", PLAIN, 13),
    ("listed", "[111p][888m][333p][666m]55p", "5p", PLAIN, 14),
    ("classic", "[333p]123456789m11p", "9m", PLAIN, 7),
    ("classic", "1133m5577p99m22p88m", "8m", PLAIN, 9),
    ("mobile", "1133m5577p99m22p88m", "8m", PLAIN, 14),
    ("classic", "1133m557777p99m22p", "7p", PLAIN, 15),
    ("mobile", "1133m557777p99m22p", "7p", PLAIN, 20),
    ("folk", "111333m555777p99p", "9p", PLAIN, 13),
    ("folk", "123456789m234p55p", "9m", PLAIN, 13),
    ("folk", "123345567789m55z", "9m", PLAIN, 14),
    ("folk", "12334556778944m", "3m", PLAIN, 19),
    ("classic", "11234556677789m", "9m", PLAIN, 15),
    ("classic", "11122334567789m", "9m", PLAIN, 14),
    ("classic", "12233445566788m", "8m", PLAIN, 14),
    ("listed", "22244455567999m", "5m", PLAIN, 14),
    ("listed", "44455566678m999p", "9p", PLAIN, 4),
    ("classic", "112233456789m55z", "9m", PLAIN, 15),
    ("listed", "112233456789m55z", "9m", PLAIN, 14),
    ("classic", "11223344556677m", "7m", PLAIN, 47),
    ("listed", "11223344556677m", "4m", PLAIN, 25),
    ("classic", "11112222333344m", "4m", PLAIN, 30),
    ("listed", "11112222333344m", "4m", PLAIN, 28),
    ("classic", "[6666p](7777p)123m789m55m", "5m", PLAIN, 13),
    ("classic", "[6666p][7777p][8888p][999p]55m", "5m", PLAIN, 30),
    ("listed", "[6666p][7777p][8888p][999p]55m", "5m", PLAIN, 23),
    ("classic", "1133m5555666677z", "3m", PLAIN, 22),
    ("listed", "(2222m)345m456p789p55z", "5m", PLAIN, 7),
    ("listed", "(5555z)(6666z)(7777z)(2222m)55m", "5m", LAST_REPLACEMENT, 96),
    ("classic", "(5555z)(6666z)(7777z)(2222m)88m", "8m", LAST_REPLACEMENT, 188),
    ("folk", "(5555z)(6666z)(7777z)(2222m)88m", "8m", LAST_REPLACEMENT, 248),
    ("mobile", "(5555z)(6666z)(7777z)(2222m)88m", "8m", LAST_REPLACEMENT, 256),
    ("classic", "(1111m)(2222m)(3333m)(4444m)88m", "8m", LAST_REPLACEMENT, 122),
    ("classic", "555566667777z11m", "7z", KONG_SHOT, 66),
]


@pytest.mark.parametrize(("preset", "hand", "tile", "how", "ke"), EXAMPLES)
def test_worked_example(preset: str, hand: str, tile: str, how: dict[str, object], ke: int) -> None:
    assert score_line({"preset": preset, "hand": hand, "tile": tile, **how})["ke"] == ke


def test_plain_hand_lists_its_items_and_waits() -> None:
    assert score_line({"preset": "classic", "hand": "[111p]234567m789p44m", "tile": "9p"}) == {
        "ke": 2,
        "items": {"base": 1, "voided_suit": 1},
        "multiplier": 1,
        "waits": ["6p", "9p"],
    }


def test_dragon_seven_pairs_after_a_kong_item_for_item() -> None:
    result = score_line({"hand": "555566667777z11m", "tile": "7z", **KONG_SHOT})
    assert result["multiplier"] == 2
    assert result["items"] == {
        "base": 1,
        "voided_suit": 2,
        "concealed_hand": 1,
        "one_wait": 1,
        "half_flush": 5,
        "loong_seven_pairs": 10,
        "tile_hog": 3,
        "big_sanyuan": 5,
        "kong_shot": 5,
    }


def test_four_kongs_in_a_row_take_their_discount() -> None:
    result = score_line({"hand": "(1111m)(2222m)(3333m)(4444m)88m", "tile": "8m", **LAST_REPLACEMENT})
    assert result["items"] == {
        "base": 1,
        "voided_suit": 2,
        "self_drawn": 1,
        "concealed_hand": 1,
        "one_wait": 1,
        "concealed_kong": 4,
        "all_pungs": 5,
        "golden_hook": 5,
        "full_flush": 10,
        "super_feiji": 21,
        "kong_bloom": 5,
        "last_tile_draw": 5,
    }
