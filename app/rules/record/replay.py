"""The replay of a logged hand through the engine.

A log is correct if the replay gives the same lines.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Final

from app.rules.hand.actions import Action, Discard, Exchange, Kong, Pass, Proceed, Pung, Void, Win
from app.rules.hand.events import Event
from app.rules.hand.legal import legal_actions
from app.rules.hand.opening import to_triple
from app.rules.hand.state import Claiming, HandState, Over
from app.rules.hand.transition import apply, start
from app.rules.options.options import make_options
from app.rules.record.log import LOG_VERSION, Line, LogHeader, log_lines
from app.rules.tiles.tiles import SUIT_LETTERS, TILES, parse_tile, parse_tiles
from app.rules.tiles.wall import Deal, SeatingRound

_WITHOUT_TILE: Final[Mapping[object, type[Win] | type[Pass]]] = {"win": Win, "pass": Pass}
_WITH_TILE: Final[Mapping[object, type[Discard] | type[Pung] | type[Kong]]] = {
    "discard": Discard,
    "pung": Pung,
    "kong": Kong,
}


class BadLog(ValueError):
    """The lines are not a complete log of a hand of this version."""


def read_log(data: bytes) -> list[list[Line]]:
    """The hands of a log file, each as its lines. Raises BadLog."""
    hands: list[list[Line]] = []
    for row in data.decode().splitlines():
        line = json.loads(row)
        if not isinstance(line, dict):
            raise BadLog("a line must be a JSON object")
        if line.get("type") == "hand":
            hands.append([])
        if not hands:
            raise BadLog("a log must begin with a line of type hand")
        hands[-1].append(line)
    return hands


def replay(lines: Sequence[Line]) -> list[Line]:
    """Replay the actions of a log, and return the log that the engine writes.

    The replay ignores lines that follow from others (deal, draw, settle, ...), unknown types and unknown
    fields. Raises BadLog, OptionError, and IllegalAction if the rules do not allow an action.
    """
    header = read_header(lines)
    return log_lines(header, replay_events(header, lines[1:]))


def replay_events(header: LogHeader, lines: Sequence[Line]) -> tuple[Event, ...]:
    """The events of a hand. ``lines`` are its lines after the header. Raises as ``replay``."""
    step = start(header.options, header.deal, header.dealer)
    state, events = step.state, list(step.events)
    for line in lines:
        for action in _actions(state, line):
            state = _apply(state, action, events)
            while Proceed() in legal_actions(state, None):
                state = _apply(state, Proceed(), events)
    if not isinstance(state.phase, Over):
        raise BadLog("the log ends before the hand is over")
    return tuple(events)


def read_header(lines: Sequence[Line]) -> LogHeader:
    """The header of a hand. The exchange die comes from the exchange line. Raises BadLog, OptionError."""
    line = lines[0]
    if line.get("type") != "hand" or line.get("version") != LOG_VERSION:
        raise BadLog(f"a hand must begin with a line of type hand and version {LOG_VERSION}")
    options = line.get("options")
    if not isinstance(options, dict):
        raise BadLog("options must be an object")
    preset = _text(line, "preset")
    return LogHeader(
        preset=preset,
        options=make_options(preset, options),
        hand=_number(line, "hand"),
        dealer=_number(line, "dealer"),
        deal=_deal(line, lines),
        seed=_text(line, "seed"),
        client_seeds=tuple(_texts(line, "client_seeds")),
        context=_text(line, "context"),
        commitment=_text(line, "commitment"),
    )


def _apply(state: HandState, action: Action, events: list[Event]) -> HandState:
    step = apply(state, action)
    events.extend(step.events)
    return step.state


def _actions(state: HandState, line: Line) -> tuple[Action, ...]:
    """The actions of a line; none for a line that follows from others."""
    match line.get("type"):
        case "exchange":
            gave = enumerate(_texts(line, "gave"))
            return tuple(Exchange(seat, to_triple(parse_tiles(tiles))) for seat, tiles in gave)
        case "void":
            return tuple(
                Void(seat, SUIT_LETTERS.index(suit)) for seat, suit in enumerate(_texts(line, "suits"))
            )
        case "overruled" if isinstance(state.phase, Claiming):
            asked = Kong if _text(line, "asked") == "kong" else Pung
            return (asked(_number(line, "seat"), state.phase.tile),)
        case "win" | "pass" as kind:
            return (_WITHOUT_TILE[kind](_number(line, "seat")),)
        case "discard" | "pung" | "kong" as kind:
            return (_WITH_TILE[kind](_number(line, "seat"), parse_tile(_text(line, "tile"))),)
        case _:
            return ()


def _deal(line: Line, lines: Sequence[Line]) -> Deal:
    wall = tuple(parse_tile(tile) for tile in _texts(line, "wall"))
    if len(wall) != TILES:
        raise BadLog(f"a wall must have {TILES} tiles, not {len(wall)}")
    dice = _numbers(line.get("dice"))
    if len(dice) != 2:
        raise BadLog("dice must be two numbers")
    exchange = next((entry for entry in lines if entry.get("type") == "exchange"), None)
    rounds = line.get("seating_dice", [])
    if not isinstance(rounds, list):
        raise BadLog("seating_dice must be an array")
    return Deal(
        wall=wall,
        dice=(dice[0], dice[1]),
        exchange_die=1 if exchange is None else _number(exchange, "die"),
        seating_dice=tuple(_round(thrown) for thrown in rounds),
    )


def _round(thrown: object) -> SeatingRound:
    if not isinstance(thrown, list):
        raise BadLog("a round of seating_dice must be an array")
    pairs = [None if pair is None else _numbers(pair) for pair in thrown]
    return tuple(None if pair is None else (pair[0], pair[1]) for pair in pairs)


def _number(line: Line, name: str) -> int:
    value = line.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadLog(f"{name} must be a whole number")
    return value


def _text(line: Line, name: str) -> str:
    value = line.get(name)
    if not isinstance(value, str):
        raise BadLog(f"{name} must be a string")
    return value


def _texts(line: Line, name: str) -> list[str]:
    value = line.get(name)
    if not isinstance(value, list):
        raise BadLog(f"{name} must be an array")
    texts = [entry for entry in value if isinstance(entry, str)]
    if len(texts) != len(value):
        raise BadLog(f"{name} must be an array of strings")
    return texts


def _numbers(value: object) -> list[int]:
    if not isinstance(value, list):
        raise BadLog("an array of numbers is missing")
    return [entry for entry in value if isinstance(entry, int)]
