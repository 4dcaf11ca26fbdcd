"""Deal, 换三张 and 定缺 (R5-R7, R16)."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.hand.actions import Action, Discard, Exchange, IllegalAction, Proceed, Void
from app.rules.hand.events import Chosen, Dealt, Exchanged, Voided
from app.rules.hand.legal import default_action, legal_actions, pending_seats
from app.rules.hand.opening import (
    default_exchange,
    default_void,
    direction_of,
    exchange_choices,
)
from app.rules.hand.state import Exchanging, Step, Turn, Voiding
from app.rules.hand.transition import apply, start
from app.rules.options.options import make_options
from app.rules.tiles.tiles import KINDS, Tile, parse_tiles, suit_of
from app.rules.tiles.wall import Deal
from tests.support.exact import exactly
from tests.support.rules.tables import random_deal

SAME_SUIT = make_options("classic", {"exchange_three": "same_suit"})
ANY = make_options("classic", {"exchange_three": "any"})


def triple(text: str) -> tuple[Tile, Tile, Tile]:
    first, second, third = parse_tiles(text)
    return first, second, third


def dealt(die: int = 1, players: int = 4, dealer: int = 0, **overrides: object) -> Step:
    deal = random_deal(5, players)
    options = make_options("classic", {"players": players, **overrides})
    return start(options, Deal(deal.wall, deal.dice, die, deal.seating_dice), dealer)


def code_of(step: Step, action: Action) -> str:
    with pytest.raises(IllegalAction) as caught:
        apply(step.state, action)
    return caught.value.code


def all_silent(step: Step) -> Step:
    for seat in pending_seats(step.state):
        step = apply(step.state, default_action(step.state, seat))
    return step


@pytest.mark.parametrize(("players", "dealer"), [(4, 0), (4, 3), (3, 1), (2, 1)])
def test_the_deal_takes_fours_from_the_front_of_the_wall(players: int, dealer: int) -> None:
    step = dealt(players=players, dealer=dealer)
    deal = random_deal(5, players)
    (event,) = step.events
    assert isinstance(event, Dealt)
    turn = [(dealer + offset) % players for offset in range(players)]
    for place, seat in enumerate(turn):
        tiles = [tile for row in range(3) for tile in deal.wall[4 * (place + players * row) :][:4]]
        tiles.append(deal.wall[12 * players + place])
        if seat == dealer:
            tiles.append(deal.wall[13 * players])
        assert step.state.seats[seat].hand == tuple(sorted(tiles)) == event.hands[seat]
    assert event.last == deal.wall[13 * players]
    assert step.state.wall == deal.wall[13 * players + 1 :]
    assert step.state.phase == Turn(dealer, event.last, "deal")


@pytest.mark.parametrize("dealer", [-1, 4])
def test_only_a_player_can_deal(dealer: int) -> None:
    with pytest.raises(ValueError, match=exactly(f"seat {dealer} cannot deal: the hand has 4 seats")):
        dealt(dealer=dealer)


def test_three_of_one_suit_or_any_three_suit_tiles() -> None:
    hand = parse_tiles("1123m19p19s55566z")
    assert exchange_choices(SAME_SUIT, tuple(sorted(hand))) == (
        triple("112m"),
        triple("113m"),
        triple("123m"),
    )
    in_any = exchange_choices(ANY, tuple(sorted(hand)))
    assert triple("1m19p") in in_any
    assert all(suit_of(tile) is not None for chosen in in_any for tile in chosen)


def test_without_three_of_a_suit_any_suit_tiles_go() -> None:
    hand = tuple(sorted(parse_tiles("12m12p12s5556667z")))
    assert len(exchange_choices(SAME_SUIT, hand)) == 20
    assert default_exchange(hand) == triple("12m1p")


def test_without_three_suit_tiles_dragons_go_along() -> None:
    hand = tuple(sorted(parse_tiles("9s5p" + "5555666677z7z")))[:13]
    assert exchange_choices(SAME_SUIT, hand) == (triple("5p9s5z"), triple("5p9s6z"), triple("5p9s7z"))
    assert default_exchange(hand) == triple("5p9s5z")


@pytest.mark.parametrize(
    ("hand", "given_away"),
    [
        ("1234m234p12345s5z", "234p"),
        ("9999m456p456s567z", "456p"),
        ("123456m1p123456s", "123m"),
        ("12m1p1234567899s", "123s"),
    ],
)
def test_silence_gives_the_lowest_of_the_shortest_suit(hand: str, given_away: str) -> None:
    assert default_exchange(tuple(sorted(parse_tiles(hand)))) == triple(given_away)


@pytest.mark.parametrize(
    ("hand", "suit"), [("123m12p123s", 1), ("12m12p123s", 0), ("123p12s12m", 0), ("5z", 0)]
)
def test_silence_voids_the_shortest_suit(hand: str, suit: int) -> None:
    assert default_void(tuple(sorted(parse_tiles(hand)))) == suit


@given(hand=st.lists(st.integers(0, KINDS - 1), min_size=13, max_size=14), same=st.booleans())
def test_choices_are_exactly_what_the_rule_says(hand: list[int], same: bool) -> None:
    tiles = tuple(sorted(hand))
    suited = [tile for tile in tiles if tile < 27]
    has_three = any(sum(suit_of(tile) == suit for tile in tiles) >= 3 for suit in range(3))
    expected = set()
    for chosen in combinations(tiles, 3):
        suits = {suit_of(tile) for tile in chosen}
        if len(suited) < 3:
            fine = [tile for tile in chosen if tile < 27] == suited
        else:
            fine = None not in suits and (not (same and has_three) or len(suits) == 1)
        if fine:
            expected.add(chosen)
    choices = exchange_choices(SAME_SUIT if same else ANY, tiles)
    assert set(choices) == expected
    assert list(choices) == sorted(expected)
    assert default_exchange(tiles) in expected


@pytest.mark.parametrize(
    ("players", "ways"),
    [
        (4, ["next", "next", "opposite", "opposite", "previous", "previous"]),
        (3, ["next", "previous"] * 3),
        (2, ["next", "previous"] * 3),
    ],
)
def test_the_die_says_which_way(players: int, ways: list[str]) -> None:
    assert [direction_of(die, players) for die in range(1, 7)] == ways


@pytest.mark.parametrize(("die", "giver"), [(1, 3), (4, 2), (6, 1)])
def test_everybody_gives_and_gets_three(die: int, giver: int) -> None:
    begin = dealt(die, exchange_three="same_suit")
    assert begin.state.phase == Exchanging((None,) * 4)
    step = all_silent(begin)
    chosen, event = step.events
    assert isinstance(chosen, Chosen)
    assert isinstance(event, Exchanged)
    assert event.received[0] == event.gave[giver]
    for seat, gave in enumerate(event.gave):
        before, after = list(begin.state.seats[seat].hand), list(step.state.seats[seat].hand)
        for tile in gave or ():
            before.remove(tile)
        assert sorted(before + list(event.received[seat] or ())) == after


def test_exchange_refusals() -> None:
    step = dealt(exchange_three="same_suit")
    hand = step.state.seats[1].hand
    mixed = (hand[0], hand[6], hand[12])
    absent = next(tile for tile in range(27) if tile not in hand)
    assert code_of(step, Exchange(1, mixed)) == "bad_exchange"
    assert code_of(step, Exchange(1, (absent, absent, absent))) == "not_in_hand"
    assert code_of(step, Exchange(4, mixed)) == "not_your_turn"
    assert code_of(step, Void(1, 0)) == "wrong_phase"
    assert code_of(step, Discard(0, hand[0])) == "wrong_phase"
    assert code_of(step, Proceed()) == "wrong_phase"
    fine = legal_actions(step.state, 1)[0]
    again = apply(step.state, fine)
    assert again.events == (Chosen(1, "exchange", tiles=getattr(fine, "tiles", None)),)
    assert code_of(again, fine) == "already_answered"
    assert pending_seats(again.state) == (0, 2, 3)


def test_void_suits_are_shown_when_all_have_chosen() -> None:
    step = all_silent(dealt(exchange_three="any", void_suit=True))
    assert step.state.phase == Voiding((None,) * 4)
    for seat, suit in enumerate((2, 0, 1)):
        step = apply(step.state, Void(seat, suit))
        assert step.events == (Chosen(seat, "void", suit=suit),)
        assert {owner.void for owner in step.state.seats} == {None}
    assert code_of(step, Void(3, 3)) == "bad_suit"
    assert code_of(step, Void(0, 0)) == "already_answered"
    step = apply(step.state, Void(3, 2))
    assert step.events[1:] == (Voided((2, 0, 1, 2)),)
    assert [owner.void for owner in step.state.seats] == [2, 0, 1, 2]
    assert isinstance(step.state.phase, Turn)


@pytest.mark.parametrize("gives_it", [True, False])
def test_the_dealers_14th_tile_may_be_given_away(gives_it: bool) -> None:
    """A wall in which the dealer's 14th tile is their only 1m."""
    begin = dealt(exchange_three="any")
    state = begin.state
    last = state.last
    own = [action for action in legal_actions(state, 0) if isinstance(action, Exchange)]
    held = state.seats[0].hand.count(last)
    chosen = next(action for action in own if (action.tiles.count(last) == held) is gives_it)
    step = apply(state, chosen)
    for seat in (1, 2, 3):
        without = [
            action
            for action in legal_actions(step.state, seat)
            if isinstance(action, Exchange) and last not in action.tiles
        ]
        step = apply(step.state, without[0])
    assert step.state.phase == Turn(0, None if gives_it else last, "deal")
