"""One line of ``score --jsonl``: input is a hand as JSON, output its score or an error as JSON."""

import json
from collections.abc import Mapping
from typing import Final

from app.rules.options.options import OptionError, make_options
from app.rules.scoring.reading.receipts import Circumstances, WinBy
from app.rules.scoring.reading.winning import NotWinning, fault_of
from app.rules.scoring.scoring import score
from app.rules.scoring.waits import waits
from app.rules.tiles.hand_text import HandError, parse_hand
from app.rules.tiles.tiles import SUIT_LETTERS, BadNotation, Suit, changed, format_tile, parse_tile


class _Refused(ValueError):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code: Final = code


def score_line(line: str | Mapping[str, object]) -> dict[str, object]:
    """Score the hand in a line of JSON. ``line`` is the text or the parsed object.

    Required fields: ``hand`` and ``tile``. Optional fields with their defaults: ``preset`` (classic),
    ``options`` ({}), ``by`` (discard), ``after_kong`` and ``last_tile`` (false), ``void_suit`` (null; else m,
    p or s). Other fields are ignored. Returns ``ke``, ``items`` (total 颗 of each item before the
    multiplier), ``multiplier`` and ``waits`` (of the hand before ``tile``). On a fault it returns ``error``
    with ``code`` and ``message``. Raises nothing.
    """
    try:
        return _score(_fields(line))
    except (_Refused, OptionError, HandError, BadNotation, NotWinning) as error:
        return {"error": {"code": error.code, "message": str(error)}}


def _fields(line: str | Mapping[str, object]) -> Mapping[str, object]:
    if not isinstance(line, str):
        return line
    try:
        fields: object = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _Refused("bad_json", f"the line is not JSON: {error}") from None
    if not isinstance(fields, dict):
        raise _Refused("bad_json", "the line must be a JSON object")
    return fields


def _score(fields: Mapping[str, object]) -> dict[str, object]:
    overrides = fields.get("options", {})
    if not isinstance(overrides, Mapping):
        raise _Refused("wrong_type", "options must be an object")
    options = make_options(_text(fields, "preset", "classic"), overrides)
    circumstances = Circumstances(_by(fields), _flag(fields, "after_kong"), _flag(fields, "last_tile"))
    void_suit = _void_suit(fields)
    melds, concealed = parse_hand(_text(fields, "hand"))
    tile = parse_tile(_text(fields, "tile"))
    result = score(options, melds, concealed, tile, circumstances, void_suit)
    if result is None:
        raise fault_of(melds, concealed, tile)
    before = changed(concealed, tile, -1)
    return {
        "ke": result.ke,
        "items": result.totals(),
        "multiplier": result.multiplier,
        "waits": [format_tile(wait) for wait in waits(melds, before, void_suit)],
    }


def _text(fields: Mapping[str, object], name: str, default: str | None = None) -> str:
    value = fields.get(name, default)
    if value is None:
        raise _Refused("missing_field", f"{name} is missing")
    if not isinstance(value, str):
        raise _Refused("wrong_type", f"{name} must be a string")
    return value


def _flag(fields: Mapping[str, object], name: str) -> bool:
    value = fields.get(name, False)
    if not isinstance(value, bool):
        raise _Refused("wrong_type", f"{name} must be true or false")
    return value


def _by(fields: Mapping[str, object]) -> WinBy:
    text = _text(fields, "by", "discard")
    try:
        return WinBy(text)
    except ValueError:
        raise _Refused("out_of_range", f"by must be one of {', '.join(WinBy)}, not {text[:20]!r}") from None


def _void_suit(fields: Mapping[str, object]) -> Suit | None:
    if fields.get("void_suit") is None:
        return None
    text = _text(fields, "void_suit")
    if len(text) != 1 or text not in SUIT_LETTERS:
        raise _Refused("out_of_range", f"void_suit must be m, p or s, not {text[:20]!r}")
    return SUIT_LETTERS.index(text)
