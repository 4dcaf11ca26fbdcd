"""Reads the positions of ``*.perft`` files (see README.md)."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from app.rules.hand.state import Entry, Exchanging, HandState, Phase, Voiding
from app.rules.hand.transition import start
from app.rules.options.options import Options, make_options
from app.rules.tiles.tiles import COPIES, SUIT_LETTERS
from app.rules.tiles.wall import Deal, derive_deal
from tests.support.rules.tables import table

ENTRIES: dict[str, Entry] = {"deal": "deal", "draw": "draw", "tail": "tail", "pung": "pung"}


@dataclass(frozen=True)
class Position:
    """A state, with the number of lines for each depth. ``name`` is file/id."""

    name: str
    state: HandState
    counts: dict[int, int]


def read_folder() -> dict[str, Position]:
    """All positions beside this file, by name."""
    return {
        position.name: position
        for path in sorted(Path(__file__).parent.glob("*.perft"))
        for position in read_positions(path.stem, path.read_text(encoding="utf-8"))
    }


def read_positions(file: str, text: str) -> Iterator[Position]:
    """The positions of a file. Each begins with its ``id``."""
    fields: dict[str, str] = {}
    counts: dict[int, int] = {}
    for line in (*text.splitlines(), "id"):
        key, _, rest = line.partition("#")[0].strip().partition(" ")
        if key == "id" and fields:
            yield Position(f"{file}/{fields['id']}", _state(fields), counts)
            fields, counts = {}, {}
        if key == "perft":
            depth, count = rest.split()
            counts[int(depth)] = int(count)
        elif key:
            fields[key] = rest.strip()


def _state(fields: dict[str, str]) -> HandState:
    preset, *changes = fields["rules"].split()
    overrides = {name: _value(value) for name, _, value in (change.partition("=") for change in changes)}
    if "deal" in fields:
        return _dealt(fields["deal"].split(), make_options(preset, overrides))
    hands = [hand.strip() for hand in fields["hands"].split("|")]
    seat, entry, *drawn = fields["turn"].split()
    state = table(
        hands,
        wall=fields.get("wall", ""),
        turn=int(seat),
        drawn=drawn[0] if drawn else None,
        entry=ENTRIES[entry],
        void=[SUIT_LETTERS.index(suit) for suit in fields.get("void", "").split()],
    ).state
    _check_tiles(fields["id"], state)
    state = replace(state, options=make_options(preset, {**overrides, "players": len(hands)}))
    return _at_stage(state, fields["stage"].split()) if "stage" in fields else state


def _at_stage(state: HandState, words: list[str]) -> HandState:
    """The stage before the first turn: all players give three tiles, or choose a void suit."""
    name, *die = words
    nobody = (None,) * len(state.seats)
    phases: dict[str, Phase] = {"exchange": Exchanging(nobody), "void": Voiding(nobody)}
    return replace(state, phase=phases[name], exchange_die=int(die[0].removeprefix("die=")) if die else 1)


def _dealt(words: list[str], options: Options) -> HandState:
    named = {name: int(value) for name, _, value in (word.partition("=") for word in words)}
    deal = derive_deal(named["seed"].to_bytes(32, "big"), (), "perft", options.players)
    die = named.get("die", deal.exchange_die)
    return start(options, Deal(deal.wall, deal.dice, die, deal.seating_dice), named.get("dealer", 0)).state


def _value(text: str) -> object:
    try:
        value: object = json.loads(text)
    except json.JSONDecodeError:
        return text
    return value


def _check_tiles(name: str, state: HandState) -> None:
    tiles = Counter(state.wall)
    for seat in state.seats:
        tiles.update(seat.hand)
        for meld in seat.melds:
            tiles[meld.tile] += meld.size
    if tiles and max(tiles.values()) > COPIES:
        raise ValueError(f"{name}: more than four of a kind")
