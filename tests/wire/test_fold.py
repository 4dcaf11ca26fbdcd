"""Folds of rare events: robbed kongs, several winners on one tile, the hand of the winner."""

from dataclasses import replace

import pytest

from app.rules.hand.state import HandState, RiverTile, SeatState, Turn
from app.rules.scoring.near_misses import near_misses
from app.rules.scoring.reading.receipts import Circumstances, WinBy
from app.rules.tiles.melds import Meld, MeldKind
from app.rules.tiles.tiles import counts_of, format_tiles, parse_tile, parse_tiles
from app.wire.messages.client import DiscardAction, KongAction, WinAction
from tests.support.rooms.table import Table, plain_settings

WAITS_FOR_5S = "123456789m11s46s"
FIVE = parse_tile("5s")


def staged(hands: dict[int, str], drawn: str, *, punged: bool = False, **options: object) -> Table:
    """Four players online. Seat 0 is on turn with the tile ``drawn``; ``hands``: tiles by seat."""
    table = Table.started(plain_settings(options), humans=4)
    play = table.room.play
    assert play is not None
    seats = list(play.state.seats)
    for seat, text in hands.items():
        seats[seat] = SeatState(tuple(sorted(parse_tiles(text))))
    if punged:
        seats[0] = replace(seats[0], melds=(Meld(MeldKind.PUNG, FIVE, 3),))
        seats[3] = replace(seats[3], river=(RiverTile(FIVE, "pung"),))
    state: HandState = replace(play.state, seats=tuple(seats), phase=Turn(0, parse_tile(drawn), "draw"))
    table.room = replace(table.room, play=replace(play, state=state))
    for slot in range(4):
        table.snapshot(slot)
    return table


def slot_at(table: Table, seat: int) -> int:
    return table.seated_at(seat).slot


@pytest.mark.parametrize("stands", ["stands", "void"])
@pytest.mark.parametrize("blood_battle", [True, False])
def test_a_robbed_kong(stands: str, blood_battle: bool) -> None:
    hands = {0: "5s999p1234567p", 1: WAITS_FOR_5S, 2: WAITS_FOR_5S}
    table = staged(hands, "5s", punged=True, robbed_kong=stands, blood_battle=blood_battle)
    table.answer(slot_at(table, 0), KongAction("5s"))
    view = table.clients[slot_at(table, 3)].view["hand"]
    assert view["offer"] == {"tile": "5s", "seat": 0, "kind": "added_kong"}
    assert view["players"][0]["melds"] == [{"kind": "added", "tile": "5s", "source": 3}]
    table.wait(700)
    table.answer(slot_at(table, 1), WinAction())
    table.answer(slot_at(table, 2), WinAction())
    view = table.clients[slot_at(table, 3)].view["hand"]
    kind = "added" if stands == "stands" else "pung"
    assert view["players"][0]["melds"] == [{"kind": kind, "tile": "5s", "source": 3}]
    assert [view["players"][seat]["won"]["place"] for seat in (1, 2)] == [1, 2]
    assert view["players"][1]["won"]["source"] == 0
    assert view["phase"] == ("turn" if blood_battle else "over")
    if blood_battle:
        assert view["turn"] == (0 if stands == "stands" else 3)
    else:
        assert table.ended_hands()[0].record.exhausted is False


def test_several_winners_on_one_discard_claim_it_once_and_lay_their_hands_open() -> None:
    table = staged({0: "5s999p1234567p123s", 1: WAITS_FOR_5S, 3: WAITS_FOR_5S}, "5s")
    table.answer(slot_at(table, 0), DiscardAction("5s"))
    table.wait(700)
    table.answer(slot_at(table, 3), WinAction())
    table.answer(slot_at(table, 1), WinAction())
    for slot in range(4):
        view = table.clients[slot].view["hand"]
        assert view["players"][0]["river"] == ["5s"]
        assert view["players"][0]["claimed"] == [0]
        assert [view["players"][seat]["tiles"] for seat in (1, 3)] == [0, 0]
        assert view["players"][1]["won"]["concealed"] == "123456789m11456s"
        assert view["turn"] == 0, "the seat after the last winner"
    own = table.clients[slot_at(table, 1)].view
    assert (own["hand"]["hand"], own["hand"]["drawn"], own["waits"]) == ("", None, {})


def test_a_self_drawn_win_takes_the_drawn_tile_along() -> None:
    table = staged({0: "123456789m11s456s"}, "5s")
    slot = slot_at(table, 0)
    assert table.clients[slot].view["hand"]["drawn"] == "5s"
    table.answer(slot, WinAction())
    own = table.clients[slot].view["hand"]
    assert (own["hand"], own["drawn"], own["players"][0]["won"]["by"]) == ("", None, "draw")
    assert own["turn"] == 1
    assert table.member(slot).asked is None


def test_a_receipt_sums_to_what_is_paid() -> None:
    table = staged({0: "123456789m11s456s"}, "5s", blood_battle=False)
    table.answer(slot_at(table, 0), WinAction())
    win = table.clients[2].view["hand"]["players"][0]["won"]
    assert sum(item["ke"] for item in win["items"]) * win["multiplier"] == win["ke"]
    straight = next(item for item in win["items"] if item["id"] == "pure_straight")
    assert straight["tiles"] == "123456789m"
    result = table.clients[2].view["hand"]["result"]
    assert result["deltas"] == [3 * win["ke"], -win["ke"], -win["ke"], -win["ke"]]


NEARLY_STRAIGHT = "11234556677789m"


def test_a_win_shows_its_near_misses_in_frames_and_snapshots() -> None:
    table = staged({0: NEARLY_STRAIGHT}, "9m", blood_battle=False)
    table.answer(slot_at(table, 0), WinAction())
    misses = table.clients[0].view["hand"]["players"][0]["won"]["near_misses"]
    assert {"id": "pure_straight", "reason": "rest_does_not_stand", "tiles": "123456789m"} in misses
    circumstances = Circumstances(WinBy.DRAW)
    counts = counts_of(parse_tiles(NEARLY_STRAIGHT))
    options = table.room.settings.options
    counted = near_misses(options, (), counts, parse_tile("9m"), circumstances)
    assert misses == [
        {"id": miss.item, "reason": miss.reason, "tiles": format_tiles(miss.tiles)} for miss in counted
    ]
    for slot in range(4):
        assert table.clients[slot].view["hand"]["players"][0]["won"]["near_misses"] == misses
        table.snapshot(slot)
        assert table.clients[slot].view["hand"]["players"][0]["won"]["near_misses"] == misses


@pytest.mark.parametrize(
    "others", [{1: "1112223334445p", 2: "1112223334445s"}, {1: "1p", 2: NEARLY_STRAIGHT}]
)
def test_what_lies_hidden_does_not_show_in_a_win(others: dict[int, str]) -> None:
    table = staged({0: NEARLY_STRAIGHT, **others}, "9m")
    table.answer(slot_at(table, 0), WinAction())
    plain = staged({0: NEARLY_STRAIGHT, 1: "123456789p1234s", 2: "123456789s1234p"}, "9m")
    plain.answer(slot_at(plain, 0), WinAction())
    seen = [one.clients[slot_at(one, 3)].view["hand"]["players"] for one in (table, plain)]
    assert seen[0][0]["won"] == seen[1][0]["won"]
    assert [player["won"] for player in seen[0][1:]] == [None, None, None]
