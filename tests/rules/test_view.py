"""What a seat may know: nothing that the others conceal changes its view, its actions or its events."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given

from app.rules.actions import Action, Pass, Proceed, Void
from app.rules.events import (
    Chosen,
    Dealt,
    Drew,
    Event,
    Exchanged,
    Overruled,
    Passed,
    Settled,
    Voided,
    Won,
)
from app.rules.hints import discard_hints, waits_now, win_value
from app.rules.legal import legal_actions
from app.rules.offers import open_window
from app.rules.options import Options, make_options
from app.rules.random_player import Chance
from app.rules.state import (
    Claiming,
    Exchanging,
    HandState,
    Over,
    RiverTile,
    Turn,
    Voiding,
    in_play,
    put_at,
)
from app.rules.tiles import Seat, Tile, parse_tile, parse_tiles
from app.rules.transition import apply, start
from app.rules.view import redact, view
from tests.rules.tables import JUNK, random_deal, table, walk
from tests.rules.test_walks import SEEDS, hands, some_options


def shuffled(tiles: Sequence[Tile], chance: Chance) -> list[Tile]:
    return [tile for _, tile in sorted((chance.below(10**6), tile) for tile in tiles)]


def other_world(state: HandState, seat: Seat, chance: Chance) -> HandState | None:
    """A state that ``seat`` cannot tell from this one: tiles it does not see have changed places.

    The next tile at either end of the wall stays. None where the change is impossible.
    """
    if isinstance(state.phase, Over) or len(state.wall) < 2:
        return None
    hidden = [other for other in range(len(state.seats)) if other != seat and in_play(state, other)]
    inner = state.wall[1:-1]
    pool = shuffled([*inner, *(tile for other in hidden for tile in state.seats[other].hand)], chance)
    wall = (state.wall[0], *(pool.pop() for _ in inner), state.wall[-1])
    seats = state.seats
    for other in hidden:
        owner = seats[other]
        hand = tuple(sorted(pool.pop() for _ in owner.hand))
        seats = put_at(seats, other, replace(owner, hand=hand, block=None))
    return _with_phase(replace(state, wall=wall, seats=seats), seat, chance)


def _with_phase(state: HandState, seat: Seat, chance: Chance) -> HandState:
    """The phase of another world, where the secret parts of the others are new."""
    match state.phase:
        case Turn(seat=turn, drawn=drawn) as phase if turn != seat and drawn is not None:
            return replace(state, phase=replace(phase, drawn=chance.pick(state.seats[turn].hand)))
        case Exchanging(chosen=chosen):
            for other, made in enumerate(chosen):
                if other != seat and made is not None:
                    picked = legal_actions(
                        replace(state, phase=Exchanging(put_at(chosen, other, None))), other
                    )
                    chosen = put_at(chosen, other, getattr(chance.pick(picked), "tiles", None))
            return replace(state, phase=Exchanging(chosen))
        case Voiding(chosen=voids):
            secret = (
                made if other == seat or made is None else chance.below(3) for other, made in enumerate(voids)
            )
            return replace(state, phase=Voiding(tuple(secret)))
        case Claiming(answers=answers) as phase:
            opened = open_window(
                state, phase.seat, phase.tile, robbing=phase.robbing, after_kong=phase.after_kong
            ).state
            assert isinstance(opened.phase, Claiming)
            mine = put_at(opened.phase.answers, seat, answers[seat])
            return replace(opened, phase=replace(opened.phase, answers=mine))
        case _:
            return state


def known(state: HandState, seat: Seat, options: Options) -> tuple[object, ...]:
    """Everything that may reach a seat's screen."""
    seen = view(state, seat)
    return (
        seen,
        legal_actions(state, seat),
        waits_now(seen, options),
        discard_hints(seen, options),
        win_value(seen, options),
    )


def told(events: Sequence[Event], seat: Seat | None) -> list[Event]:
    return [heard for event in events if (heard := redact(event, seat)) is not None]


@hands
@given(options=some_options(), seed=SEEDS)
def test_concealed_tiles_change_nothing_that_a_seat_sees(options: Options, seed: int) -> None:
    chance = Chance(f"worlds {seed}")
    for state, _, _, _ in walk(options, seed):
        seat = chance.below(options.players)
        other = other_world(state, seat, chance)
        if other is not None:
            assert known(other, seat, options) == known(state, seat, options)


@hands
@given(options=some_options(), seed=SEEDS)
def test_concealed_tiles_change_nothing_that_a_seat_hears(options: Options, seed: int) -> None:
    chance = Chance(f"hearing {seed}")
    for state, _, _, _ in walk(options, seed):
        seat = chance.below(options.players)
        other = other_world(state, seat, chance)
        if other is None:
            continue
        for action in public_actions(state, other):
            first, second = apply(state, action).events, apply(other, action).events
            # These hand out or lay open what was concealed until now.
            if not any(isinstance(event, Won | Settled | Exchanged | Voided) for event in (*first, *second)):
                assert told(first, seat) == told(second, seat)
                assert told(first, None) == told(second, None)


def public_actions(state: HandState, other: HandState) -> list[Action]:
    """Actions that are possible in both worlds; of the answers, those that have no consequence yet."""
    seats = (None, *range(len(state.seats)))
    legal = [action for seat in seats for action in legal_actions(state, seat)]
    if isinstance(state.phase, Claiming) and _answers(state) != _answers(other):
        legal = [action for action in legal if not isinstance(action, Proceed)]
    return [action for action in legal if any(action in legal_actions(other, seat) for seat in seats)]


def _answers(state: HandState) -> set[tuple[Seat, str]]:
    assert isinstance(state.phase, Claiming)
    return {(seat, answer) for seat, answer in enumerate(state.phase.answers) if answer not in (None, "pass")}


@hands
@given(options=some_options(), seed=SEEDS)
def test_a_spectator_sees_what_every_seat_sees(options: Options, seed: int) -> None:
    for _, _, state, events in walk(options, seed):
        watched = view(state, None)
        assert watched.own is None
        for seat in range(options.players):
            assert replace(view(state, seat), seat=None, own=None) == watched
            heard = [event for event in told(events, seat) if not isinstance(event, Passed | Overruled)]
            assert [redact(event, None) for event in heard] == told(events, None)


def test_own_tiles_and_nobody_elses() -> None:
    state = start(make_options("classic", {}), random_deal(1, 4), 2).state
    seen = view(state, 0)
    assert seen.own is not None
    assert seen.own.hand == state.seats[0].hand
    assert seen.own.drawn is None
    assert [seat.hand for seat in seen.seats] == [None] * 4
    assert [seat.concealed for seat in seen.seats] == [13, 13, 14, 13]
    assert (seen.phase, seen.turn, seen.entry, seen.left) == ("turn", 2, "deal", 67)
    dealer = view(state, 2)
    assert dealer.own is not None
    assert dealer.own.drawn == state.last


def test_a_sealed_choice_is_seen_by_its_owner_only() -> None:
    state = start(make_options("classic", {"void_suit": True}), random_deal(1, 4), 0).state
    state = apply(state, Void(1, 2)).state
    mine, theirs = view(state, 1), view(state, 0)
    assert mine.own is not None
    assert theirs.own is not None
    assert (mine.own.void, theirs.own.void) == (2, None)
    assert [seat.chosen for seat in theirs.seats] == [False, True, False, False]
    assert [seat.void for seat in mine.seats] == [None] * 4


def test_a_claim_window_shows_the_tile_and_the_own_answer() -> None:
    game = table([JUNK + "9p", "99p1479m258s567z1s", JUNK]).discard(0, "9p")
    seen = view(game.state, 1)
    assert (seen.phase, seen.turn, seen.offered, seen.robbing) == ("claiming", 0, parse_tile("9p"), False)
    assert seen.own is not None
    assert view(game.do(Pass(1)).state, 1).own == replace(seen.own, answer="pass")
    watcher = view(game.state, 2)
    assert watcher.own is not None
    assert watcher.own.answer is None


def test_a_claimed_tile_stays_marked_in_the_river() -> None:
    game = table([JUNK + "9p", "99p1479m258s567z1s", JUNK]).discard(0, "9p").pung(1, "9p").go_on()
    assert view(game.state, 2).seats[0].river == (RiverTile(parse_tile("9p"), "pung"),)


def test_a_winners_hand_is_open_and_all_are_at_the_end() -> None:
    game = table([JUNK + "9p", "[111p]234567m78p44m", JUNK], wall="1s2s").discard(0, "9p").win(1).go_on()
    seen = view(game.state, 2)
    assert seen.seats[1].hand == parse_tiles("2344456" + "7m789p")
    assert seen.seats[0].hand is None
    assert seen.seats[1].won == game.state.wins[0]
    game.silent_turn().silent_turn()
    over = view(game.state, None)
    assert over.phase == "over"
    assert over.result == game.events[-1]
    assert None not in [seat.hand for seat in over.seats]


@pytest.mark.parametrize(
    ("event", "own", "others"),
    [
        (Drew(1, 5, "wall"), Drew(1, 5, "wall"), Drew(1, None, "wall")),
        (Passed(1, ("win",)), Passed(1, ("win",)), None),
        (Overruled(1, "pung"), Overruled(1, "pung"), None),
        (
            Chosen(1, "exchange", tiles=(1, 2, 3)),
            Chosen(1, "exchange", tiles=(1, 2, 3)),
            Chosen(1, "exchange"),
        ),
        (Chosen(1, "void", suit=2), Chosen(1, "void", suit=2), Chosen(1, "void")),
        (
            Dealt(1, (1, 2), ((1,), (2, 3)), 3),
            Dealt(1, (1, 2), (None, (2, 3)), 3),
            Dealt(1, (1, 2), ((1,), None), None),
        ),
        (
            Exchanged(1, "next", ((1,), (2,)), ((2,), (1,))),
            Exchanged(1, "next", (None, (2,)), (None, (1,))),
            Exchanged(1, "next", ((1,), None), ((2,), None)),
        ),
    ],
)
def test_what_is_told_of_an_event(event: Event, own: Event, others: Event | None) -> None:
    assert redact(event, 1) == own
    assert redact(event, 0) == others


def test_the_walks_reach_every_phase_and_claim() -> None:
    """The tests above would be empty otherwise."""
    options = make_options("classic", {"exchange_three": "any", "void_suit": True})
    phases: set[type[object]] = set()
    compared = 0
    for seed in range(5):
        chance = Chance(f"reach {seed}")
        for state, _, _, _ in walk(options, seed):
            phases.add(type(state.phase))
            other = other_world(state, 0, chance)
            if other is not None and other != state:
                compared += len(public_actions(state, other))
    assert phases == {Exchanging, Voiding, Turn, Claiming}
    assert compared > 500
