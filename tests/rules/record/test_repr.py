"""The repr of a hand shows no tile, because it may appear in a traceback or a log line."""

from app.rules.hand.transition import start
from app.rules.options.options import PRESETS
from app.rules.tiles.wall import derive_deal


def test_a_printed_hand_shows_no_tile() -> None:
    deal = derive_deal(bytes(range(32)), (b"",) * 4, "printed", 4)
    state = start(PRESETS["classic"], deal, 0).state
    printed = repr(state) + repr(deal) + repr(state.seats)
    assert "HandState(Turn, 4 seats, 67 in the wall)" in printed
    assert repr(deal.wall[0:4])[1:-1] not in printed
    assert all(repr(seat.hand) not in printed for seat in state.seats)
