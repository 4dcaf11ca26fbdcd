"""The items of the whole hand: its suits, its waits, how the player won (R31-R36, R42-R48, R55-R58)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, assert_never

from app.rules.scoring.pricing.pricing import Pricing
from app.rules.scoring.pricing.worth import NOTHING, Line, Worth, worth_of
from app.rules.scoring.reading.laid import Laid
from app.rules.scoring.reading.receipts import Circumstances, WinBy
from app.rules.tiles.tiles import COPIES, FIRST_DRAGON, Tile

_DISCARD: Final = WinBy.DISCARD
"""A module constant, because the lookup of an enum member takes most of the time of the check below."""


def circumstance_worth(pricing: Pricing, tile: Tile, circumstances: Circumstances) -> Worth:
    """R33 and R55-R57: the source of the winning tile."""
    if circumstances.by is _DISCARD and not (circumstances.after_kong or circumstances.last_tile):
        return NOTHING
    return worth_of(_circumstances(pricing, tile, circumstances))


def _circumstances(pricing: Pricing, tile: Tile, circumstances: Circumstances) -> Iterator[Line]:
    value = pricing.value
    match circumstances.by:
        case WinBy.DRAW:
            yield "self_drawn", value["self_drawn"], (tile,)
            after_kong, last_tile = "kong_bloom", "last_tile_draw"
        case WinBy.DISCARD:
            after_kong, last_tile = "kong_shot", "last_tile_shot"
        case WinBy.ROB_KONG:
            yield "robbed_kong", value["robbed_kong"], (tile,)
            return
        case _:
            assert_never(circumstances.by)
    if circumstances.after_kong:
        yield after_kong, value[after_kong], (tile,)
    if circumstances.last_tile:
        yield last_tile, value[last_tile], (tile,)


@lru_cache(maxsize=4096)
def frame_worth(
    pricing: Pricing, suits: int, with_dragons: bool, concealed: bool, only_wait: Tile | None
) -> Worth:
    """R31, R32, R34-R36 (`any`), R44, R45 with R48: the items that all readings share.

    ``suits`` are the suits as bits. ``only_wait`` is the winning tile if it was the only wait (R35).
    """
    return worth_of(_frame(pricing, suits.bit_count(), with_dragons, concealed, only_wait))


def _frame(
    pricing: Pricing, suits: int, with_dragons: bool, concealed: bool, only_wait: Tile | None
) -> Iterator[Line]:
    value = pricing.value
    yield "base", value["base"], ()
    yield "voided_suit", value["voided_suit"] * (3 - suits), ()
    if concealed:
        yield "concealed_hand", value["concealed_hand"], ()
    if only_wait is not None:
        yield "one_wait", value["one_wait"], (only_wait,)
        if pricing.five_any and is_suit_five(only_wait):
            yield "middle_five", value["middle_five"], (only_wait,)
    if suits == 1:
        flush = "half_flush" if with_dragons else "full_flush"
        yield flush, value[flush], ()
        if concealed:
            yield "concealed_bonus", pricing.bonus_suit, ()


def is_suit_five(tile: Tile) -> bool:
    """True for the 5 of a suit (R36)."""
    return tile % 9 == 4 and tile < FIRST_DRAGON


@lru_cache(maxsize=256)
def pungs_worth(pricing: Pricing, concealed: bool, all_melded: bool) -> Worth:
    """R42, R43 and R48 of a reading without runs."""
    lines: list[Line] = [("all_pungs", pricing.value["all_pungs"], ())]
    if all_melded:
        lines.append(("golden_hook", pricing.value["golden_hook"], ()))
    if concealed:
        lines.append(("concealed_bonus", pricing.bonus_pungs, ()))
    return worth_of(lines)


@lru_cache(maxsize=1024)
def pairs_worth(pricing: Pricing, loong: Tile | None) -> Worth:
    """R46-R48. ``loong`` is the winning tile if it makes four of its kind (R47), else None."""
    if loong is None:
        line: Line = ("seven_pairs", pricing.value["seven_pairs"], ())
    else:
        line = ("loong_seven_pairs", pricing.value["loong_seven_pairs"], (loong,) * COPIES)
    return worth_of((line, ("concealed_bonus", pricing.bonus_pairs, ())))


def luohan_worth(pricing: Pricing, laid: Laid) -> Worth:
    """R58: four kongs."""
    if laid.kongs < 4:
        return NOTHING
    tiles = tuple(tile for group in laid.groups for tile in group.tiles)
    return worth_of([("luohan", pricing.luohan_ke, tiles)], times=2 if pricing.luohan_doubles else 1)
