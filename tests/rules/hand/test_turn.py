"""A player's turn: wins, kongs, discards (R7, R8, R11, R14, R16)."""

from dataclasses import replace

import pytest

from app.rules.hand.actions import Discard, Exchange, IllegalAction, Kong, Pass, Proceed, Pung, Void, Win
from app.rules.hand.events import Drew, Konged, Settled, Won
from app.rules.hand.legal import default_action, legal_actions
from app.rules.hand.state import Claiming, Turn
from app.rules.hand.transition import apply
from app.rules.scoring.scoring import WinBy
from app.rules.tiles.melds import MeldKind
from app.rules.tiles.tiles import parse_tile, parse_tiles
from tests.support.exact import exactly
from tests.support.rules.tables import JUNK, Table, table

READY = "[111p]234567m78p44m"


def refused(game: Table, action: Exchange | Void | Discard | Pung | Kong | Win | Pass | Proceed) -> str:
    with pytest.raises(IllegalAction) as caught:
        apply(game.state, action)
    return caught.value.code


def test_a_self_drawn_win_is_paid_by_all() -> None:
    game = table([READY + "9p", JUNK, JUNK, JUNK], blood_battle=False).win(0)
    won = game.last(Won)
    assert isinstance(won, Won)
    assert (won.by, won.source, won.score.ke) == (WinBy.DRAW, None, 3)
    result = game.events[-1]
    assert isinstance(result, Settled)
    assert result.deltas == (9, -3, -3, -3)
    assert result.next_dealer == 0


def test_no_win_right_after_a_pung() -> None:
    game = table([READY + "9p", JUNK], entry="pung")
    assert game.kinds(0) == {Discard}
    assert refused(game, Win(0)) == "cannot_win"


def test_after_a_pung_any_kong_may_be_made() -> None:
    game = table(["[111p][333p]13333m13p7s", JUNK], entry="pung")
    kongs = {action.tile for action in legal_actions(game.state, 0) if isinstance(action, Kong)}
    assert kongs == set(parse_tiles("3m13p"))


def test_a_concealed_kong_draws_from_the_tail_and_blooms() -> None:
    game = table(["5555m123m789m22p" + "7p6p", JUNK], wall="1s9s8p").kong(0, "5m")
    drew = game.last(Drew)
    assert drew == Drew(0, parse_tile("8p"), "tail")
    assert game.state.phase == Turn(0, parse_tile("8p"), "tail")
    assert game.state.seats[0].melds[0].kind is MeldKind.CONCEALED_KONG
    won = game.win(0).last(Won)
    assert isinstance(won, Won)
    assert won.score.totals()["kong_bloom"] == 5
    assert "last_tile_draw" not in won.score.totals()


def test_a_replacement_may_be_the_last_tile() -> None:
    won = table(["5555m123m789m22p" + "7p6p", JUNK], wall="8p").kong(0, "5m").win(0).last(Won)
    assert isinstance(won, Won)
    assert won.score.totals()["last_tile_draw"] == 5


def test_a_passed_kong_may_be_made_later() -> None:
    game = table(["5555m147p258s369p1m", JUNK], wall="1s9s8p")
    game.discard(0, "1m").go_on().silent_turn()
    assert Kong in game.kinds(0)


def test_no_kong_without_a_tile_in_the_wall() -> None:
    game = table(["5555m123m789m22p" + "7p6p", JUNK], wall="")
    assert Kong not in game.kinds(0)
    assert refused(game, Kong(0, parse_tile("5m"))) == "cannot_kong"


def test_an_added_kong_opens_a_window_even_for_nobody() -> None:
    game = table(["[111p]1p" + "2468m2468s99m", JUNK], drawn="1p").kong(0, "1p")
    assert game.events == [Konged(0, parse_tile("1p"), MeldKind.ADDED_KONG, None)]
    assert isinstance(game.state.phase, Claiming)
    assert game.state.seats[0].melds[0].kind is MeldKind.ADDED_KONG
    assert game.state.seats[0].melds[0].source == 1
    assert legal_actions(game.state, None) == (Proceed(),)
    assert game.do(Proceed()).state.phase == Turn(0, parse_tile("7s"), "tail")


def test_void_tiles_go_first_but_other_kongs_are_allowed() -> None:
    game = table(["5555m1999s22334p9p", JUNK], void=(2, 0))
    assert set(legal_actions(game.state, 0)) == {
        Kong(0, parse_tile("5m")),
        Discard(0, parse_tile("1s")),
        Discard(0, parse_tile("9s")),
    }
    assert refused(game, Discard(0, parse_tile("2p"))) == "void_suit_first"
    assert default_action(game.state, 0) == Discard(0, parse_tile("9s"))


def test_void_tiles_make_no_kong_and_no_win() -> None:
    game = table(["9999s123456789m1m", JUNK], void=(2, 0))
    assert game.kinds(0) == {Discard}
    assert refused(game, Kong(0, parse_tile("9s"))) == "cannot_kong"
    won = table(["123456789m11p99s9s", JUNK], void=(2, 0))
    assert Win not in won.kinds(0)


@pytest.mark.parametrize(("left", "forced"), [("1s" * 2 + "2s" * 3, False), ("1s" * 2 + "2s" * 2, True)])
def test_a_possible_win_is_forced_near_the_end(left: str, forced: bool) -> None:
    game = table([READY + "9p", JUNK], wall=left, preset="listed")
    assert (legal_actions(game.state, 0) == (Win(0),)) is forced
    if forced:
        assert refused(game, Discard(0, parse_tile("9p"))) == "must_win"
        assert default_action(game.state, 0) == Win(0)
    else:
        assert default_action(game.state, 0) == Discard(0, parse_tile("9p"))


def test_zero_switches_the_forced_win_off() -> None:
    game = table([READY + "9p", JUNK], wall="")
    assert game.kinds(0) == {Win, Discard}


@pytest.mark.parametrize(("left", "forced"), [("", True), ("1s", True), ("1s2s", False)])
def test_one_forces_the_win_on_the_last_two_draws(left: str, forced: bool) -> None:
    game = table([READY + "9p", JUNK], wall=left, forced_win=1)
    assert (legal_actions(game.state, 0) == (Win(0),)) is forced


def test_winners_are_counted_whatever_they_win_by() -> None:
    game = table([READY + "9p", JUNK, READY, JUNK], wall="1s9p1s2s").win(0)
    game.silent_turn().win(2)
    assert [(won.seat, won.place) for won in game.state.wins] == [(0, 1), (2, 2)]


def test_what_a_silent_player_discards() -> None:
    drawn = table([JUNK + "6m", JUNK], drawn="6m")
    assert default_action(drawn.state, 0) == Discard(0, parse_tile("6m"))
    after_pung = table(["[111p]" + "147m258p369s5z6z", JUNK], entry="pung")
    assert default_action(after_pung.state, 0) == Discard(0, parse_tile("6z"))
    drawn_void = table(["123m456m789m11p9s" + "2s1p", JUNK], drawn="2s", void=(2, 0))
    assert default_action(drawn_void.state, 0) == Discard(0, parse_tile("2s"))


def test_the_dealer_wins_on_what_pays_most_if_his_14th_tile_is_gone() -> None:
    game = table(["123456789m11p789p", JUNK], entry="deal")
    game.state = replace(game.state, phase=Turn(0, None, "deal"))
    won = game.win(0).last(Won)
    assert isinstance(won, Won)
    # 本身, 缺门, 自摸, 门清, 一条龙 5, and the single wait 5m is the middle of 456.
    assert (won.tile, won.score.ke) == (parse_tile("5m"), 11)
    assert {"one_wait", "middle_five"} <= won.score.totals().keys()


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Discard(1, 0), "not_your_turn"),
        (Win(1), "not_your_turn"),
        (Kong(3, 0), "not_your_turn"),
        (Discard(0, parse_tile("9s")), "not_in_hand"),
        (Kong(0, parse_tile("9s")), "not_in_hand"),
        (Kong(0, parse_tile("4m")), "cannot_kong"),
        (Win(0), "cannot_win"),
        (Pass(0), "wrong_phase"),
        (Pung(0, 0), "wrong_phase"),
        (Proceed(), "wrong_phase"),
        (Void(0, 0), "wrong_phase"),
        (Exchange(0, (0, 1, 2)), "wrong_phase"),
    ],
)
def test_refusals_on_a_turn(action: Discard | Win | Kong | Pass | Pung | Proceed, code: str) -> None:
    game = table([READY + "6s", JUNK], drawn="6s")
    before = game.state
    assert refused(game, action) == code
    assert game.state is before


def test_nothing_is_allowed_after_the_end() -> None:
    game = table([READY + "9p", JUNK]).win(0)
    assert refused(game, Discard(1, 0)) == "hand_over"
    assert refused(game, Proceed()) == "hand_over"
    with pytest.raises(IllegalAction, match=exactly("hand_over")):
        default_action(game.state, 0)
