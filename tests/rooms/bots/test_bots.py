"""Bots: their choices, and the distance of a hand from ready."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from app.rooms.bots.bots import choose
from app.rooms.bots.distance import FAR, distance, improving
from app.rooms.bots.policy import automatic_action
from app.rooms.handlers.lobby import BOT_NAMES
from app.rooms.state.member import Member
from app.rules.hand.actions import Discard, Exchange, Kong, Pass, Pung, Void, Win
from app.rules.hand.events import Dealt
from app.rules.hand.legal import legal_actions
from app.rules.hand.state import HandState, SeatState, Turn
from app.rules.hand.transition import apply, start
from app.rules.options.options import make_options
from app.rules.scoring.waits import waits
from app.rules.seen.view import view
from app.rules.tiles.hand_text import parse_hand
from app.rules.tiles.tiles import Counts, counts_of, format_tiles, parse_tile, parse_tiles, tiles_of
from app.rules.tiles.wall import derive_deal
from tests.support.exact import exactly
from tests.support.rooms.chance import Chance


def test_the_client_has_a_name_in_each_language_for_every_bot() -> None:
    """The client recognizes bots by the names that the server gives them."""
    names = Path("web/src/game/names.ts").read_text(encoding="utf-8")
    assert set(re.findall(r"\['(.+)', 'table\.bot_\w'\]", names)) == set(BOT_NAMES)


def away(text: str, void: int | None = None) -> int:
    melds, concealed = parse_hand(text, 13)
    return distance(melds, concealed, void)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("123456789m1199p", 0),
        ("123456789m119p1s", 1),
        ("[111p][888m]444p2255m", 0),
        ("[111p][888m][333s]4456m", FAR),
        ("1133557799m112p", 0),
        ("1133557799m12p5z", 1),
        ("147m147p147s5567z", 5),
        ("55566677z12345m", 0),
        ("123456789m111p5s", 1),
        ("(1111m)23456m789p55p", 0),
    ],
)
def test_distance_of_known_hands(text: str, expected: int) -> None:
    assert away(text) == expected


def test_under_a_void_suit_only_the_others_count() -> None:
    assert away("123456789m1199p", void=2) == 0
    assert away("123456789m1199p", void=1) == 4
    assert away("[111p]1234567m999m", void=1) == FAR


def test_distance_zero_is_ready_on_dealt_hands_and_their_descendants() -> None:
    """Improves hands until they are ready, and compares each step with the waits of the engine."""
    chance = Chance(7)
    for _ in range(30):
        tiles = chance.sample([tile for tile in range(30) for _ in range(4)], 13)
        for _ in range(60):
            concealed = counts_of(tiles)
            ready = distance((), concealed, None) <= 0
            assert ready == bool(waits((), concealed)) or 4 in concealed
            better = improving((), concealed, None)
            if not better or not waits((), concealed):
                tiles.append(chance.choice(better) if better else chance.below(30))
            if len(tiles) == 13:
                break
            rest = [(distance((), counts_of([*tiles[:i], *tiles[i + 1 :]]), None), i) for i in range(14)]
            tiles.pop(min(rest)[1])


def test_improving_tiles_are_exactly_those_that_lower_the_distance() -> None:
    chance = Chance(3)
    for _ in range(20):
        concealed = counts_of(chance.sample([tile for tile in range(30) for _ in range(4)], 13))
        now = distance((), concealed, None)
        lowering = tuple(
            tile
            for tile in range(30)
            if concealed[tile] < 4 and distance((), counts_of([*tiles_of(concealed), tile]), None) < now
        )
        better = improving((), concealed, None)
        assert set(better) <= set(lowering)
        assert all(_alone(concealed, tile) for tile in lowering if tile not in better)


def _alone(concealed: Counts, tile: int) -> bool:
    """Whether the hand has no tile near this one."""
    near = [tile] if tile >= 27 else [t for t in range(tile - 2, tile + 3) if t // 9 == tile // 9]
    return not any(concealed[other] for other in near)


def on_turn(hand: str, drawn: str, **options: object) -> HandState:
    """Seat 0 is on turn with this hand and this drawn tile."""
    chosen = make_options("classic", {"players": 2, **options})
    step = start(chosen, derive_deal(b"s" * 32, (), "x", 2), 0)
    assert isinstance(step.events[0], Dealt)
    state = step.state

    seats = (SeatState(tuple(sorted(parse_tiles(hand)))), state.seats[1])
    return replace(state, seats=seats, phase=Turn(0, parse_tile(drawn), "draw"))


def chosen_by_bot(state: HandState, seat: int = 0) -> object:
    return choose(view(state, seat), legal_actions(state, seat))


def test_a_bot_wins_when_it_can() -> None:
    assert chosen_by_bot(on_turn("123456789m11199p", "9p")) == Win(0)


def test_auto_wins_and_otherwise_discards_what_it_drew() -> None:
    member = Member(0, 0, "p", "甲", auto=True)
    assert automatic_action(on_turn("123456789m11199p", "9p"), member) == Win(0)
    assert automatic_action(on_turn("123456789m1199p5s", "5s"), member) == Discard(0, parse_tile("5s"))


def test_a_bot_gives_up_the_third_suit() -> None:
    action = chosen_by_bot(on_turn("1234567m11299p5s", "7m")) or None
    assert action == Discard(0, parse_tile("5s"))


def test_a_bot_keeps_the_wider_wait() -> None:
    """334m: without 3m it waits for 2m and 5m, without 4m only for the two pairs."""
    action = chosen_by_bot(on_turn("334789m11456789p", "9p"))
    assert action == Discard(0, parse_tile("3m"))


def test_a_bot_chooses_its_weakest_suit() -> None:
    step = start(make_options("classic", {"void_suit": True}), derive_deal(b"v" * 32, (), "x", 4), 0)
    for seat in range(4):
        action = choose(view(step.state, seat), legal_actions(step.state, seat))
        assert isinstance(action, Void)
        counts = [sum(tile // 9 == suit for tile in step.state.seats[seat].hand) for suit in range(3)]
        assert counts[action.suit] == min(counts)


@pytest.mark.parametrize("exchange", ["same_suit", "any"])
def test_a_bot_gives_tiles_of_its_weakest_suit(exchange: str) -> None:
    options = make_options("classic", {"exchange_three": exchange})
    step = start(options, derive_deal(b"e" * 32, (), "x", 4), 0)
    for seat in range(4):
        action = choose(view(step.state, seat), legal_actions(step.state, seat))
        assert isinstance(action, Exchange)
        assert action in legal_actions(step.state, seat)
        counts = [sum(tile // 9 == suit for tile in step.state.seats[seat].hand) for suit in range(3)]
        eligible = [count for count in counts if count >= 3] if exchange == "same_suit" else counts
        weakest = [suit for suit in range(3) if counts[suit] == min(eligible)]
        given = max(sum(tile // 9 == suit for tile in action.tiles) for suit in weakest)
        assert given == min(3, *eligible)


def test_a_bot_lets_go_what_does_not_help() -> None:
    """A pung would break its ready hand, so it passes."""
    other = SeatState(tuple(sorted(parse_tiles("123456789m5512s"))))
    state = on_turn("2346788m1199p125s", "5s")
    state = replace(state, seats=(state.seats[0], other))
    state = apply(state, Discard(0, parse_tile("5s"))).state
    legal = legal_actions(state, 1)
    assert Pung(1, parse_tile("5s")) in legal
    assert choose(view(state, 1), legal) == Pass(1)


def test_a_bot_takes_a_kong_that_keeps_its_hand_ready() -> None:
    own = on_turn("1111456789m9923p", "1m")
    assert chosen_by_bot(own) == Kong(0, parse_tile("1m"))
    other = SeatState(tuple(sorted(parse_tiles("123555789s1146p"))))
    state = on_turn("2346788m1199p125s", "5s")
    state = apply(replace(state, seats=(state.seats[0], other)), Discard(0, parse_tile("5s"))).state
    assert chosen_by_bot(state, 1) == Kong(1, parse_tile("5s"))


def test_a_fifth_copy_of_a_tile_improves_nothing() -> None:
    concealed = counts_of(parse_tiles("1111456789m99p5s"))
    better = improving((), concealed, None)
    assert parse_tile("2m") in better
    assert parse_tile("1m") not in better


def test_a_bot_needs_a_seat_and_a_choice() -> None:
    state = on_turn("123456789m11199p", "9p")
    with pytest.raises(ValueError, match=exactly("a bot answers for a seat that has something to decide")):
        choose(view(state, None), (Win(0),))
    with pytest.raises(ValueError, match=exactly("a bot answers for a seat that has something to decide")):
        choose(view(state, 0), ())
    assert format_tiles(state.seats[0].hand) == "123456789m11199p"
