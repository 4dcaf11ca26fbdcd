"""The state of a hand as bytes: compact, versioned, canonical (equal states give equal bytes).

The text has fields separated by ``|``, parts of a field separated by ``;``, values separated by ``,``. The
options come last: the name of a preset and the differences from it.
"""

import json
from functools import lru_cache
from typing import Final, NamedTuple, assert_never

from app.rules.hand.opening import exchange_event, to_triple
from app.rules.hand.state import (
    Answer,
    Claiming,
    Entry,
    Exchanging,
    HandState,
    Offer,
    Over,
    Phase,
    SeatState,
    Turn,
    Voiding,
)
from app.rules.options.options import PRESETS, Options, make_options, options_diff
from app.rules.record.action_json import action_from_json, action_to_json
from app.rules.record.codec_fields import (
    NONE,
    get_int,
    get_melds,
    get_optional_tile,
    get_result,
    get_river,
    get_tile,
    get_tiles,
    get_won,
    put_int,
    put_melds,
    put_result,
    put_river,
    put_tile,
    put_tiles,
    put_won,
)

__all__ = ["VERSION", "BadState", "action_from_json", "action_to_json", "decode", "encode"]

VERSION: Final = "1"
_ENTRY_CODES: Final[dict[Entry, str]] = {"deal": "d", "draw": "w", "tail": "t", "pung": "p"}
_ENTRIES: Final = {code: entry for entry, code in _ENTRY_CODES.items()}
_ANSWER_CODES: Final[dict[Answer | None, str]] = {
    None: NONE,
    "win": "w",
    "kong": "k",
    "pung": "p",
    "pass": "n",
}
_ANSWERS: Final = {code: answer for answer, code in _ANSWER_CODES.items()}


class BadState(ValueError):
    """The bytes are not a state of this version."""


class _StateText(NamedTuple):
    """The fields of an encoded state, in their order."""

    version: str
    chance: str
    last: str
    wall: str
    seats: str
    phase: str
    wins: str
    robbed: str
    next_dealer: str
    gave: str
    options: str


class _Chance(NamedTuple):
    """The dealer and the dice of an encoded state, in their order."""

    dealer: int
    first_die: int
    second_die: int
    exchange_die: int


class _ClaimHead(NamedTuple):
    """The start of an encoded claim window, one character each."""

    seat: str
    tile: str
    robbing: str
    after_kong: str


class _SeatText(NamedTuple):
    """The values of an encoded seat, in their order."""

    hand: str
    melds: str
    river: str
    void: str
    block: str


def encode(state: HandState) -> bytes:
    """State -> UTF-8 text without line breaks."""
    first_die, second_die = state.dice
    fields = _StateText(
        version=VERSION,
        chance=f"{state.dealer},{first_die},{second_die},{state.exchange_die}",
        last=put_tile(state.last),
        wall=put_tiles(state.wall),
        seats=";".join(_put_seat(seat) for seat in state.seats),
        phase=_put_phase(state.phase),
        wins=";".join(put_won(won) for won in state.wins),
        robbed=put_tiles(state.robbed),
        next_dealer=put_int(state.next_dealer),
        gave="" if state.exchanged is None else _put_rows(state.exchanged.gave),
        options=_put_options(state.options),
    )
    return "|".join(fields).encode()


def decode(data: bytes) -> HandState:
    """Bytes of ``encode`` -> state. Raises BadState."""
    try:
        return _decode(data.decode())
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise BadState(f"not a hand state of version {VERSION}: {error}") from error


def _decode(text: str) -> HandState:
    # The options come last, because their JSON may contain the separator.
    fields = _StateText._make(text.split("|", len(_StateText._fields) - 1))
    if fields.version != VERSION:
        raise ValueError(f"unknown version {fields.version[:10]!r}")
    chance = _Chance._make(map(int, fields.chance.split(",")))
    return HandState(
        options=_get_options(fields.options),
        dealer=chance.dealer,
        dice=(chance.first_die, chance.second_die),
        exchange_die=chance.exchange_die,
        last=get_tile(fields.last),
        wall=get_tiles(fields.wall),
        seats=tuple(_get_seat(seat) for seat in fields.seats.split(";")),
        phase=_get_phase(fields.phase),
        wins=tuple(get_won(won) for won in fields.wins.split(";") if won),
        robbed=get_tiles(fields.robbed),
        next_dealer=get_int(fields.next_dealer),
        exchanged=exchange_event(chance.exchange_die, _get_rows(fields.gave)) if fields.gave else None,
    )


@lru_cache(maxsize=256)
def _put_options(options: Options) -> str:
    diffs = [(preset, options_diff(preset, options)) for preset in PRESETS]
    preset, diff = min(diffs, key=lambda found: len(found[1]))
    return f"{preset} {json.dumps(diff, separators=(',', ':'))}"


@lru_cache(maxsize=256)
def _get_options(text: str) -> Options:
    preset, diff = text.split(" ", 1)
    return make_options(preset, json.loads(diff))


def _put_seat(seat: SeatState) -> str:
    melds, river = put_melds(seat.melds), put_river(seat.river)
    return f"{put_tiles(seat.hand)},{melds},{river},{put_int(seat.void)},{put_int(seat.block)}"


def _get_seat(text: str) -> SeatState:
    values = _SeatText._make(text.split(","))
    return SeatState(
        hand=get_tiles(values.hand),
        melds=get_melds(values.melds),
        river=get_river(values.river),
        void=get_int(values.void),
        block=get_int(values.block),
    )


def _put_phase(phase: Phase) -> str:
    match phase:
        case Exchanging():
            return f"E;{_put_rows(phase.chosen)}"
        case Voiding():
            return f"V;{','.join(map(put_int, phase.chosen))}"
        case Turn():
            return f"T;{phase.seat},{put_tile(phase.drawn)},{_ENTRY_CODES[phase.entry]}"
        case Claiming():
            return _put_claim(phase)
        case Over():
            return f"O;{put_result(phase.result)}"
        case _:
            assert_never(phase)


def _get_phase(text: str) -> Phase:
    kind, rest = text.split(";", 1)
    match kind:
        case "E":
            return Exchanging(tuple(to_triple(get_tiles(row)) if row else None for row in rest.split(",")))
        case "V":
            return Voiding(tuple(map(get_int, rest.split(","))))
        case "T":
            seat, drawn, entry = rest.split(",")
            return Turn(int(seat), get_optional_tile(drawn), _ENTRIES[entry])
        case "C":
            return _get_claim(rest)
        case "O":
            return Over(get_result(rest))
        case _:
            raise ValueError(f"unknown phase {kind[:10]!r}")


def _put_claim(claim: Claiming) -> str:
    offers = ",".join(_put_offer(offer) for offer in claim.offers)
    answers = "".join(_ANSWER_CODES[answer] for answer in claim.answers)
    head = f"{claim.seat}{put_tile(claim.tile)}{int(claim.robbing)}{int(claim.after_kong)}"
    return f"C;{head};{offers};{answers}"


def _get_claim(text: str) -> Claiming:
    start, offers, answers = text.split(";")
    head = _ClaimHead._make(start)
    return Claiming(
        seat=int(head.seat),
        tile=get_tile(head.tile),
        robbing=head.robbing == "1",
        after_kong=head.after_kong == "1",
        offers=tuple(_get_offer(offer) for offer in offers.split(",")),
        answers=tuple(_ANSWERS[answer] for answer in answers),
    )


def _put_offer(offer: Offer | None) -> str:
    return "" if offer is None else f"{int(offer.pung)}{int(offer.kong)}{put_int(offer.win)}"


def _get_offer(text: str) -> Offer | None:
    return Offer(get_int(text[2:]), text[0] == "1", text[1] == "1") if text else None


def _put_rows(rows: tuple[tuple[int, ...] | None, ...]) -> str:
    return ",".join("" if row is None else put_tiles(row) for row in rows)


def _get_rows(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(get_tiles(row) for row in text.split(","))
