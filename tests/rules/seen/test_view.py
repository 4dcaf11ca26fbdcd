"""The view of a seat, its redacted events, and the tiles that they do not show."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given

from app.rules.hand.actions import Exchange, Pass, Void
from app.rules.hand.events import (
    Chosen,
    Dealt,
    Drew,
    Event,
    Exchanged,
    Overruled,
    Passed,
)
from app.rules.hand.legal import default_action
from app.rules.hand.state import (
    RiverTile,
)
from app.rules.hand.transition import apply, start
from app.rules.options.options import Options, make_options
from app.rules.seen.view import redact, view
from app.rules.tiles.tiles import Seat, parse_tile, parse_tiles
from tests.support.rules.tables import JUNK, random_deal, table, walk
from tests.support.rules.walks import SEEDS, hands, some_options


def told(events: Sequence[Event], seat: Seat | None) -> list[Event]:
    return [heard for event in events if (heard := redact(event, seat)) is not None]


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


def test_an_exchange_is_seen_by_its_owner_only() -> None:
    state = start(make_options("classic", {"exchange_three": "any"}), random_deal(1, 4), 0).state
    given = default_action(state, 1)
    assert isinstance(given, Exchange)
    step = apply(state, given)
    mine, theirs = view(step.state, 1), view(step.state, 0)
    assert mine.own is not None
    assert theirs.own is not None
    assert (mine.own.exchange, mine.own.received, theirs.own.exchange) == (given.tiles, None, None)
    assert [seat.chosen for seat in theirs.seats] == [False, True, False, False]
    assert mine.exchange_die is None
    for seat in (0, 2, 3):
        step = apply(step.state, default_action(step.state, seat))
    (done,) = (event for event in step.events if isinstance(event, Exchanged))
    assert view(step.state, None).exchange_die == done.die
    for seat in range(4):
        own = view(step.state, seat).own
        assert own is not None
        assert (own.exchange, own.received) == (done.gave[seat], done.received[seat])


def test_before_the_first_turn_the_dealer_alone_knows_the_14th_tile() -> None:
    others = 0
    for seed in range(20):
        state = start(make_options("classic", {"void_suit": True}), random_deal(seed, 4), 2).state
        drawn = [own.drawn if (own := view(state, seat).own) else None for seat in range(4)]
        assert drawn == [None, None, state.last, None]
        others += sum(state.last in state.seats[seat].hand for seat in (0, 1, 3))
    assert others


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
