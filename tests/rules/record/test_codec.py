"""States as bytes, and actions as JSON. ``test_walks`` has the round trips of random states."""

from dataclasses import replace
from typing import get_args

import pytest

from app.rules.hand.actions import Action, Discard, Exchange, Kong, Pass, Proceed, Pung, Void, Win
from app.rules.hand.events import Reason, Settled, Transfer
from app.rules.hand.legal import default_action
from app.rules.hand.state import Answer, Claiming, Entry, Offer, Over, RiverTile, Taken, Turn
from app.rules.hand.transition import apply, start
from app.rules.options.options import make_options
from app.rules.record.codec import BadState, action_from_json, action_to_json, decode, encode
from app.rules.record.codec_fields import put_melds, put_result, put_river
from app.rules.simulate.random_player import Chance
from app.rules.tiles.melds import Meld, MeldKind
from tests.support.exact import exactly
from tests.support.rules.tables import JUNK, random_deal, table, walk

FAULTS = (
    "an action must have a type and a seat",
    "unknown action 'chow'",
    "a tile must be a string such as 5m",
    "'1z' is not a tile: write 1m-9m, 1p-9p, 1s-9s, 5z, 6z or 7z",
    "an exchange must have three tiles",
    "a suit must be m, p or s",
)
READY = "[111p]234567m78p44m"

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
    with pytest.raises(ValueError, match=exactly(*FAULTS)):
        action_from_json(data)


def test_the_tiles_of_an_exchange_come_in_any_order() -> None:
    data = {"type": "exchange", "seat": 0, "tiles": ["9m", "1m", "5m"]}
    assert action_from_json(data) == Exchange(0, (0, 4, 8))


def test_the_form_is_the_one_of_hands_in_play() -> None:
    """Fixes the bytes. Another format needs another version, because stores hold hands in this format."""
    game = table([JUNK + "9p", READY, "99p1479m258s567z1s"], wall="9s8s").discard(0, "9p")
    assert encode(game.do(Pass(1)).state) == (
        b"1|0,1,2,1|R|aZ|ADGIKNQUXabcd,,R-,-,-;BCDDDEFGPQ,pJ2,,-,-;ADGIRRSTWZbcd,,,-,-"
        b'|C;0R00;,002,10-;-n-|||-||classic {"players":3}'
    )
    game.pung(2, "9p").do(Proceed())
    assert encode(game.state).split(b"|")[5] == b"T;2,-,p"
    game = table([JUNK + "9p", READY, JUNK], wall="9s8s").discard(0, "9p").win(1).go_on()
    won = b"1,R,discard,0,1,pJ2,BCDDDEFGPQR,2,1,base=1= voided_suit=1=,tJ1rB0rE0rP0pD0"
    hands = b"ADGIKNQUXabcd", b"BCDDDEFGPQR", b"ADGIKNQUXabcd"
    assert encode(game.state).split(b"|")[5:9] == [b"T;2,a,w", won, b"", b"1"]
    assert decode(encode(game.state)) == game.state
    game.silent_turn().silent_turn()
    assert decode(encode(game.state)) == game.state
    assert encode(game.state).split(b"|")[5:7] == [b"O;01d2,1," + b",".join(hands), won]
    state = start(
        make_options("mobile", {"exchange_three": "any", "void_suit": True}), random_deal(1, 4), 0
    ).state
    for seats, phase, gave in (((1,), b"E;,KQR,,", b""), ((0, 2, 3, 1), b"V;-,1,-,-", b"LLQ,KQR,ACE,JJM")):
        for seat in seats:
            state = apply(state, default_action(state, seat)).state
        assert decode(encode(state)) == state
        fields = encode(state).split(b"|")
        assert (fields[5], fields[9], fields[10][:9]) == (phase, gave, b'mobile {"')


def test_every_word_has_its_letter() -> None:
    state = table([JUNK + "9m", JUNK]).state
    entries: tuple[Entry, ...] = ("deal", "draw", "tail", "pung")
    turns = [replace(state, phase=Turn(0, None, entry)) for entry in entries]
    assert [decode(encode(turn)) for turn in turns] == turns
    assert [encode(turn).split(b"|")[5][-1:] for turn in turns] == [b"d", b"w", b"t", b"p"]
    answers: tuple[Answer | None, ...] = (None, "win", "kong", "pung", "pass")
    claim = Claiming(0, 5, True, False, (Offer(None, True, False), Offer(12, False, True), None), answers)
    claimed = replace(state, phase=claim)
    assert decode(encode(claimed)) == claimed
    assert encode(claimed).split(b"|")[5] == b"C;0F10;10-,0112,;-wkpn"
    assert put_melds(tuple(Meld(kind, tile, tile) for tile, kind in enumerate(MeldKind))) == "pA0eB1aC2cD3"
    river: tuple[Taken | None, ...] = (None, "pung", "kong", "win")
    assert put_river(tuple(RiverTile(29, taken) for taken in river)) == "d-dpdkdw"
    reasons: tuple[Reason, ...] = get_args(Reason)
    paid = tuple(Transfer(1, 0, 10 + number, reason) for number, reason in enumerate(reasons))
    assert put_result(Settled(paid, (60, -60), 1, ((), (0,)))) == "10s10 10d11 10k12 10r13 10p14,1,,A"


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
