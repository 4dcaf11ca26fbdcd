"""Claims on another player's tile: priority, robbed kongs, passed and forced wins (R9-R15)."""

from dataclasses import replace

import pytest

from app.rules.hand.actions import Action, Discard, IllegalAction, Kong, Pass, Proceed, Pung, Win
from app.rules.hand.events import (
    Discarded,
    Drew,
    Event,
    Exhausted,
    Konged,
    KongRobbed,
    Overruled,
    Passed,
    Punged,
    Settled,
    Won,
)
from app.rules.hand.legal import default_action, legal_actions, pending_seats
from app.rules.hand.state import Claiming, RiverTile, Turn
from app.rules.hand.transition import apply
from app.rules.scoring.scoring import WinBy
from app.rules.tiles.melds import MeldKind
from app.rules.tiles.tiles import parse_tile
from tests.support.rules.tables import JUNK, Table, table

WAITS_9P = "[111p]234567m78p44m"
"""Waits on 6p and 9p for 2 颗."""
WAITS_36M = "[666m]12345789m55p"
"""Waits on 3m for 2 颗 and on 6m for 8."""
DRAGONS = "147m258p36s55566z"
"""Three 5z and two 6z."""
PAIR_9P = "99p1479m258s567z1s"
PAIR_3M = "33m2589p1369s567z"
PAIR_4M = "44m2589p1369s567z"
WAITS_4M_5P = "[999p]678m123p44m55p"
KONG_5M = "5555m147p258s1m567z"


def refused(game: Table, action: Action) -> str:
    with pytest.raises(IllegalAction) as caught:
        apply(game.state, action)
    return caught.value.code


def result(game: Table) -> Settled:
    assert isinstance(game.events[-1], Settled)
    return game.events[-1]


def events_of(game: Table, *kinds: type[Event]) -> list[Event]:
    return [event for event in game.events if isinstance(event, kinds)]


def test_every_discard_waits_for_the_table() -> None:
    game = table([JUNK + "9m", JUNK, JUNK]).discard(0, "9m")
    assert game.events == [Discarded(0, parse_tile("9m"))]
    assert isinstance(game.state.phase, Claiming)
    assert pending_seats(game.state) == ()
    assert game.do(Proceed()).events[1] == Drew(1, parse_tile("9s"), "wall")


def test_a_window_stays_open_until_all_have_answered() -> None:
    game = table([JUNK + "9p", WAITS_9P, JUNK, WAITS_9P]).discard(0, "9p")
    assert pending_seats(game.state) == (1, 3)
    assert refused(game, Proceed()) == "window_open"
    game.do(Win(1))
    assert legal_actions(game.state, 1) == ()
    assert refused(game, Pass(1)) == "already_answered"
    assert refused(game, Proceed()) == "window_open"
    assert len(game.events) == 1


def test_a_recorded_win_of_a_hand_that_does_not_win_is_refused() -> None:
    game = table([JUNK + "9m", JUNK, JUNK]).discard(0, "9m")
    assert isinstance(game.state.phase, Claiming)
    game.state = replace(game.state, phase=replace(game.state.phase, answers=(None, "win", None)))
    assert refused(game, Proceed()) == "cannot_win"


def test_several_win_on_one_tile() -> None:
    game = (
        table([JUNK + "9p", JUNK, WAITS_9P, WAITS_9P], turn=0).discard(0, "9p").do(Win(3), Win(2), Proceed())
    )
    wins = events_of(game, Won)
    assert [(won.seat, won.place, won.source) for won in wins if isinstance(won, Won)] == [
        (2, 1, 0),
        (3, 2, 0),
    ]
    # The player after the winner furthest from the discarder draws next.
    assert game.state.phase == Turn(0, parse_tile("9s"), "draw")
    assert game.state.seats[0].river == (RiverTile(parse_tile("9p"), "win"),)
    assert game.state.next_dealer == 0


def test_the_winner_of_a_single_first_win_deals_next() -> None:
    game = table([JUNK + "9p", JUNK, WAITS_9P, WAITS_9P]).discard(0, "9p").do(Pass(3), Win(2), Proceed())
    assert game.state.next_dealer == 2
    assert game.state.phase == Turn(3, parse_tile("9s"), "draw")


def test_a_second_win_does_not_change_the_next_dealer() -> None:
    """Two wins on the same kind from the same discarder, but one after the other (R17)."""
    game = table([JUNK + "9p", JUNK, WAITS_9P, WAITS_9P], wall="9s9p1s1s", passed_win="free")
    game.discard(0, "9p").do(Pass(3), Win(2), Proceed()).silent_turn()
    game.discard(0, "9p").do(Win(3), Proceed())
    assert [won.seat for won in game.state.wins] == [2, 3]
    assert game.state.next_dealer == 2


def test_play_goes_on_after_the_winner_furthest_from_the_discarder() -> None:
    game = table([JUNK + "9p", WAITS_9P, JUNK, WAITS_9P]).discard(0, "9p").win(1, 3).go_on()
    assert game.state.phase == Turn(0, parse_tile("9s"), "draw")


def test_a_win_beats_a_pung_whoever_answers_first() -> None:
    game = table([JUNK + "9p", PAIR_9P, WAITS_9P, JUNK]).discard(0, "9p").do(Pung(1, parse_tile("9p")))
    game.do(Win(2), Proceed())
    assert [type(event) for event in game.events[1:]] == [Overruled, Won, Drew]
    assert game.state.seats[1].melds == ()


def test_a_win_beats_a_kong() -> None:
    game = table([JUNK + "9p", "999p1479m258s67z1s", WAITS_9P, JUNK]).discard(0, "9p").kong(1, "9p")
    game.win(2).go_on()
    assert game.events[1] == Overruled(1, "kong")
    assert [type(event) for event in game.events[2:]] == [Won, Drew]
    assert game.state.seats[1].melds == ()


def test_a_pung_takes_the_tile_and_the_turn() -> None:
    game = table([JUNK + "6z", JUNK, DRAGONS]).discard(0, "6z").pung(2, "6z").go_on()
    assert game.events[-1] == Punged(2, parse_tile("6z"), 0)
    assert game.state.phase == Turn(2, None, "pung")
    assert game.state.seats[0].river == (RiverTile(parse_tile("6z"), "pung"),)
    assert len(game.state.seats[2].hand) == 11


def test_an_exposed_kong_draws_from_the_tail() -> None:
    game = table([JUNK + "5z", JUNK, DRAGONS]).discard(0, "5z")
    assert game.kinds(2) == {Kong, Pung, Pass}
    game.kong(2, "5z").go_on()
    assert game.events[1:] == [
        Konged(2, parse_tile("5z"), MeldKind.EXPOSED_KONG, 0),
        Drew(2, parse_tile("7s"), "tail"),
    ]


def test_a_discard_after_a_kong_is_shot() -> None:
    game = table([KONG_5M, WAITS_9P], wall="1s9p", drawn="5m").kong(0, "5m")
    won = game.discard(0, "9p").win(1).go_on().last(Won)
    assert isinstance(won, Won)
    assert won.score.totals()["kong_shot"] == 5


def test_the_second_discard_after_a_kong_is_not() -> None:
    game = table([KONG_5M, WAITS_9P], wall="9s9p2s3s", drawn="5m").kong(0, "5m")
    game.discard(0, "3s").go_on().silent_turn()
    won = game.discard(0, "9p").win(1).go_on().last(Won)
    assert isinstance(won, Won)
    assert "kong_shot" not in won.score.totals()


def test_after_the_last_tile_only_a_win_is_possible() -> None:
    game = table([JUNK + "5z", DRAGONS, WAITS_9P], wall="").discard(0, "5z")
    assert pending_seats(game.state) == ()
    game.do(Proceed())
    assert Exhausted() in game.events
    last = table([JUNK + "9p", DRAGONS, WAITS_9P], wall="").discard(0, "9p").win(2).go_on()
    won = last.last(Won)
    assert isinstance(won, Won)
    assert won.score.totals()["last_tile_shot"] == 5
    assert Exhausted() in last.events


def test_a_third_suit_may_be_claimed_and_cannot_win_any_more() -> None:
    game = table([JUNK + "9s", "99s111222m33344p"]).discard(0, "9s")
    assert game.kinds(1) == {Pung, Pass}


def test_void_tiles_cannot_be_claimed() -> None:
    game = table([JUNK + "9p", PAIR_9P, WAITS_9P], void=(0, 1, 1)).discard(0, "1m")
    assert pending_seats(game.state) == ()
    game = table([JUNK + "9p", PAIR_9P, WAITS_9P], void=(1, 1, 1)).discard(0, "9p")
    assert pending_seats(game.state) == ()
    assert refused(game, Pung(1, parse_tile("9p"))) == "cannot_pung"


# Robbed kongs (R10, R13)

ADDS_9P = "[999p]9p" + "147m258s556z1s"


def test_a_robbed_kong_stands() -> None:
    game = table([ADDS_9P, JUNK, WAITS_9P, JUNK], drawn="9p").kong(0, "9p")
    assert game.kinds(2) == {Win, Pass}
    game.win(2).go_on()
    won = game.last(Won)
    assert isinstance(won, Won)
    assert (won.by, won.source, won.score.totals()["robbed_kong"]) == (WinBy.ROB_KONG, 0, 5)
    assert game.events[-2:] == [KongRobbed(0, parse_tile("9p"), True), Drew(0, parse_tile("7s"), "tail")]
    assert game.state.seats[0].melds[0].kind is MeldKind.ADDED_KONG
    assert game.state.phase == Turn(0, parse_tile("7s"), "tail")
    assert game.state.robbed == ()


def test_a_robbed_kong_falls_back_to_a_pung() -> None:
    game = table([ADDS_9P, JUNK, WAITS_9P, JUNK], drawn="9p", robbed_kong="void").kong(0, "9p").win(2).go_on()
    assert game.events[-2:] == [KongRobbed(0, parse_tile("9p"), False), Drew(3, parse_tile("9s"), "wall")]
    assert game.state.seats[0].melds[0].kind is MeldKind.PUNG
    assert game.state.robbed == (parse_tile("9p"),)


@pytest.mark.parametrize("robbed_kong", ["stands", "void"])
def test_all_who_wait_may_rob_a_kong(robbed_kong: str) -> None:
    game = table([ADDS_9P, WAITS_9P, WAITS_9P, JUNK], drawn="9p", robbed_kong=robbed_kong)
    game.kong(0, "9p").win(2, 1).go_on()
    assert [won.seat for won in game.state.wins] == [1, 2]
    assert game.state.next_dealer == 0
    turn = game.state.phase
    assert isinstance(turn, Turn)
    assert turn.seat == (0 if robbed_kong == "stands" else 3)


def test_a_robbed_player_pays_alone() -> None:
    game = table([ADDS_9P, JUNK, WAITS_9P], drawn="9p", blood_battle=False).kong(0, "9p").win(2).go_on()
    assert result(game).deltas == (-7, 0, 7)
    assert result(game).transfers[0].reason == "rob_kong"
    assert not events_of(game, Drew)


def test_other_kongs_cannot_be_robbed() -> None:
    game = table(["9999p" + "147m258s556z1s", JUNK, WAITS_9P], drawn="9p").kong(0, "9p")
    assert isinstance(game.state.phase, Turn)


# Passed wins (R15)


def passes_3m(mode: str, wall: str) -> Table:
    """Seat 1 passes a win of 2 颗 on 3m. The others discard the tiles that they draw."""
    game = table([JUNK + "3m", WAITS_36M, JUNK, JUNK], wall=wall, passed_win=mode)
    game.discard(0, "3m")
    assert game.kinds(1) == {Win, Pass}
    return game.go_on()


def discards_drawn(game: Table, wall_tile: str) -> Table:
    phase = game.state.phase
    assert isinstance(phase, Turn)
    assert phase.drawn == parse_tile(wall_tile)
    return game.discard(phase.seat, wall_tile)


def test_a_higher_win_is_not_blocked_by_a_lower_one_passed() -> None:
    # Seat 2 makes a pung before seat 1 can draw, because its own draw removes the block of seat 1.
    game = table([JUNK + "3m", WAITS_36M, PAIR_3M, JUNK], wall="3m6m3m9s9s9s").discard(0, "3m")
    game.do(Pass(1), Pung(2, parse_tile("3m")), Proceed()).discard(2, "5z").go_on()
    assert game.state.seats[1].block == 2
    discards_drawn(game, "3m")
    assert pending_seats(game.state) == ()
    assert refused(game, Win(1)) == "win_blocked"
    game.go_on()
    discards_drawn(game, "6m")
    assert game.kinds(1) == {Win, Pass}
    game.go_on()
    assert game.state.seats[1].block is None, "seat 1 has drawn"


@pytest.mark.parametrize(("mode", "blocked"), [("free", False), ("until_draw", True), ("higher_only", False)])
def test_the_three_modes(mode: str, blocked: bool) -> None:
    game = table([JUNK + "3m", WAITS_36M, PAIR_3M, JUNK], wall="3m6m9s9s9s9s", passed_win=mode).discard(
        0, "3m"
    )
    game.do(Pass(1), Pung(2, parse_tile("3m")), Proceed()).discard(2, "5z").go_on()
    discards_drawn(game, "3m")
    assert (pending_seats(game.state) == (1,)) is (mode == "free")
    game.go_on()
    discards_drawn(game, "6m")
    assert (pending_seats(game.state) == ()) is blocked


def test_an_own_draw_lifts_the_block() -> None:
    game = passes_3m("until_draw", "9s3m9s9s9s")
    assert game.state.seats[1].block is None
    game.discard(1, "9s").go_on()
    discards_drawn(game, "3m")
    assert game.kinds(1) == {Win, Pass}


def test_self_draw_is_never_blocked() -> None:
    assert Win in passes_3m("until_draw", "3m9s9s").kinds(1)


def test_asking_for_a_pung_is_not_passing_and_a_pung_lifts_nothing() -> None:
    game = table([JUNK + "4m", WAITS_4M_5P, JUNK], wall="5p9s9s9s", passed_win="until_draw")
    game.discard(0, "4m")
    assert game.kinds(1) == {Win, Pung, Pass}
    game.pung(1, "4m").go_on()
    assert game.state.seats[1].block is None
    blocked = table([JUNK + "4m", WAITS_4M_5P, JUNK, PAIR_4M], wall="5p9s9s9s")
    blocked.discard(0, "4m").do(Pass(1), Pass(3), Proceed())
    assert blocked.state.seats[1].block is None, "seat 1 draws next"


def test_a_pung_keeps_the_block() -> None:
    game = table([JUNK + "4m", WAITS_4M_5P, PAIR_4M, JUNK], wall="5p9s9s9s", passed_win="until_draw")
    game.discard(0, "4m").do(Pass(1), Pung(2, parse_tile("4m")), Proceed())
    game.discard(2, "9s").go_on()
    assert game.state.seats[1].block == 2
    discards_drawn(game, "5p")
    assert game.kinds(1) == {Pung, Pass}
    game.pung(1, "5p").go_on()
    assert game.state.seats[1].block == 2


def test_a_win_near_the_end_is_forced_on_others_tiles_too() -> None:
    game = table([JUNK + "9p", WAITS_9P, JUNK], wall="1s2s3s4s", preset="listed").discard(0, "9p")
    assert legal_actions(game.state, 1) == (Win(1),)
    assert refused(game, Pass(1)) == "must_win"
    assert default_action(game.state, 1) == Win(1)


def test_robbing_is_forced_too() -> None:
    game = table([ADDS_9P, WAITS_9P, JUNK], drawn="9p", wall="1s2s3s4s", preset="listed").kong(0, "9p")
    assert legal_actions(game.state, 1) == (Win(1),)


def test_who_is_blocked_is_not_forced() -> None:
    game = table(
        [JUNK + "3m", WAITS_36M, PAIR_3M, JUNK], wall="3m6m1s2s3s", preset="listed", passed_win="until_draw"
    ).discard(0, "3m")
    game.do(Pass(1), Pung(2, parse_tile("3m")), Proceed()).discard(2, "5z").go_on()
    discards_drawn(game, "3m")
    assert pending_seats(game.state) == ()


def test_what_was_passed_is_told_in_turn_order() -> None:
    game = table([JUNK + "9p", JUNK, WAITS_9P, PAIR_9P]).discard(0, "9p").go_on()
    assert events_of(game, Passed) == [Passed(2, ("win",)), Passed(3, ("pung",))]


# The end (R12)


def test_a_hand_ends_when_one_player_is_left() -> None:
    game = table([JUNK + "9p", WAITS_9P, WAITS_9P]).discard(0, "9p").win(1, 2).go_on()
    assert result(game).deltas == (-4, 2, 2)
    assert result(game).next_dealer == 0
    assert Exhausted() not in game.events


def test_winners_leave_the_play() -> None:
    game = table([JUNK + "9p", WAITS_9P, WAITS_9P, JUNK]).discard(0, "9p").do(Win(1), Pass(2))
    game.do(Proceed())
    assert game.state.phase == Turn(2, parse_tile("9s"), "draw")
    assert legal_actions(game.state, 1) == ()
    game.silent_turn().silent_turn().silent_turn()
    turn = game.state.phase
    assert isinstance(turn, Turn)
    assert turn.seat == 2
    game.discard(2, "7p")
    assert refused(game, Pass(1)) == "not_your_turn"


def test_the_first_win_ends_the_hand_without_blood_battle() -> None:
    game = table([JUNK + "9p", WAITS_9P, JUNK, JUNK], blood_battle=False).discard(0, "9p").win(1).go_on()
    assert result(game).deltas == (-2, 2, 0, 0)


def test_only_a_seat_that_must_decide_has_a_default_action() -> None:
    game = table([JUNK + "9p", WAITS_9P], blood_battle=False)
    with pytest.raises(IllegalAction) as early:
        default_action(game.state, 1)
    assert early.value.code == "not_your_turn"
    game.discard(0, "9p").win(1).go_on()
    with pytest.raises(IllegalAction) as late:
        default_action(game.state, 1)
    assert late.value.code == "hand_over"
    assert legal_actions(game.state, 1) == ()


def test_a_win_on_the_last_tile_leaves_an_empty_wall() -> None:
    game = table(["[111p]234567m78p44m9p", JUNK, JUNK], wall="").win(0)
    assert [type(event) for event in game.events] == [Won, Exhausted, Settled]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Discard(1, 0), "wrong_phase"),
        (Pass(0), "not_your_turn"),
        (Pass(3), "not_your_turn"),
        (Pass(9), "not_your_turn"),
        (Pass(-1), "not_your_turn"),
        (Pung(1, 0), "cannot_pung"),
        (Kong(1, parse_tile("9p")), "cannot_kong"),
        (Pung(2, parse_tile("9p")), "cannot_pung"),
        (Win(3), "cannot_win"),
        (Win(0), "not_your_turn"),
    ],
)
def test_refusals_in_a_window(action: Action, code: str) -> None:
    game = table([JUNK + "9p", PAIR_9P, WAITS_9P, JUNK]).discard(0, "9p")
    assert refused(game, action) == code
