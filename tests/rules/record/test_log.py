"""The log of a hand and its replay."""

import json
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given

from app.rules.hand.actions import IllegalAction
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
from app.rules.options.options import OptionError, Options, make_options
from app.rules.record.log import Line, event_line, header_line, log_bytes, log_lines
from app.rules.record.replay import BadLog, read_log, replay
from app.rules.scoring.scoring import GroupKind, Item, Score, WinBy
from app.rules.simulate.simulate import SimulatedHand, simulate
from app.rules.tiles.melds import Meld, MeldKind
from app.rules.tiles.tiles import TILES, format_tile
from app.rules.tiles.wall import commitment, derive_deal
from tests.support.exact import exactly
from tests.support.rules.walks import SEEDS, hands, some_options

KEYS = {
    "hand": [
        *("type", "version", "preset", "options", "players", "hand", "dealer", "seed", "client_seeds"),
        *("context", "commitment", "seating_dice", "dice", "wall"),
    ],
    "deal": ["type", "hands", "last"],
    "exchange": ["type", "die", "direction", "gave"],
    "void": ["type", "suits"],
    "draw": ["type", "seat", "tile", "from"],
    "discard": ["type", "seat", "tile"],
    "pung": ["type", "seat", "tile", "from"],
    "kong": ["type", "seat", "tile", "kind", "from"],
    "pass": ["type", "seat", "declined"],
    "overruled": ["type", "seat", "asked"],
    "win": ["type", "seat", "tile", "by", "from", "ke", "items", "multiplier", "hand"],
    "exhausted": ["type"],
    "settle": ["type", "transfers", "deltas", "next_dealer"],
}
"""The fields of each type of line, in order."""
ONCE_ONLY = {"seating_dice", "from"}


def one_hand(seed: int = 1, **overrides: object) -> SimulatedHand:
    return next(simulate(1, seed, "classic", make_options("classic", overrides)))


def lines_of(hand: SimulatedHand) -> list[Line]:
    return log_lines(hand.header, hand.events)


@hands
@given(options=some_options(), seed=SEEDS)
def test_a_replay_gives_the_same_bytes(options: Options, seed: int) -> None:
    (hand,) = simulate(1, seed, "listed", options)
    data = log_bytes(lines_of(hand))
    ((*lines,),) = read_log(data)
    assert log_bytes(replay(lines)) == data


def test_every_line_has_its_fields_in_order() -> None:
    options = make_options("classic", {"exchange_three": "any", "void_suit": True})
    seen = set()
    for hand in (
        *simulate(60, 1, "classic", options),
        *simulate(140, 2, "listed", make_options("listed", {})),
    ):
        for line in lines_of(hand):
            kind = str(line["type"])
            seen.add(kind)
            fields = KEYS[kind]
            assert list(line) == [name for name in fields if name in line]
            assert set(fields) - set(line) <= ONCE_ONLY
    assert seen == set(KEYS)


KONG = Meld(MeldKind.CONCEALED_KONG, 1)
WON = Won(
    seat=2,
    tile=17,
    by=WinBy.DISCARD,
    source=0,
    score=Score(6, (Item("base", 1), Item("tile_hog", 1, (0,) * 4), Item("tile_hog", 1, (9,) * 4)), 2, ()),
    melds=(KONG,),
    concealed=(15, 16, 17, 28, 28),
    place=1,
)
PAID = (Transfer(0, 2, 6, "discard"), Transfer(1, 2, 4, "flower_pig"))
LINES: list[tuple[Event, Line | None]] = [
    (
        Dealt(1, (3, 4), ((0, 9), (18, 27, 29)), 27),
        {"type": "deal", "hands": ["1m1p", "1s57z"], "last": "5z"},
    ),
    (Chosen(0, "void", suit=1), None),
    (
        Exchanged(5, "previous", ((0, 1, 2), (9, 9, 10)), ((9, 9, 10), (0, 1, 2))),
        {"type": "exchange", "die": 5, "direction": "previous", "gave": ["123m", "112p"]},
    ),
    (Voided((2, 0)), {"type": "void", "suits": ["s", "m"]}),
    (Drew(3, 29, "tail"), {"type": "draw", "seat": 3, "tile": "7z", "from": "tail"}),
    (Discarded(3, 26), {"type": "discard", "seat": 3, "tile": "9s"}),
    (Punged(1, 26, 3), {"type": "pung", "seat": 1, "tile": "9s", "from": 3}),
    (
        Konged(1, 26, MeldKind.EXPOSED_KONG, 0),
        {"type": "kong", "seat": 1, "tile": "9s", "kind": "exposed", "from": 0},
    ),
    (Konged(1, 26, MeldKind.ADDED_KONG, None), {"type": "kong", "seat": 1, "tile": "9s", "kind": "added"}),
    (KongRobbed(1, 26, True), None),
    (Passed(2, ("win", "pung")), {"type": "pass", "seat": 2, "declined": ["win", "pung"]}),
    (Overruled(2, "kong"), {"type": "overruled", "seat": 2, "asked": "kong"}),
    (
        WON,
        {
            "type": "win",
            "seat": 2,
            "tile": "9p",
            "by": "discard",
            "from": 0,
            "ke": 6,
            "items": {"base": 1, "tile_hog": 2},
            "multiplier": 2,
            "hand": "(2222m)789p66z",
        },
    ),
    (Exhausted(), {"type": "exhausted"}),
    (
        Settled(PAID, (-6, -4, 10), 2, ()),
        {
            "type": "settle",
            "transfers": [
                {"payer": 0, "payee": 2, "ke": 6, "reason": "discard"},
                {"payer": 1, "payee": 2, "ke": 4, "reason": "flower_pig"},
            ],
            "deltas": [-6, -4, 10],
            "next_dealer": 2,
        },
    ),
]


@pytest.mark.parametrize(("event", "line"), LINES)
def test_what_a_line_says(event: Event, line: Line | None) -> None:
    assert event_line(event) == line


def test_words_that_logs_and_frames_are_made_of() -> None:
    assert [*MeldKind] == ["pung", "exposed", "added", "concealed"]
    assert [*GroupKind] == ["run", "triplet", "kong", "pair"]
    assert [*WinBy] == ["draw", "discard", "rob_kong"]


def test_every_event_has_its_line() -> None:
    assert {type(event) for event, _ in LINES} == set(get_args(Event))


def test_a_win_of_his_own_is_from_nobody() -> None:
    line = event_line(replace(WON, by=WinBy.DRAW, source=None))
    assert line is not None
    assert (line["by"], "from" in line) == ("draw", False)


def test_what_the_header_says() -> None:
    header = one_hand(players=2).header
    deal = header.deal
    assert header_line(header) == {
        "type": "hand",
        "version": 1,
        "preset": "classic",
        "options": {"players": 2},
        "players": 2,
        "hand": 1,
        "dealer": 0,
        "seed": header.seed,
        "client_seeds": list(header.client_seeds),
        "context": "simulate:1:0",
        "commitment": header.commitment,
        "seating_dice": [[list(dice) for dice in thrown if dice] for thrown in deal.seating_dice],
        "dice": list(deal.dice),
        "wall": [format_tile(tile) for tile in deal.wall],
    }


def test_the_seating_dice_are_in_the_first_hand_of_a_match_only() -> None:
    first, second, *_, ninth = simulate(9, 1, "classic", make_options("classic", {}))
    assert "seating_dice" in lines_of(first)[0]
    assert "seating_dice" not in lines_of(second)[0]
    assert (lines_of(ninth)[0]["hand"], "seating_dice" in lines_of(ninth)[0]) == (1, True)


def test_the_header_is_enough_to_check_the_deal() -> None:
    hand = one_hand()
    line = lines_of(hand)[0]
    seed = bytes.fromhex(str(line["seed"]))
    clients = tuple(bytes.fromhex(text) for text in hand.header.client_seeds)
    assert line["client_seeds"] == list(hand.header.client_seeds)
    assert commitment(seed, str(line["context"])) == line["commitment"]
    assert derive_deal(seed, clients, str(line["context"]), 4) == hand.header.deal


def test_each_hand_begins_with_the_header_and_ends_with_the_settlement() -> None:
    lines = lines_of(one_hand())
    assert lines[0]["type"] == "hand"
    assert lines[-1]["type"] == "settle"
    assert [line["type"] for line in lines].count("settle") == 1
    wall = lines[0]["wall"]
    assert isinstance(wall, list)
    assert len(wall) == TILES


def test_unknown_lines_and_fields_do_no_harm() -> None:
    lines = lines_of(one_hand())
    noisy = [{**line, "comment": "x"} for line in lines]
    noisy.insert(5, {"type": "chat", "text": "好"})
    assert replay(noisy) == lines


def test_a_log_file_holds_several_hands() -> None:
    logs = [log_bytes(lines_of(hand)) for hand in simulate(3, 5, "folk", make_options("folk", {}))]
    assert [log_bytes(lines) for lines in read_log(b"".join(logs))] == logs
    assert "5m" in logs[0].decode()
    assert all(json.loads(row) for row in logs[0].decode().splitlines())


def test_a_changed_log_is_found_out() -> None:
    lines = lines_of(one_hand())
    at = next(index for index, line in enumerate(lines) if line["type"] == "draw")
    lines[at] = {**lines[at], "tile": "9s" if lines[at]["tile"] != "9s" else "1m"}
    assert replay(lines) != lines


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"version": 2}, BadLog),
        ({"type": "deal"}, BadLog),
        ({"wall": ["1m"] * 119}, BadLog),
        ({"wall": None}, BadLog),
        ({"dice": [1]}, BadLog),
        ({"dice": 3}, BadLog),
        ({"seating_dice": 3}, BadLog),
        ({"seating_dice": [3]}, BadLog),
        ({"options": []}, BadLog),
        ({"dealer": "0"}, BadLog),
        ({"seed": None}, BadLog),
        ({"client_seeds": [1]}, BadLog),
        ({"preset": "sichuan"}, OptionError),
        ({"options": {"cap": 0}}, OptionError),
        ({"wall": ["1m"] * 120}, IllegalAction),
    ],
)
def test_what_is_no_log(change: Line, error: type[Exception]) -> None:
    lines = lines_of(one_hand())
    with pytest.raises(error):
        replay([{**lines[0], **change}, *lines[1:]])


def test_a_log_that_stops_early_is_refused() -> None:
    lines = lines_of(one_hand())
    with pytest.raises(BadLog, match=exactly("the log ends before the hand is over")):
        replay(lines[: len(lines) // 2])


@pytest.mark.parametrize("data", [b'{"type":"draw"}\n', b"[]\n"])
def test_what_is_no_log_file(data: bytes) -> None:
    with pytest.raises(BadLog):
        read_log(data)
