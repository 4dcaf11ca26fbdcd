"""The log of a hand (牌谱): one JSON object per line, for all that happened, in order.

It has all hidden information: no seat may see it while the hand runs. ``app.rules.record.replay`` replays it.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from app.rules.hand.events import (
    Chosen,
    Dealt,
    Discarded,
    Drew,
    Event,
    Exchanged,
    Exhausted,
    Konged,
    KongRobbed,
    Overruled,
    Passed,
    Punged,
    Settled,
    Transfer,
    Voided,
    Won,
)
from app.rules.options.options import Options, options_diff
from app.rules.tiles.hand_text import format_hand
from app.rules.tiles.tiles import SUIT_LETTERS, Seat, Tile, counts_of, format_tile, format_tiles
from app.rules.tiles.wall import Deal

Line: TypeAlias = dict[str, object]
LOG_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class LogHeader:
    """The data of the first line of a hand.

    The line has the ``options`` as differences from ``preset``. ``hand`` counts from 1 within the match; only
    the line of hand 1 has the seating dice (R4). ``seed`` and ``client_seeds`` are hex text. ``context`` is
    the context of the seed (R60). With these three, anyone can compute the commitment, the dice and the wall.
    """

    preset: str
    options: Options
    hand: int
    dealer: Seat
    deal: Deal
    seed: str
    client_seeds: tuple[str, ...]
    context: str
    commitment: str


def log_lines(header: LogHeader, events: Iterable[Event]) -> list[Line]:
    """The log of a hand from its header and its events in order."""
    return [header_line(header), *(line for event in events if (line := event_line(event)) is not None)]


def log_bytes(lines: Sequence[Line]) -> bytes:
    """The canonical bytes of a log: compact JSON in UTF-8, one object per line."""
    return "".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines
    ).encode()


def header_line(header: LogHeader) -> Line:
    """The first line of a hand."""
    deal = header.deal
    seating: Line = {"seating_dice": _plain(deal.seating_dice)} if header.hand == 1 else {}
    return {
        "type": "hand",
        "version": LOG_VERSION,
        "preset": header.preset,
        "options": options_diff(header.preset, header.options),
        "players": header.options.players,
        "hand": header.hand,
        "dealer": header.dealer,
        "seed": header.seed,
        "client_seeds": list(header.client_seeds),
        "context": header.context,
        "commitment": header.commitment,
        **seating,
        "dice": list(deal.dice),
        "wall": [format_tile(tile) for tile in deal.wall],
    }


def event_line(event: Event) -> Line | None:
    """The line of an event; None for ``Chosen`` and ``KongRobbed``, which follow from other lines."""
    match event:
        case Dealt() | Exchanged() | Voided():
            return _opening_line(event)
        case Drew() | Discarded() | Punged() | Konged():
            return _play_line(event)
        case Passed() | Overruled():
            return _answer_line(event)
        case Won():
            return _win_line(event)
        case Exhausted():
            return {"type": "exhausted"}
        case Settled():
            return _settle_line(event)
        case Chosen() | KongRobbed():
            return None
        case _:
            assert_never(event)


def _opening_line(event: Dealt | Exchanged | Voided) -> Line:
    match event:
        case Dealt(hands=hands, last=last):
            return {"type": "deal", "hands": [_tiles(hand) for hand in hands], "last": _tile(last)}
        case Exchanged(die=die, direction=direction, gave=gave):
            given = [_tiles(tiles) for tiles in gave]
            return {"type": "exchange", "die": die, "direction": direction, "gave": given}
        case Voided(suits=suits):
            return {"type": "void", "suits": [SUIT_LETTERS[suit] for suit in suits]}
        case _:
            assert_never(event)


def _play_line(event: Drew | Discarded | Punged | Konged) -> Line:
    match event:
        case Drew(seat=seat, tile=tile, source=origin):
            return {"type": "draw", "seat": seat, "tile": _tile(tile), "from": origin}
        case Discarded(seat=seat, tile=tile):
            return {"type": "discard", "seat": seat, "tile": format_tile(tile)}
        case Punged(seat=seat, tile=tile, source=source):
            return {"type": "pung", "seat": seat, "tile": format_tile(tile), "from": source}
        case Konged(seat=seat, tile=tile, kind=kind):
            given: Line = {} if event.source is None else {"from": event.source}
            return {"type": "kong", "seat": seat, "tile": format_tile(tile), "kind": kind.value, **given}
        case _:
            assert_never(event)


def _answer_line(event: Passed | Overruled) -> Line:
    match event:
        case Passed(seat=seat, declined=declined):
            return {"type": "pass", "seat": seat, "declined": list(declined)}
        case Overruled(seat=seat, asked=asked):
            return {"type": "overruled", "seat": seat, "asked": asked}
        case _:
            assert_never(event)


def _win_line(event: Won) -> Line:
    source: Line = {} if event.source is None else {"from": event.source}
    return {
        "type": "win",
        "seat": event.seat,
        "tile": format_tile(event.tile),
        "by": event.by.value,
        **source,
        "ke": event.score.ke,
        "items": event.score.totals(),
        "multiplier": event.score.multiplier,
        "hand": format_hand(event.melds, counts_of(event.concealed)),
    }


def _settle_line(event: Settled) -> Line:
    return {
        "type": "settle",
        "transfers": [_transfer(transfer) for transfer in event.transfers],
        "deltas": list(event.deltas),
        "next_dealer": event.next_dealer,
    }


def _transfer(transfer: Transfer) -> Line:
    return {
        "payer": transfer.payer,
        "payee": transfer.payee,
        "ke": transfer.ke,
        "reason": transfer.reason,
    }


def _tile(tile: Tile | None) -> str | None:
    return None if tile is None else format_tile(tile)


def _tiles(tiles: Sequence[Tile] | None) -> str | None:
    return None if tiles is None else format_tiles(tiles)


def _plain(value: object) -> object:
    """Tuples as lists, so that a line equals the same line parsed from JSON."""
    return [_plain(entry) for entry in value] if isinstance(value, tuple) else value
