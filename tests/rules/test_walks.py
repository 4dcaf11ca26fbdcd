"""Random hands under random options: what must hold after every step."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.rules.actions import (
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
from app.rules.codec import decode, encode
from app.rules.events import Event, Settled, Won
from app.rules.hints import discard_hints, win_value
from app.rules.legal import default_action, legal_actions, pending_seats
from app.rules.options import Options, make_options
from app.rules.random_player import Chance
from app.rules.state import Claiming, Exchanging, HandState, Over, Turn, seats_in_play
from app.rules.tiles import COPIES, KINDS, TILES
from app.rules.transition import apply, start
from app.rules.view import view
from tests.rules.tables import random_deal, walk

PRESETS = ("classic", "listed", "mobile", "folk")


@st.composite
def some_options(draw: st.DrawFn) -> Options:
    """Any preset with any of the options that touch the play of a hand."""
    overrides = {
        "players": draw(st.sampled_from((4, 4, 3, 2))),
        "exchange_three": draw(st.sampled_from(("off", "same_suit", "any"))),
        "void_suit": draw(st.booleans()),
        "blood_battle": draw(st.sampled_from((True, True, False))),
        "robbed_kong": draw(st.sampled_from(("stands", "void"))),
        "forced_win": draw(st.sampled_from((0, 0, 4, 16))),
        "passed_win": draw(st.sampled_from(("free", "until_draw", "higher_only"))),
        "cap": draw(st.sampled_from((None, 5, 40))),
        "base_points": draw(st.sampled_from((1, 3))),
    }
    return make_options(draw(st.sampled_from(PRESETS)), overrides)


SEEDS = st.integers(0, 2**32)
hands = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def tiles_everywhere(state: HandState) -> Counter[int]:
    """Every physical tile of a hand in play."""
    tiles = Counter(state.wall) + Counter(state.robbed)
    for seat in state.seats:
        tiles.update(seat.hand)
        tiles.update(entry.tile for entry in seat.river if entry.taken in (None, "win"))
        for meld in seat.melds:
            tiles[meld.tile] += meld.size
    if isinstance(state.phase, Exchanging):
        assert all(
            not Counter(chosen or ()) - Counter(seat.hand)
            for chosen, seat in zip(state.phase.chosen, state.seats, strict=True)
        )
    return tiles


def alphabet(state: HandState, chance: Chance) -> set[Action]:
    """All actions there are, with a sample of the exchanges, legal ones and others."""
    actions: set[Action] = {Proceed()}
    for seat in range(-1, len(state.seats) + 1):
        actions |= {Win(seat), Pass(seat), *(Void(seat, suit) for suit in range(-1, 4))}
        for tile in range(KINDS):
            actions |= {Discard(seat, tile), Pung(seat, tile), Kong(seat, tile)}
        if isinstance(state.phase, Exchanging):
            own = state.seats[seat % len(state.seats)].hand
            for _ in range(20):
                picked = sorted(chance.pick(own) for _ in range(3))
                actions.add(Exchange(seat, (picked[0], picked[1], picked[2])))
                actions.add(Exchange(seat, (picked[2], picked[1], picked[0])))
        actions.add(Exchange(seat, (0, 1, 2)))
    return actions


def accepts(state: HandState, action: Action) -> bool:
    try:
        apply(state, action)
    except IllegalAction:
        return False
    return True


def all_legal(state: HandState) -> set[Action]:
    seats = (None, *range(len(state.seats)))
    return {action for seat in seats for action in legal_actions(state, seat)}


@hands
@given(options=some_options(), seed=SEEDS)
def test_no_tile_is_lost_or_made(options: Options, seed: int) -> None:
    for before, _, after, _ in walk(options, seed):
        for state in (before, after):
            tiles = tiles_everywhere(state)
            assert tiles.total() == TILES
            assert set(tiles.values()) == {COPIES}
            assert all(seat.hand == tuple(sorted(seat.hand)) for seat in state.seats)


@hands
@given(options=some_options(), seed=SEEDS)
def test_hands_have_thirteen_tiles_and_one_more_on_turn(options: Options, seed: int) -> None:
    for _, _, state, _ in walk(options, seed):
        playing = seats_in_play(state)
        on_turn = state.phase.seat if isinstance(state.phase, Turn) else None
        if on_turn is None and isinstance(state.phase, Exchanging):
            on_turn = state.dealer
        for seat in playing:
            owner = state.seats[seat]
            size = len(owner.hand) + 3 * len(owner.melds)
            if isinstance(state.phase, Turn):
                assert size == (14 if seat == on_turn else 13)
            if isinstance(state.phase, Claiming):
                assert size == 13
            assert size in (13, 14)


@hands
@given(options=some_options(), seed=SEEDS)
def test_legal_actions_are_what_apply_accepts(options: Options, seed: int) -> None:
    chance = Chance(f"alphabet {seed}")
    for state, action, after, _ in walk(options, seed):
        assert action in all_legal(state)
        if chance.percent(12) or isinstance(after.phase, Over):
            legal = all_legal(state)
            tried = alphabet(state, chance) | legal
            assert {action for action in tried if accepts(state, action)} == legal
        if isinstance(after.phase, Over):
            assert not all_legal(after)
            assert not pending_seats(after)
            assert not any(accepts(after, action) for action in alphabet(after, chance))


@hands
@given(options=some_options(), seed=SEEDS)
def test_who_is_pending_can_act_and_nobody_else(options: Options, seed: int) -> None:
    for state, _, _, _ in walk(options, seed):
        able = tuple(seat for seat in range(len(state.seats)) if legal_actions(state, seat))
        assert able == pending_seats(state)
        assert able or legal_actions(state, None) == (Proceed(),)
        for seat in able:
            assert default_action(state, seat) in legal_actions(state, seat)


@hands
@given(options=some_options(), seed=SEEDS)
def test_a_state_survives_its_bytes(options: Options, seed: int) -> None:
    for _, _, state, _ in walk(options, seed):
        data = encode(state)
        assert decode(data) == state
        assert encode(decode(data)) == data
        assert len(data) < 1500


@hands
@given(options=some_options(), seed=SEEDS)
def test_transfers_explain_the_result(options: Options, seed: int) -> None:
    events: list[Event] = []
    for _, _, _, happened in walk(options, seed):
        events.extend(happened)
    *_, result = events
    assert isinstance(result, Settled)
    assert sum(result.deltas) == 0
    for seat, delta in enumerate(result.deltas):
        won = sum(paid.ke for paid in result.transfers if paid.payee == seat)
        assert delta == won - sum(paid.ke for paid in result.transfers if paid.payer == seat)
    assert all(paid.ke > 0 and paid.payer != paid.payee for paid in result.transfers)
    owed: list[tuple[int, int, int]] = []
    playing = set(range(options.players))
    for event in events:
        if isinstance(event, Won):
            assert event.seat in playing
            payers = sorted(playing - {event.seat}) if event.source is None else [event.source]
            assert set(payers) <= playing
            owed += [(payer, event.seat, event.score.ke) for payer in payers]
            playing.discard(event.seat)
    paid_for_wins = [
        (paid.payer, paid.payee, paid.ke)
        for paid in result.transfers
        if paid.reason not in ("ready_check", "flower_pig")
    ]
    assert sorted(paid_for_wins) == sorted(entry for entry in owed if entry[2])
    winners = set(range(options.players)) - playing
    assert all(paid.payer not in winners for paid in result.transfers[len(paid_for_wins) :])


@hands
@given(options=some_options(), seed=SEEDS)
def test_the_order_of_answers_does_not_matter(options: Options, seed: int) -> None:
    chance = Chance(f"orders {seed}")
    for state, _, _, _ in walk(options, seed):
        pending = pending_seats(state)
        if not isinstance(state.phase, Claiming) or len(pending) < 2:
            continue
        answers = [chance.pick(legal_actions(state, seat)) for seat in pending]
        outcomes = set()
        for order in permutations(answers):
            answered = state
            for answer in order:
                step = apply(answered, answer)
                assert not step.events
                answered = step.state
            step = apply(answered, Proceed())
            outcomes.add((encode(step.state), step.events))
        assert len(outcomes) == 1


@hands
@given(options=some_options(), seed=SEEDS, dealer=st.integers(0, 1))
def test_silence_ends_every_hand(options: Options, seed: int, dealer: int) -> None:
    state = start(options, random_deal(seed, options.players), dealer).state
    for _ in range(2000):
        if isinstance(state.phase, Over):
            break
        for seat in pending_seats(state):
            state = apply(state, default_action(state, seat)).state
        if legal_actions(state, None):
            state = apply(state, Proceed()).state
    assert isinstance(state.phase, Over)


@hands
@given(options=some_options(), seed=SEEDS)
def test_hints_agree_with_the_engine(options: Options, seed: int) -> None:
    for state, _, after, _ in walk(options, seed):
        for seat in range(len(state.seats)):
            seen = view(state, seat)
            legal = legal_actions(state, seat)
            assert (win_value(seen, options) is not None) == (Win(seat) in legal)
            if (
                isinstance(state.phase, Claiming)
                and (offer := state.phase.offers[seat])
                and Win(seat) in legal
            ):
                assert win_value(seen, options) == offer.win
            if Win(seat) not in legal or len(legal) > 1:
                assert {Discard(seat, tile) for tile in discard_hints(seen, options)} <= set(legal)
        new = after.wins[len(state.wins) :]
        if isinstance(state.phase, Turn) and new:
            assert win_value(view(state, new[0].seat), options) == new[0].score.ke


@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_actions_give_the_same_bytes(preset: str) -> None:
    options = make_options(preset, {"exchange_three": "any", "void_suit": True})
    first, second = ([encode(after) for *_, after, _ in walk(options, 7)] for _ in range(2))
    assert first == second
    assert len(first) > 50
