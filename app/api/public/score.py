"""算颗器: what a hand pays in 颗, and the waits of a ready hand."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, NamedTuple, get_args

from fastapi import APIRouter, Depends

from app.api.http.bodies import JsonBody
from app.api.http.described import fails
from app.api.http.errors import ApiError
from app.api.public.answers import NearMiss, Receipt, ScoredItem, WaitKe, Waits
from app.api.public.bodies import HandToScore
from app.rules.options.items import ITEMS
from app.rules.options.options import OptionCode, OptionError, Options, make_options
from app.rules.scoring.near_misses import NearMiss as Miss
from app.rules.scoring.near_misses import near_misses
from app.rules.scoring.reading.receipts import Circumstances, Item, WinBy
from app.rules.scoring.reading.winning import (
    FaultCode,
    NotWinning,
    check_circumstances,
    check_robbed,
    check_suits,
    fault_of,
)
from app.rules.scoring.scoring import Score, score
from app.rules.scoring.waits import waits
from app.rules.tiles.hand_text import WHOLE_HAND, HandCode, HandError, parse_hand
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
    "no_kong": "after_kong",
    "only_robbed": "by",
}
_REFUSALS: Final = (*get_args(OptionCode), *get_args(HandCode), *get_args(FaultCode))


class _Asked(NamedTuple):
    """The hand and its circumstances, parsed."""

    options: Options
    melds: tuple[Meld, ...]
    concealed: Counts
    tile: Tile | None
    circumstances: Circumstances
    void_suit: Suit | None


@router.post("/score", response_model_exclude_unset=True, **fails(*_REFUSALS))
async def score_hand(body: Annotated[HandToScore, Depends(JsonBody(HandToScore))]) -> Receipt | Waits:
    """The receipt of 14 tiles, or the waits of 13 tiles with the 颗 of each. Needs no session.

    The circumstances of the request (``by``, ``after_kong``, ``last_tile``) hold for the waits too.
    """
    asked = _read(body)
    if asked.tile is None:
        return _ready(asked)
    result = _won(asked, asked.tile)
    misses = near_misses(
        asked.options, asked.melds, asked.concealed, asked.tile, asked.circumstances, asked.void_suit
    )
    before = changed(asked.concealed, asked.tile, -1)
    return Receipt(
        ke=result.ke,
        multiplier=result.multiplier,
        items=tuple(_item(item) for item in result.items),
        near_misses=tuple(_miss(miss) for miss in misses),
        waits=_waits(asked, before),
    )


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
    """The score of the hand. Raises ApiError if it does not win on ``tile``."""
    result = _score(asked, asked.concealed, tile)
    try:
        if result is None:
            raise fault_of(asked.melds, asked.concealed, tile)
        check_circumstances(asked.melds, asked.circumstances)
        if asked.circumstances.by is WinBy.ROB_KONG:
            check_robbed(asked.melds, asked.concealed, tile)
    except NotWinning as fault:
        raise _refused(fault) from None
    return result


def _ready(asked: _Asked) -> Waits:
    """The waits of 13 tiles, or why there are none. Raises ApiError if no win on one can happen so."""
    if not waits(asked.melds, asked.concealed, asked.void_suit):
        return Waits(waits=(), why=_why_not_ready(asked))
    try:
        check_circumstances(asked.melds, asked.circumstances)
    except NotWinning as fault:
        raise _refused(fault) from None
    found = _waits(asked, asked.concealed)
    if not found:
        raise ApiError("not_robbed", field="by")
    return Waits(waits=found)


def _refused(fault: NotWinning) -> ApiError:
    return ApiError(fault.code, message=str(fault), field=_FIELDS[fault.code])


def _score(asked: _Asked, concealed: Counts, tile: Tile) -> Score | None:
    """The score of a win on ``tile``, which is one of the ``concealed``."""
    return score(asked.options, asked.melds, concealed, tile, asked.circumstances, asked.void_suit)


def _waits(asked: _Asked, before: Counts) -> tuple[WaitKe, ...]:
    """The waits of 13 tiles on which the hand can win in these circumstances, and the 颗 of a win on each."""
    found: list[WaitKe] = []
    for tile in waits(asked.melds, before, asked.void_suit):
        whole = changed(before, tile, 1)
        result = _score(asked, whole, tile)
        if result is not None and _can_come(asked, whole, tile):
            found.append(WaitKe(tile=format_tile(tile), ke=result.ke))
    return tuple(found)


def _can_come(asked: _Asked, whole: Counts, tile: Tile) -> bool:
    """Whether the winning tile can come as the circumstances say."""
    try:
        if asked.circumstances.by is WinBy.ROB_KONG:
            check_robbed(asked.melds, whole, tile)
    except NotWinning:
        return False
    return True


def _why_not_ready(asked: _Asked) -> Literal["not_ready", "three_suits", "void_suit"]:
    try:
        check_suits(asked.melds, asked.concealed, asked.void_suit)
    except NotWinning as fault:
        return "three_suits" if fault.code == "three_suits" else "void_suit"
    return "not_ready"


def _item(item: Item) -> ScoredItem:
    return ScoredItem(id=item.id, rule=_RULES[item.id], ke=item.ke, tiles=format_tiles(item.tiles))


def _miss(miss: Miss) -> NearMiss:
    return NearMiss(id=miss.item, rule=_RULES[miss.item], reason=miss.reason, tiles=format_tiles(miss.tiles))
