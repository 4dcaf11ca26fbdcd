"""The provable deal (R60), the seats (R4), and what waits until a hand is booked."""

from dataclasses import replace

import msgspec
import pytest

from app.rooms.handlers.matches import deal_hand
from app.rooms.handlers.play import playing
from app.rooms.reduce import reduce
from app.rooms.steps.commands import (
    Auto,
    CloseRoom,
    Connected,
    Disconnected,
    Grace,
    HandOverruled,
    Ready,
    Start,
)
from app.rooms.steps.draft import Draft
from app.rooms.steps.hand_log import result_of
from app.rooms.steps.outbox import HandEnded, MatchEnded, OutboxItem, RoomClosed
from app.rooms.steps.outcome import Ambient, Reject
from app.rules.tiles.wall import commitment, derive_deal, seating
from tests.support.exact import exactly
from tests.support.rooms.players import play_out
from tests.support.rooms.table import Table, settings


def to_settling(table: Table) -> None:
    """Play on until the hand is over."""
    while table.phase() == "playing":
        assert table.tick()


def test_d21_the_commitment_of_a_hand_stands_before_its_client_seeds() -> None:
    table = Table.seated(settings(), humans=4)
    promised = table.clients[0].view["commitment"]
    for number in range(4):
        table.do(Ready(f"p{number}", client_seed=bytes([number]) * 16))
        assert table.clients[0].view["commitment"] == promised
    table.do(Start("p0"))
    assert table.clients[2].view["commitment"] == promised


@pytest.mark.parametrize("seed", range(6))
def test_the_revealed_seed_gives_the_commitment_the_seats_and_the_wall(seed: int) -> None:
    table = Table.started(settings(hands=4), humans=3, seed=seed)
    promised = table.clients[0].view["commitment"]
    to_settling(table)
    result = table.clients[0].view["hand"]["result"]
    record = table.ended_hands()[0].record
    assert result["seed"] == record.server_seed
    assert commitment(bytes.fromhex(result["seed"]), "room.1.1") == promised == record.commitment
    seeds = tuple(bytes.fromhex(seed) for seed in result["client_seeds"])
    assert seeds == (bytes(16), b"\1" * 16, b"\2" * 16, bytes(16))
    deal = derive_deal(bytes.fromhex(result["seed"]), seeds, "room.1.1", 4)
    order = seating(deal.seating_dice, 4)
    assert [table.seated_at(seat).slot for seat in range(4)] == list(order)
    play = table.room.play
    assert play is not None
    assert play.state.dice == deal.dice


def test_seeds_of_later_hands_are_by_seat() -> None:
    table = Table.started(settings(hands=4), humans=4)
    to_settling(table)
    table.settle()
    for slot in range(4):
        table.do(Ready(f"p{slot}", client_seed=bytes([slot + 1]) * 16))
    table.wait(20_000)
    assert table.room.hand_number == 2
    play = table.room.play
    assert play is not None
    assert play.client_seeds == tuple(bytes([table.seated_at(seat).slot + 1]) * 16 for seat in range(4))


def test_every_hand_has_a_fresh_seed_promised_as_soon_as_the_last_one_is_booked() -> None:
    table = Table.started(settings(hands=4), humans=1)
    seeds: set[str] = set()
    for _ in range(3):
        first = table.clients[0].view["commitment"]
        to_settling(table)
        assert table.clients[0].view["commitment"] == first
        table.settle()
        promised = table.clients[0].view["commitment"]
        assert promised != first
        table.wait(20_000)
        assert table.clients[0].view["commitment"] == promised
        seeds.add(table.ended_hands()[-1].record.server_seed)
    assert len(seeds) == 3
    assert "00" * 32 not in seeds


def test_no_frame_knows_a_seed_before_its_hand_is_over() -> None:
    table = Table.started(settings(hands=4), humans=4)
    for _ in range(2):
        play = table.room.play
        assert play is not None
        secret = play.sealed.seed.hex().encode()
        to_settling(table)
        for client in table.clients.values():
            assert secret in client.frames[-1]
            assert not any(secret in frame for frame in client.frames[:-1])
        table.settle()
        table.wait(20_000)


@pytest.mark.parametrize("humans", [1, 4])
def test_seats_by_dice_and_frames_follow_their_slots(humans: int) -> None:
    moved = 0
    for seed in range(4):
        table = Table.started(settings(), humans=humans, seed=seed)
        moved += any(member.seat != member.slot for member in table.room.present)
        assert table.room.dealer == 0
        assert sorted(member.seat for member in table.room.present) == [0, 1, 2, 3]
        dice = table.clients[0].view["seating_dice"]
        sums = [sum(pair) for pair in dice[0]]
        assert sums == sorted(sums, reverse=True), "by seat, the highest throw first"
        for slot, client in table.clients.items():
            assert client.view["seat"] == table.member(slot).seat
            assert client.view["room"]["owner"] == table.member(0).seat
    assert moved


def test_seats_kept_leave_everybody_in_place() -> None:
    table = Table.started(settings(seating="keep"), humans=4)
    assert [member.seat for member in table.room.present] == [0, 1, 2, 3]
    sums = [sum(pair) for pair in table.clients[0].view["seating_dice"][0]]
    assert table.room.dealer in [seat for seat in range(4) if sums[seat] == max(sums)]


def test_c6_nothing_is_shown_as_booked_and_nothing_dealt_before_the_hand_is_booked() -> None:
    table = Table.started(settings(hands=4), humans=1)
    to_settling(table)
    ended = table.ended_hands()
    assert len(ended) == 1
    view = table.clients[0].view
    assert (view["phase"], view["results"], view["hand_id"]) == ("settling", [], None)
    assert view["hand"]["result"]["deltas"] == list(ended[0].record.deltas)
    table.wait(3_600_000)
    assert table.phase() == "settling"
    table.settle()
    view = table.clients[0].view
    assert (view["phase"], view["hand_id"]) == ("between", "room.1.1")
    assert view["results"] == [list(ended[0].record.deltas)]
    assert view["dealer"] == ended[0].record.next_dealer
    assert [seat.get("total", 0) for seat in view["seats"]] == view["results"][0]
    assert view["hand"]["result"] is not None, "the settlement is still shown"


def test_the_next_hand_waits_for_everybody_who_is_not_on_auto_and_not_for_ever() -> None:
    table = Table.started(settings(hands=4), humans=2)
    to_settling(table)
    table.settle()
    assert table.clients[0].view["until"] == table.now + 20_000
    auto = [slot for slot in (0, 1) if table.member(slot).auto]
    assert auto == [0, 1], "both players were silent"
    table.wait(19_999)
    assert table.phase() == "between"
    table.wait(1)
    assert (table.phase(), table.room.hand_number) == ("playing", 2)
    to_settling(table)
    table.settle()
    with pytest.raises(Reject, match=exactly("wrong_phase")):
        table.do(Ready("p0", ready=False))


def test_ready_players_do_not_wait_for_auto_ones() -> None:
    table = Table.started(settings(hands=4), humans=2)
    to_settling(table)
    table.settle()
    table.do(Ready("p0", client_seed=b"x" * 16))
    assert table.phase() == "between", "all are on 托管: the clock deals"
    assert table.clients[1].view["seats"][table.member(0).seat]["ready"] is True


def test_nothing_is_dealt_to_an_empty_room() -> None:
    table = Table.started(settings(hands=4), humans=2)
    table.do(Disconnected(0, "g0"))
    to_settling(table)
    table.settle()
    table.do(Disconnected(1, "g1"))
    assert not table.tick()
    table.wait(3_600_000)
    assert table.phase() == "between"
    table.do(Connected("p1", "again"))
    table.wait(19_999)
    assert table.phase() == "between"
    table.wait(1)
    assert table.phase() == "playing"


def test_grace_also_covers_the_next_hand() -> None:
    table = Table.started(settings(hands=4), humans=1)
    to_settling(table)
    table.settle()
    table.now += 60_000
    table.do(Grace(table.now + 5_000))
    table.wait(4_999)
    assert table.phase() == "between"


def test_a15_the_booked_end_replaces_the_end_on_the_table() -> None:
    table = Table.started(settings(hands=4), humans=2)
    to_settling(table)
    table.do(HandOverruled(1, 1, (3, -3, 0, 0), 2))
    view = table.clients[0].view
    assert (view["phase"], view["results"], view["dealer"]) == ("between", [[3, -3, 0, 0]], 2)
    assert view["hand"] is None
    table.wait(20_000)
    assert table.phase() == "playing"
    table.do(HandOverruled(1, 2, (0, 0, 5, -5), 1))
    assert table.clients[1].view["decision"] is None
    assert table.room.totals() == (3, -3, 5, -5)
    before = table.room
    table.do(HandOverruled(1, 2, (9, -9, 0, 0), 1))
    table.do(HandOverruled(1, 1, (9, -9, 0, 0), 1))
    assert table.room is before


def test_a_booked_end_of_another_hand_changes_nothing() -> None:
    table = Table.started(settings(hands=4), humans=2)
    for match, hand in ((1, 2), (2, 1), (1, 0)):
        before = table.room
        table.do(HandOverruled(match, hand, (9, -9, 0, 0), 1))
        assert table.room is before
    to_settling(table)
    table.settle()
    before = table.room
    table.do(HandOverruled(1, 1, (9, -9, 0, 0), 1))
    assert table.room is before


def test_the_next_hand_is_dealt_as_soon_as_all_who_play_themselves_are_ready() -> None:
    table = Table.started(settings(hands=4), humans=3)
    to_settling(table)
    table.settle()
    for player in ("p0", "p1"):
        table.do(Auto(player, on=False))
    at = table.now
    table.do(Ready("p0", client_seed=b"x" * 16))
    assert table.phase() == "between"
    table.do(Ready("p1", client_seed=b"y" * 16))
    assert (table.phase(), table.room.hand_number, table.now) == ("playing", 2, at)


def test_without_a_sealed_seed_or_a_hand_nothing_goes_on() -> None:
    room = Table.seated(settings(), humans=4).room
    with pytest.raises(ValueError, match=exactly("a hand needs a sealed seed")):
        deal_hand(Draft(replace(room, sealed=None), Ambient(0, bytes(32))))
    with pytest.raises(ValueError, match=exactly("no hand is on the table")):
        playing(Draft(room, Ambient(0, bytes(32))))
    dealt = Table.started(settings(), humans=4).room.play
    assert dealt is not None
    with pytest.raises(ValueError, match=exactly("the hand is not over")):
        result_of(dealt.state)


def test_the_last_hand_ends_the_match() -> None:
    table = Table.started(settings(), humans=1)
    play_out(table)
    assert isinstance(table.outbox[-1], MatchEnded)
    assert table.clients[0].view["phase"] == "ended"
    assert table.clients[0].view["hand"]["result"] is not None


def test_the_outbox_survives_json() -> None:
    table = Table.started(settings(exchange_three="any", cap=20), humans=2)
    play_out(table)
    for item in table.outbox:
        data = msgspec.json.encode(item)
        assert msgspec.json.decode(data, type=OutboxItem) == item
    record = table.ended_hands()[0].record
    assert record.options == {"hands": 1, "exchange_three": "any", "cap": 20}
    assert [seat.player_id for seat in record.seats] == [table.seated_at(seat).player_id for seat in range(4)]


def test_closing_ends_a_room_whatever_it_does() -> None:
    for table in (Table.seated(settings(), humans=2), Table.started(settings(), humans=2)):
        table.do(CloseRoom("idle"))
        assert table.phase() == "dissolved"
        assert isinstance(table.outbox[-1], RoomClosed)
        assert table.outbox[-1].reason == "idle"
        before = table.room
        table.do(CloseRoom("again"))
        assert table.room is before


def test_a_closed_room_says_how_many_hands_the_books_have_to_wait_for() -> None:
    counted = []
    for wanted in ("lobby", "playing", "settling", "between", "ended"):
        table = Table.seated(settings(hands=4), humans=1)
        if wanted != "lobby":
            table.do(Start("p0"))
        hands = 4 if wanted == "ended" else 2
        while (table.room.hand_number, table.phase()) != (hands, wanted) and wanted != "lobby":
            if table.phase() == "settling":
                table.settle()
            else:
                assert table.tick()
        table.do(CloseRoom("idle"))
        closed = table.outbox[-1]
        assert isinstance(closed, RoomClosed)
        counted.append((wanted, closed.match, closed.hands))
    assert counted == [
        ("lobby", 0, 0),
        ("playing", 1, 1),
        ("settling", 1, 2),
        ("between", 1, 2),
        ("ended", 1, 4),
    ]


def test_the_same_commands_give_the_same_room() -> None:
    first, second = (Table.started(settings(), humans=2, seed=5) for _ in range(2))
    play_out(first, active=(0, 1))
    play_out(second, active=(0, 1))
    assert first.room == second.room
    assert [client.hash for client in first.clients.values()] == [c.hash for c in second.clients.values()]


def test_d16_nothing_secret_is_printed() -> None:
    table = Table.started(settings(), humans=2)
    play = table.room.play
    assert play is not None
    outcome = reduce(table.room, Ready("p0") if table.phase() == "lobby" else Grace(0), Ambient(0, b"s" * 32))
    texts = [repr(table.room), repr(play), repr(play.sealed), repr(outcome)]
    texts.append(repr(Ambient(0, b"s" * 32)))
    assert not any("sss" in text or "hand=(" in text or "wall=(" in text for text in texts)


def test_hand_records_name_the_hand() -> None:
    table = Table.started(settings(), humans=1)
    play_out(table)
    (item,) = (item for item in table.outbox if isinstance(item, HandEnded))
    assert (item.room_id, item.match, item.hand, item.record.last) == ("room", 1, 1, True)
