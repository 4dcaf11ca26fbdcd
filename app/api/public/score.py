"""算颗器: what a hand pays, and what a ready hand waits for."""

from collections.abc import Mapping
from typing import Annotated, Final, NamedTuple

from fastapi import APIRouter, Depends

from app.api.http.bodies import HandToScore, body_of, described
from app.api.http.errors import ApiError
from app.rules.options.items import ITEMS
from app.rules.options.options import OptionError, Options, make_options
from app.rules.scoring.near_misses import NearMiss, near_misses
from app.rules.scoring.reading.receipts import Circumstances, Item, WinBy
from app.rules.scoring.reading.winning import FaultCode, NotWinning, check_robbed, check_suits, check_winning
from app.rules.scoring.scoring import Score, score
from app.rules.scoring.waits import waits
from app.rules.tiles.hand_text import WHOLE_HAND, HandError, parse_hand
from app.rules.tiles.melds import Meld
from app.rules.tiles.tiles import (
    SUIT_LETTERS,
    BadNotation,
    Counts,
    Suit,
    Tile,
    changed,
    format_tile,
    format_tiles,
    parse_tile,
)

router = APIRouter()
_RULES: Final = {item.id: item.rule for item in ITEMS}
_FIELDS: Final[Mapping[FaultCode, str]] = {
    "tile_not_in_hand": "tile",
    "not_complete": "hand",
    "three_suits": "hand",
    "void_suit": "void_suit",
    "not_robbed": "by",
}


class _Asked(NamedTuple):
    """The question, read."""

    options: Options
    melds: tuple[Meld, ...]
    concealed: Counts
    tile: Tile | None
    circumstances: Circumstances
    void_suit: Suit | None


@router.post("/score", openapi_extra=described(HandToScore))
async def score_hand(body: Annotated[HandToScore, Depends(body_of(HandToScore))]) -> dict[str, object]:
    """The receipt of 14 tiles, or the waits of 13 with the 颗 of each. Nobody has to sign in for it.

    Waits are won in the circumstances asked for; a hand of 13 that has none says ``why``.
    """
    asked = _read(body)
    if asked.tile is None:
        found = _waits(asked, asked.concealed)
        return {"waits": found} if found else {"waits": [], "why": _why_not_ready(asked)}
    result = _won(asked, asked.tile)
    misses = near_misses(
        asked.options, asked.melds, asked.concealed, asked.tile, asked.circumstances, asked.void_suit
    )
    before = changed(asked.concealed, asked.tile, -1)
    return {
        "ke": result.ke,
        "multiplier": result.multiplier,
        "items": [_item(item) for item in result.items],
        "near_misses": [_miss(miss) for miss in misses],
        "waits": _waits(asked, before),
    }


def _read(body: HandToScore) -> _Asked:
    """Raises ApiError with the field that is wrong."""
    try:
        options = make_options(body.preset, body.options)
    except OptionError as error:
        raise ApiError(error.code, message=str(error), field=error.field) from None
    try:
        tile = None if body.tile is None else parse_tile(body.tile)
    except BadNotation as error:
        raise ApiError(error.code, message=str(error), field="tile") from None
    try:
        melds, concealed = parse_hand(body.hand, WHOLE_HAND - (tile is None))
    except HandError as error:
        hint = ", or 14 and the one that won as tile" if error.code == "wrong_count" and tile is None else ""
        raise ApiError(error.code, message=f"{error}{hint}", field="hand") from None
    circumstances = Circumstances(WinBy(body.by), body.after_kong, body.last_tile)
    void_suit = None if body.void_suit is None else SUIT_LETTERS.index(body.void_suit)
    return _Asked(options, melds, concealed, tile, circumstances, void_suit)


def _won(asked: _Asked, tile: Tile) -> Score:
    options, melds, concealed, _, circumstances, void_suit = asked
    try:
        check_winning(melds, concealed, tile, void_suit)
        if circumstances.by is WinBy.ROB_KONG:
            check_robbed(melds, concealed, tile)
    except NotWinning as fault:
        raise ApiError(fault.code, message=str(fault), field=_FIELDS[fault.code]) from None
    result = score(options, melds, concealed, tile, circumstances, void_suit)
    if result is None:
        raise ApiError("not_complete", field="hand")
    return result


def _waits(asked: _Asked, before: Counts) -> list[dict[str, object]]:
    """The waits of 13 tiles and what a win on each pays."""
    options, melds, _, _, circumstances, void_suit = asked
    found: list[dict[str, object]] = []
    for tile in waits(melds, before, void_suit):
        result = score(options, melds, changed(before, tile, 1), tile, circumstances, void_suit)
        if result is not None:
            found.append({"tile": format_tile(tile), "ke": result.ke})
    return found


def _why_not_ready(asked: _Asked) -> str:
    try:
        check_suits(asked.melds, asked.concealed, asked.void_suit)
    except NotWinning as fault:
        return fault.code
    return "not_ready"


def _item(item: Item) -> dict[str, object]:
    return {"id": item.id, "rule": _RULES[item.id], "ke": item.ke, "tiles": format_tiles(item.tiles)}


def _miss(miss: NearMiss) -> dict[str, object]:
    return {
        "id": miss.item,
        "rule": _RULES[miss.item],
        "reason": miss.reason,
        "tiles": format_tiles(miss.tiles),
    }
