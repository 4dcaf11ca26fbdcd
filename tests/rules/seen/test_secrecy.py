"""Secrecy: the bytes that a seat gets depend only on what the seat may see."""

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

import pytest

from app.rules.hand.actions import Action, Proceed
from app.rules.hand.events import Dealt, Drew, Event, Exchanged, Settled, Voided, Won
from app.rules.hand.legal import legal_actions, pending_seats
from app.rules.hand.offers import open_window
from app.rules.hand.state import Claiming, Exchanging, HandState, Over, Phase, Turn, Voiding, in_play, put_at
from app.rules.hand.transition import apply, start
from app.rules.options.options import PRESETS, make_options
from app.rules.seen import hints
from app.rules.seen.view import redact, view
from app.rules.simulate.random_player import Chance
from app.rules.tiles.tiles import KINDS, Seat, Tile
from tests.support.rules.tables import random_deal, walk, walk_on
from tests.support.rules.walks import WALKS, all_legal, play

ALL_KINDS = range(KINDS)
Rows = tuple[tuple[Tile, ...] | None, ...]


def other_world(state: HandState, seat: Seat, chance: Chance) -> HandState:
    """A state that ``seat`` cannot distinguish from this one: the tiles that it does not see are shuffled.

    The sealed choices and answers of the others, and their passed wins, are different too.
    """
    hidden = [other for other in range(len(state.seats)) if other != seat and in_play(state, other)]
    pool = shuffled([*state.wall, *(tile for other in hidden for tile in state.seats[other].hand)], chance)
    seats = state.seats
    for other in hidden:
        hand = tuple(sorted(pool.pop() for _ in seats[other].hand))
        seats = put_at(seats, other, replace(seats[other], hand=hand, block=chance.pick((None, 1, 5))))
    changed = replace(state, wall=tuple(pool), seats=seats)
    return replace(changed, phase=other_phase(changed, seat, chance))


def shuffled(tiles: Sequence[Tile], chance: Chance) -> list[Tile]:
    return [tile for _, tile in sorted((chance.below(10**6), tile) for tile in tiles)]


def other_phase(state: HandState, seat: Seat, chance: Chance) -> Phase:
    """The phase in another world, with other secrets of the other seats."""
    phase = state.phase
    match phase:
        case Turn(seat=turn, drawn=drawn) if turn != seat and drawn is not None:
            return replace(phase, drawn=chance.pick(state.seats[turn].hand))
        case Exchanging(chosen=chosen):
            for other, made in enumerate(chosen):
                if other != seat and made is not None:
                    hand = state.seats[other].hand
                    chosen = put_at(chosen, other, (hand[0], hand[5], hand[9]))
            return Exchanging(chosen)
        case Voiding(chosen=voids):
            secret = (
                made if other == seat or made is None else chance.below(3) for other, made in enumerate(voids)
            )
            return Voiding(tuple(secret))
        case Claiming():
            return other_window(state, phase, seat, chance)
        case _:
            return phase


def other_window(state: HandState, claim: Claiming, seat: Seat, chance: Chance) -> Claiming:
    opened = open_window(
        state, claim.seat, claim.tile, robbing=claim.robbing, after_kong=claim.after_kong
    ).state.phase
    assert isinstance(opened, Claiming)
    assert opened.offers[seat] == claim.offers[seat]
    answers = put_at(opened.answers, seat, claim.answers[seat])
    for other, offer in enumerate(opened.offers):
        if other != seat and offer is not None and chance.percent(80):
            answers = put_at(answers, other, "pass")
    return replace(opened, answers=answers)


def screen(state: HandState, seat: Seat) -> bytes:
    """All that a seat's screen may show."""
    seen = view(state, seat)
    options = state.options
    shown = hints.discard_hints(seen, options), hints.win_score(seen, options), hints.unseen(seen)
    return repr((seen, legal_actions(state, seat), shown)).encode()


def told(events: Sequence[Event], seat: Seat) -> bytes:
    """The events that a seat sees, up to the first that reveals or gives it a hidden tile."""

    def is_no_news(event: Event) -> bool:
        match event:
            case Won(seat=winner):
                return winner == seat
            case Drew(seat=drawer):
                return drawer != seat
            case Settled() | Exchanged() | Voided():
                return False
            case _:
                return True

    heard = [redact(event, seat) for event in takewhile(is_no_news, events)]
    return repr([event for event in heard if event is not None]).encode()


def dealt_elsewhere(event: Dealt | Exchanged, seat: Seat, chance: Chance) -> Dealt | Exchanged:
    """The deal or the exchange in a world that ``seat`` cannot distinguish from this one."""

    def others(rows: Rows) -> Rows:
        known = {index: row or () for index, row in enumerate(rows)}
        pool = shuffled([tile for index, row in known.items() if index != seat for tile in row], chance)
        return tuple(
            row if index == seat else tuple(sorted(pool.pop() for _ in row)) for index, row in known.items()
        )

    if isinstance(event, Exchanged):
        return replace(event, gave=others(event.gave), received=others(event.received))
    hands = others(event.hands)
    return replace(event, hands=hands, last=event.last if seat == event.dealer else chance.pick(ALL_KINDS))


def twins(state: HandState, other: HandState, seat: Seat, chance: Chance) -> Iterator[tuple[Action, Action]]:
    """Each legal action, with an action that looks the same to ``seat`` in the other world.

    That is the same action; for a sealed choice of another seat it is any choice. The table proceeds only if
    the claims are the same in both worlds.
    """
    if isinstance(state.phase, Exchanging | Voiding):
        for chooser in pending_seats(state):
            action = chance.pick(legal_actions(state, chooser))
            yield action, action if chooser == seat else chance.pick(legal_actions(other, chooser))
        return
    both = set(all_legal(state)) & set(all_legal(other))
    if isinstance(state.phase, Claiming) and claims(state) != claims(other):
        both.discard(Proceed())
    yield from ((action, action) for action in both)


def claims(state: HandState) -> set[tuple[Seat, str]]:
    assert isinstance(state.phase, Claiming)
    return {(seat, answer) for seat, answer in enumerate(state.phase.answers) if answer not in (None, "pass")}


@pytest.mark.parametrize("name", WALKS)
def test_concealed_tiles_change_nothing_that_a_seat_sees(name: str) -> None:
    chance = Chance(f"worlds {name}")
    for _, _, state, _ in play(name, "secrecy"):
        seat = chance.below(len(state.seats))
        if chance.percent(50) and not isinstance(state.phase, Over):
            other = other_world(state, seat, chance)
            assert screen(other, seat) == screen(state, seat)


@pytest.mark.parametrize("name", WALKS)
def test_concealed_tiles_change_nothing_that_a_seat_hears(name: str) -> None:
    chance = Chance(f"hearing {name}")
    for state, _, _, _ in play(name, "secrecy"):
        if chance.percent(50):
            continue
        seat = chance.below(len(state.seats))
        other = other_world(state, seat, chance)
        for action, twin in twins(state, other, seat, chance):
            assert told(apply(state, action).events, seat) == told(apply(other, twin).events, seat)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_deal_and_an_exchange_tell_a_seat_its_own_tiles_and_no_others(preset: str) -> None:
    options = make_options(preset, {"exchange_three": "any"})
    chance = Chance(f"deals {preset}")
    told_of: set[type[object]] = set()
    for seed in range(20):
        begun = start(options, random_deal(seed, options.players), seed % options.players)
        played = (event for *_, events in walk_on(begun.state, chance) for event in events)
        for event in (*begun.events, *played):
            if not isinstance(event, Dealt | Exchanged):
                continue
            told_of.add(type(event))
            for seat in range(options.players):
                elsewhere = dealt_elsewhere(event, seat, chance)
                assert elsewhere != event
                assert redact(elsewhere, seat) == redact(event, seat)
    assert told_of == {Dealt, Exchanged}


def test_the_worlds_differ_and_everything_is_compared() -> None:
    """Without these cases the tests above would show nothing."""
    options = make_options("classic", {"exchange_three": "any", "void_suit": True})
    phases: set[type[object]] = set()
    done: set[type[object]] = set()
    same = 0
    for seed in range(10):
        chance = Chance(f"reach {seed}")
        for state, _, _, _ in walk(options, seed):
            other = other_world(state, 0, chance)
            same += other == state
            phases.add(type(state.phase))
            done |= {type(action) for action, _ in twins(state, other, 0, chance)}
    assert phases == {Exchanging, Voiding, Turn, Claiming}
    assert len(done) == 8, "all kinds of actions"
    assert same < 5, "only at the end of a hand is almost nothing hidden"


def test_hints_take_a_view_and_never_a_state() -> None:
    """Hints for a seat use only what the seat sees."""
    functions = [
        function
        for _, function in inspect.getmembers(hints, inspect.isfunction)
        if function.__module__ == hints.__name__
    ]
    assert {hints.discard_hints, hints.win_score, hints.unseen} <= set(functions)
    for function in functions:
        types = [parameter.annotation for parameter in inspect.signature(function).parameters.values()]
        assert inspect.Parameter.empty not in types
        assert HandState not in types
        assert "HandState" not in repr(types), function.__name__
    assert HandState not in vars(hints).values(), "the module does not import the state"
