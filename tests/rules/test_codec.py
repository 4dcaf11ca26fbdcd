"""States and actions as bytes and JSON. Round trips of random states are in test_walks."""

import pytest

from app.rules.actions import Action, Discard, Exchange, Kong, Pass, Proceed, Pung, Void, Win
from app.rules.codec import BadState, action_from_json, action_to_json, decode, encode
from app.rules.options import make_options
from app.rules.random_player import Chance
from app.rules.state import Over
from tests.rules.tables import JUNK, table, walk

ACTIONS: tuple[tuple[Action, dict[str, object]], ...] = (
    (Exchange(2, (0, 9, 26)), {"type": "exchange", "seat": 2, "tiles": ["1m", "1p", "9s"]}),
    (Void(1, 2), {"type": "void", "seat": 1, "suit": "s"}),
    (Discard(0, 29), {"type": "discard", "seat": 0, "tile": "7z"}),
    (Pung(3, 4), {"type": "pung", "seat": 3, "tile": "5m"}),
    (Kong(3, 4), {"type": "kong", "seat": 3, "tile": "5m"}),
    (Win(0), {"type": "win", "seat": 0}),
    (Pass(1), {"type": "pass", "seat": 1}),
    (Proceed(), {"type": "proceed"}),
)


@pytest.mark.parametrize(("action", "data"), ACTIONS)
def test_actions_as_json(action: Action, data: dict[str, object]) -> None:
    assert action_to_json(action) == data
    assert action_from_json(data) == action


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"type": "win"},
        {"type": "win", "seat": True},
        {"type": "win", "seat": "0"},
        {"type": "chow", "seat": 0, "tile": "5m"},
        {"type": "discard", "seat": 0},
        {"type": "discard", "seat": 0, "tile": "1z"},
        {"type": "discard", "seat": 0, "tile": 5},
        {"type": "exchange", "seat": 0, "tiles": ["1m", "2m"]},
        {"type": "exchange", "seat": 0, "tiles": "1m2m3m"},
        {"type": "void", "seat": 0, "suit": "z"},
        {"type": "void", "seat": 0, "suit": ""},
        {"type": "void", "seat": 0, "suit": 1},
    ],
)
def test_no_actions(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"tile|suit|action"):
        action_from_json(data)


def test_the_tiles_of_an_exchange_come_in_any_order() -> None:
    data = {"type": "exchange", "seat": 0, "tiles": ["9m", "1m", "5m"]}
    assert action_from_json(data) == Exchange(0, (0, 4, 8))


def test_damaged_bytes_are_refused_and_never_misread_silently() -> None:
    data = encode(table([JUNK + "9m", JUNK]).state)
    for broken in (b"", b"2" + data[1:], data[:40], data.replace(b"|T;", b"|Q;"), b"\xff" + data):
        with pytest.raises(BadState):
            decode(broken)


def test_any_damage_is_bad_state_or_another_state() -> None:
    chance = Chance("damage")
    (*_, last) = (after for _, _, after, _ in walk(make_options("mobile", {"exchange_three": "any"}), 3))
    assert isinstance(last.phase, Over)
    data = encode(last)
    refused = 0
    for _ in range(400):
        at = chance.below(len(data))
        broken = data[:at] + bytes((chance.below(256),)) + data[at + 1 :]
        try:
            decode(broken)
        except BadState:
            refused += 1
    assert refused > 200


def test_options_are_stored_as_a_difference() -> None:
    state = table([JUNK + "9m", JUNK], preset="folk", cap=20).state
    assert encode(state).endswith(b'|folk {"players":2,"cap":20}')
