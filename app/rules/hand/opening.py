"""The opening of a hand: the deal, 换三张 and 定缺 (R5-R7)."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import assert_never

from app.rules.hand.actions import (
    Action,
    Discard,
    Exchange,
    IllegalAction,
    Kong,
    Pass,
    Proceed,
    Pung,
    Void,
    Win,
)
from app.rules.hand.endings import then
from app.rules.hand.events import Chosen, Dealt, Direction, Exchanged, Voided
from app.rules.hand.state import Exchanging, HandState, SeatState, Step, Turn, Voiding, put_at
from app.rules.options.option_specs import ExchangeThree
from app.rules.options.options import Options
from app.rules.tiles.tiles import FIRST_DRAGON, SUIT_LETTERS, Seat, Suit, Tile, suit_of
from app.rules.tiles.wall import Deal, deal_order

SUITS: tuple[Suit, ...] = tuple(range(len(SUIT_LETTERS)))
_STEPS: dict[Direction, int] = {"next": 1, "opposite": 2, "previous": -1}


def start(options: Options, deal: Deal, dealer: Seat) -> Step:
    """Deal a hand (R5). The exchange, the void suits and the dealer's turn follow (R6-R8).

    Raises ValueError if the dealer is not a seat of the hand.
    """
    if not 0 <= dealer < options.players:
        raise ValueError(f"seat {dealer} cannot deal: the hand has {options.players} seats")
    order = deal_order(dealer, options.players)
    hands: list[list[Tile]] = [[] for _ in range(options.players)]
    for seat, tile in zip(order, deal.wall, strict=False):
        hands[seat].append(tile)
    seats = tuple(SeatState(hand=tuple(sorted(hand))) for hand in hands)
    last = deal.wall[len(order) - 1]
    state = HandState(
        options=options,
        dealer=dealer,
        dice=deal.dice,
        exchange_die=deal.exchange_die,
        last=last,
        wall=deal.wall[len(order) :],
        seats=seats,
        phase=Turn(dealer, last, "deal"),
    )
    dealt = Dealt(dealer, deal.dice, tuple(seat.hand for seat in seats), last)
    if options.exchange_three is not ExchangeThree.OFF:
        return Step(replace(state, phase=Exchanging((None,) * options.players)), (dealt,))
    return Step(_after_exchange(state), (dealt,))


def choose(state: HandState, phase: Exchanging | Voiding, action: Action) -> Step:
    """Apply the sealed choice of a seat (R6, R7). Raises IllegalAction."""
    match action:
        case Exchange() if isinstance(phase, Exchanging):
            return _exchange(state, phase, action)
        case Void() if isinstance(phase, Voiding):
            return _void(state, phase, action)
        case Exchange() | Void() | Discard() | Pung() | Kong() | Win() | Pass() | Proceed():
            raise IllegalAction("wrong_phase")
        case _:
            assert_never(action)


def exchange_choices(options: Options, hand: tuple[Tile, ...]) -> tuple[tuple[Tile, Tile, Tile], ...]:
    """All sorted triples that the player may give away, ascending (R6)."""
    suited = [tile for tile in hand if tile < FIRST_DRAGON]
    if len(suited) < 3:
        dragons = [tile for tile in hand if tile >= FIRST_DRAGON]
        rests = sorted(set(combinations(dragons, 3 - len(suited))))
        return tuple(to_triple((*suited, *rest)) for rest in rests)
    triples = (to_triple(found) for found in sorted(set(combinations(suited, 3))))
    if options.exchange_three is ExchangeThree.SAME_SUIT and max(_suit_counts(hand)) >= 3:
        return tuple(triple for triple in triples if suit_of(triple[0]) == suit_of(triple[2]))
    return tuple(triples)


def default_exchange(hand: tuple[Tile, ...]) -> tuple[Tile, Tile, Tile]:
    """The tiles of a player whose time runs out (R6).

    The three lowest tiles of the shortest suit that has three or more; else the three lowest tiles.
    """
    counts = _suit_counts(hand)
    enough = [suit for suit in SUITS if counts[suit] >= 3]
    if enough:
        suit = min(enough, key=lambda suit: counts[suit])
        return to_triple([tile for tile in hand if suit_of(tile) == suit][:3])
    return to_triple(hand[:3])


def default_void(hand: tuple[Tile, ...]) -> Suit:
    """The void suit of a player whose time runs out (R7).

    The suit with the fewest tiles; on a tie 万 before 筒 before 条.
    """
    counts = _suit_counts(hand)
    return min(SUITS, key=lambda suit: counts[suit])


def direction_of(die: int, players: int) -> Direction:
    """The direction in which the exchanged tiles go (R6)."""
    if players < 4:
        return "next" if die % 2 else "previous"
    return ("next", "opposite", "previous")[(die - 1) // 2]


def exchange_event(die: int, gave: tuple[tuple[Tile, ...], ...]) -> Exchanged:
    """The event of an exchange. ``gave`` has the three tiles of each seat (R6)."""
    direction = direction_of(die, len(gave))
    received = tuple(gave[(seat - _STEPS[direction]) % len(gave)] for seat in range(len(gave)))
    return Exchanged(die, direction, gave, received)


def _exchange(state: HandState, phase: Exchanging, action: Exchange) -> Step:
    _check_open(phase.chosen, action.seat)
    hand = state.seats[action.seat].hand
    if Counter(action.tiles) - Counter(hand):
        raise IllegalAction("not_in_hand")
    if action.tiles not in exchange_choices(state.options, hand):
        raise IllegalAction("bad_exchange")
    chosen = put_at(phase.chosen, action.seat, action.tiles)
    told = (Chosen(action.seat, "exchange", tiles=action.tiles),)
    gave = tuple(tiles for tiles in chosen if tiles is not None)
    if len(gave) < len(chosen):
        return Step(replace(state, phase=Exchanging(chosen)), told)
    return then(told, _hand_over(state, gave))


def _hand_over(state: HandState, gave: tuple[tuple[Tile, ...], ...]) -> Step:
    event = exchange_event(state.exchange_die, gave)
    seats = tuple(
        replace(seat, hand=tuple(sorted((*(Counter(seat.hand) - Counter(given)).elements(), *(got or ())))))
        for seat, given, got in zip(state.seats, gave, event.received, strict=True)
    )
    return Step(_after_exchange(replace(state, seats=seats, exchanged=event)), (event,))


def _after_exchange(state: HandState) -> HandState:
    if state.options.void_suit:
        return replace(state, phase=Voiding((None,) * len(state.seats)))
    return _first_turn(state)


def _first_turn(state: HandState) -> HandState:
    drawn = state.last if state.last in state.seats[state.dealer].hand else None
    return replace(state, phase=Turn(state.dealer, drawn, "deal"))


def _void(state: HandState, phase: Voiding, action: Void) -> Step:
    _check_open(phase.chosen, action.seat)
    if action.suit not in SUITS:
        raise IllegalAction("bad_suit")
    chosen = put_at(phase.chosen, action.seat, action.suit)
    told = (Chosen(action.seat, "void", suit=action.suit),)
    suits = tuple(suit for suit in chosen if suit is not None)
    if len(suits) < len(chosen):
        return Step(replace(state, phase=Voiding(chosen)), told)
    seats = tuple(replace(seat, void=suit) for seat, suit in zip(state.seats, suits, strict=True))
    return Step(_first_turn(replace(state, seats=seats)), (*told, Voided(suits)))


def _check_open(chosen: tuple[object, ...], seat: Seat) -> None:
    if not 0 <= seat < len(chosen):
        raise IllegalAction("not_your_turn")
    if chosen[seat] is not None:
        raise IllegalAction("already_answered")


def _suit_counts(hand: tuple[Tile, ...]) -> tuple[int, ...]:
    suits = [suit_of(tile) for tile in hand]
    return tuple(suits.count(suit) for suit in SUITS)


def to_triple(tiles: tuple[Tile, ...] | list[Tile]) -> tuple[Tile, Tile, Tile]:
    """Three tiles, sorted. Raises ValueError for any other number of tiles."""
    first, second, third = sorted(tiles)
    return first, second, third
