"""Random hands under random options: properties that hold after every step."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given

from app.rules.hand.actions import (
    Discard,
    Proceed,
    Win,
)
from app.rules.hand.events import Event, Konged, KongRobbed, Settled, Won
from app.rules.hand.legal import default_action, legal_actions, pending_seats
from app.rules.hand.state import Claiming, Exchanging, HandState, Turn, is_forced, seats_in_play
from app.rules.options.options import PRESETS, Options, make_options
from app.rules.record.codec import decode, encode
from app.rules.seen.hints import discard_hints, win_score
from app.rules.seen.view import view
from app.rules.tiles.tiles import COPIES, TILES
from tests.support.rules.tables import walk
from tests.support.rules.walks import SEEDS, WALKS, hands, play, some_options


def tiles_everywhere(state: HandState) -> Counter[int]:
    """All tiles of a hand in play."""
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
def test_hints_agree_with_the_engine(options: Options, seed: int) -> None:
    for state, _, after, _ in walk(options, seed):
        for seat in range(len(state.seats)):
            seen = view(state, seat)
            legal = legal_actions(state, seat)
            scored = win_score(seen, options)
            assert (scored is not None) == (Win(seat) in legal)
            if (
                isinstance(state.phase, Claiming)
                and (offer := state.phase.offers[seat])
                and scored is not None
            ):
                assert scored.ke == offer.win
            if Win(seat) not in legal or len(legal) > 1:
                assert {Discard(seat, tile) for tile in discard_hints(seen, options)} <= set(legal)
        new = after.wins[len(state.wins) :]
        if isinstance(state.phase, Turn) and new:
            assert win_score(view(state, new[0].seat), options) == new[0].score


@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_actions_give_the_same_bytes(preset: str) -> None:
    options = make_options(preset, {"exchange_three": "any", "void_suit": True})
    first, second = ([encode(after) for *_, after, _ in walk(options, 7)] for _ in range(2))
    assert first == second
    assert len(first) > 50


def test_random_play_meets_what_is_rare() -> None:
    """Without these events the tests of this file would show little."""
    met: Counter[str] = Counter()
    for name, label in product(WALKS, ("rare", "rarer", "rarest", "unheard of")):
        for state, _, after, events in play(name, label):
            met.update(type(event).__name__ for event in events)
            met.update(rare_things(state, after, events))
    for thing in RARE:
        assert met[thing] >= 3, (thing, met)


RARE = (
    *("Exchanged", "Voided", "Overruled", "KongRobbed", "Exhausted", "Passed"),
    *("several winners", "blocked", "forced claim", "14th tile gone", "ready_check", "flower_pig"),
    *("concealed kong", "exposed kong", "added kong", "stands", "does not stand"),
)


def rare_things(state: HandState, after: HandState, events: tuple[Event, ...]) -> Iterator[str]:
    wins = [event for event in events if isinstance(event, Won)]
    if len(wins) > 1:
        yield "several winners"
    if any(seat.block is not None for seat in after.seats):
        yield "blocked"
    if isinstance(after.phase, Claiming) and is_forced(after) and pending_seats(after):
        yield "forced claim"
    if isinstance(after.phase, Turn) and after.phase.entry == "deal" and after.phase.drawn is None:
        yield "14th tile gone"
    for event in events:
        match event:
            case Konged(kind=kind):
                yield f"{kind} kong"
            case KongRobbed(stands=stands):
                yield "stands" if stands else "does not stand"
            case Settled(transfers=transfers):
                yield from (paid.reason for paid in transfers)
            case _:
                continue
