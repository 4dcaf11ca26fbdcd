"""Hints from a seat's view: discards that leave the hand ready, unseen tiles, and the 颗 of a win."""

from collections import Counter
from dataclasses import replace

from hypothesis import given

from app.rules.hand.actions import Discard
from app.rules.hand.legal import legal_actions
from app.rules.hand.state import RiverTile, Turn
from app.rules.hand.transition import apply
from app.rules.options.options import Options
from app.rules.seen.hints import discard_hints, unseen, win_score
from app.rules.seen.view import view
from app.rules.tiles.tiles import KINDS, parse_tile
from tests.support.rules.tables import JUNK, Table, seat_waits, table, walk
from tests.support.rules.walks import SEEDS, hands, some_options

WAITS_9P = "[111p]234567m78p44m"


def not_seen(game: Table, seat: int, tile: str) -> int:
    return unseen(view(game.state, seat))[parse_tile(tile)]


def win_ke(game: Table, seat: int) -> int | None:
    scored = win_score(view(game.state, seat), game.state.options)
    return None if scored is None else scored.ke


def test_a_discard_is_seen() -> None:
    game = table([JUNK + "9p", WAITS_9P, JUNK])
    assert not_seen(game, 1, "9p") == 4
    assert not_seen(game.discard(0, "9p"), 1, "9p") == 3
    assert not_seen(game, 1, "6p") == 4


def test_a_claimed_tile_counts_once() -> None:
    game = table([JUNK + "9p", WAITS_9P, "99p1479m258s567z1s"]).discard(0, "9p").pung(2, "9p").go_on()
    assert not_seen(game, 1, "9p") == 1


def test_a_tile_won_on_counts_once_though_several_hands_show_it() -> None:
    game = table([JUNK + "9p", WAITS_9P, WAITS_9P, JUNK]).discard(0, "9p").win(1, 2).go_on()
    assert not_seen(game, 3, "9p") == 3
    assert not_seen(game, 3, "8p") == 1


def test_a_robbed_kong_counts_its_tile_once() -> None:
    for robbed_kong in ("stands", "void"):
        game = table(["[999p]9p147m258s556z1s", JUNK, WAITS_9P], drawn="9p", robbed_kong=robbed_kong)
        game.kong(0, "9p").win(2).go_on()
        assert not_seen(game, 0, "9p") == 0


def test_only_the_seat_on_turn_has_discard_hints() -> None:
    game = table([WAITS_9P + "9s", WAITS_9P, JUNK], drawn="9s")
    options = game.state.options
    assert discard_hints(view(game.state, 0), options) != {}
    assert discard_hints(view(game.state, 1), options) == {}
    assert discard_hints(view(game.state, None), options) == {}
    assert discard_hints(view(game.discard(0, "9s").state, 0), options) == {}


def test_discards_that_leave_the_hand_ready() -> None:
    game = table([WAITS_9P + "9s", JUNK], drawn="9s")
    hints = discard_hints(view(game.state, 0), game.state.options)
    assert hints == {parse_tile("9s"): ((parse_tile("6p"), 2), (parse_tile("9p"), 2))}


def test_void_tiles_come_first_in_hints_too() -> None:
    game = table([WAITS_9P + "9s", JUNK], drawn="9s", void=(1, 0))
    assert discard_hints(view(game.state, 0), game.state.options) == {}


def test_what_a_win_pays() -> None:
    game = table(["[111p]234567m78p44m9p", WAITS_9P])
    assert win_ke(game, 0) == 3
    assert win_ke(game, 1) is None
    assert win_ke(game.discard(0, "9p"), 1) == 2
    assert win_ke(game.win(1), 1) is None
    assert win_ke(game.go_on(), 1) is None


def test_a_discard_after_a_kong_pays_more() -> None:
    game = table(["5555m147p258s1m567z", WAITS_9P], wall="1s9p", drawn="5m").kong(0, "5m").discard(0, "9p")
    assert win_ke(game, 1) == 7


def test_a_dealer_who_gave_his_last_tile_away_wins_on_the_kind_that_pays_most() -> None:
    # 一条龙 5, 本身 and 缺门, 自摸, 门清; on the 5 between 4 and 6 卡边吊 and 卡心五 too (R16).
    game = table(["123456789m11333p", JUNK], entry="deal")
    game.state = replace(game.state, phase=Turn(0, None, "deal"))
    assert win_ke(game, 0) == 5 + 2 + 1 + 1 + 2


def test_the_last_tile_pays_more() -> None:
    game = table(["[111p]234567m78p44m9p", WAITS_9P], wall="")
    assert win_ke(game, 0) == 3 + 5
    assert win_ke(game.discard(0, "9p"), 1) == 2 + 5


def test_a_blocked_win_is_no_win() -> None:
    game = table([JUNK + "9p", WAITS_9P]).discard(0, "9p")
    blocked = replace(game.state.seats[1], block=2)
    game.state = replace(game.state, seats=(game.state.seats[0], blocked))
    assert win_ke(game, 1) is None
    assert RiverTile(parse_tile("9p")) in view(game.state, 1).seats[0].river


@hands
@given(options=some_options(), seed=SEEDS)
def test_what_is_not_seen_is_in_the_wall_or_in_a_closed_hand(options: Options, seed: int) -> None:
    for _, _, state, _ in walk(options, seed):
        for seat in (None, *range(options.players)):
            seen = view(state, seat)
            hidden = Counter(state.wall)
            for other, owner in enumerate(state.seats):
                if other != seat and seen.seats[other].hand is None:
                    hidden.update(owner.hand)
            assert unseen(seen) == tuple(hidden[tile] for tile in range(KINDS))


@hands
@given(options=some_options(), seed=SEEDS)
def test_a_discard_is_hinted_with_the_waits_that_it_leaves(options: Options, seed: int) -> None:
    for state, _, _, _ in walk(options, seed):
        if not isinstance(state.phase, Turn):
            continue
        seat = state.phase.seat
        discards = [action for action in legal_actions(state, seat) if isinstance(action, Discard)]
        left = {action.tile: seat_waits(apply(state, action).state, seat) for action in discards}
        if discards:
            hints = discard_hints(view(state, seat), options)
            assert hints == {tile: found for tile, found in left.items() if found}
