"""Views and frames: what a seat may know, and above all what it may not."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import combinations

import msgspec
import pytest

from app.rooms.bots.bots import choose
from app.rooms.reduce import reduce
from app.rooms.state.room import Room
from app.rooms.steps.commands import Command, Join, Leave, TakeAction, Tick
from app.rooms.steps.outcome import Ambient
from app.rules.hand.actions import Action, Discard, Exchange, Pass, Proceed, Void, Win
from app.rules.hand.events import Dealt, Won
from app.rules.hand.legal import default_action, legal_actions, pending_seats
from app.rules.hand.state import Claiming, HandState, Turn
from app.rules.hand.transition import apply, start
from app.rules.scoring.reading.receipts import Score
from app.rules.seen.view import view
from app.rules.tiles.tiles import Tile, format_tile, format_tiles, parse_tiles
from app.rules.tiles.wall import derive_deal
from app.wire.intents import hand_action
from app.wire.messages.views import ExchangeChoice
from app.wire.render.decision import render_decision
from app.wire.render.events import render_events
from app.wire.render.render import Rendered, chain, render_frame, render_snapshot, render_step, render_view
from tests.support.exact import exactly
from tests.support.rooms.chance import Chance
from tests.support.rooms.players import choices, decision_of, play_out, random_answer, split, wire_action
from tests.support.rooms.table import Json, Table, as_json, plain_settings, settings
from tests.support.rules.tables import seat_waits


def frame_bytes(room: Room, command: Command, now: int, slot: int) -> bytes | None:
    """The frame of the slot for a command."""
    outcome = reduce(room, command, Ambient(now, b"e" * 32))
    frame = render_frame(room, outcome, slot, 1)
    return None if frame is None else msgspec.json.encode(frame)


def with_state(room: Room, state: HandState) -> Room:
    play = room.play
    assert play is not None
    return replace(room, play=replace(play, state=state))


def shuffled(state: HandState, observer: int, keep: Tile | None, chance: Chance) -> HandState:
    """Another state with the same view for the observer's seat: hidden tiles change places.

    ``keep`` stays in the hand of the seat on turn, which will discard it.
    """
    acting = state.phase.seat if isinstance(state.phase, Turn) else -1
    hidden: list[Tile] = list(state.wall)
    held: dict[int, list[Tile]] = {}
    won = {win.seat for win in state.wins}
    for seat, owner in enumerate(state.seats):
        if seat == observer or seat in won:
            continue
        held[seat] = list(owner.hand)
        if seat == acting and keep is not None:
            held[seat].remove(keep)
        hidden += held[seat]
    mixed = chance.sample(hidden, len(hidden))
    seats = list(state.seats)
    for seat, tiles in held.items():
        hand = [mixed.pop() for _ in tiles] + ([keep] if seat == acting and keep is not None else [])
        seats[seat] = replace(seats[seat], hand=tuple(sorted(hand)))
    return replace(state, wall=tuple(mixed), seats=tuple(seats))


@pytest.mark.parametrize("window", ["fast", "steady"])
def test_d1_a_frame_does_not_depend_on_what_the_others_hold(window: str) -> None:
    """The same discard in two states with the same view for a third seat gives that seat the same bytes."""
    chance = Chance(11)
    compared = 0
    for seed in range(3):
        chosen = settings(window="steady" if window == "steady" else "fast")
        table = Table.started(chosen, humans=4, seed=seed)
        for _ in range(120):
            play = table.room.play
            if play is None or table.phase() != "playing":
                break
            state = play.state
            if isinstance(state.phase, Turn) and state.phase.entry == "draw":
                actor = table.seated_at(state.phase.seat)
                assert actor.asked is not None
                tile = state.phase.drawn
                assert tile is not None
                command = TakeAction(actor.player_id or "", actor.asked.id, Discard(0, tile))
                for observer in range(4):
                    if observer == actor.slot:
                        continue
                    seat = table.member(observer).seat
                    other = with_state(table.room, shuffled(state, seat, tile, chance))
                    assert as_json(render_view(other, observer)) == table.clients[observer].view
                    one = frame_bytes(table.room, command, table.now, observer)
                    two = frame_bytes(other, command, table.now, observer)
                    assert one == two
                    compared += 1
            table.tick()
    assert compared > 100


def test_a_draw_tells_the_others_nothing_but_the_draw() -> None:
    chance = Chance(5)
    compared = 0
    table = Table.started(settings(window="steady"), humans=4)
    for _ in range(80):
        play = table.room.play
        if play is None or table.phase() != "playing":
            break
        state = play.state
        if isinstance(state.phase, Claiming) and not any(state.phase.offers):
            drawer = (state.phase.seat + 1) % 4
            now = table.now + 3_000
            for observer in range(4):
                seat = table.member(observer).seat
                if seat == drawer:
                    continue
                other = with_state(table.room, shuffled(state, seat, None, chance))
                assert frame_bytes(table.room, Tick(), now, observer) == frame_bytes(
                    other, Tick(), now, observer
                )
                compared += 1
        table.tick()
    assert compared > 50


def test_only_the_own_draw_has_a_tile_and_only_the_own_choice_its_content() -> None:
    table = Table.started(settings(exchange_three="any", void_suit=True), humans=4)
    play_out(table, active=range(4))
    seen = 0
    for slot, client in table.clients.items():
        seat = table.member(slot).seat
        for event in events_of(client.frames):
            if event["type"] == "drew":
                assert ("tile" in event) == (event["seat"] == seat)
                seen += 1
            if event["type"] == "chosen" and event["seat"] != seat:
                assert set(event) == {"type", "seat", "what"}
    assert seen > 100


def events_of(frames: list[bytes]) -> Iterator[Json]:
    for data in frames:
        yield from msgspec.json.decode(data).get("events", ())


def test_d2_numbers_are_dense_for_every_slot() -> None:
    table = Table.started(settings(), humans=4)
    play_out(table, active=range(4))
    for client in table.clients.values():
        numbers = [msgspec.json.decode(data)["seq"] for data in client.frames]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def test_d8_no_tile_ids_on_the_wire() -> None:
    table = Table.started(settings(), humans=2)
    hand = table.clients[0].view["hand"]
    assert len(split(hand["hand"])) == 13
    assert {type(player["tiles"]) for player in hand["players"]} == {int}


def test_a_snapshot_is_the_view_at_the_head_of_the_stream() -> None:
    table = Table.started(settings(), humans=2)
    snapshot = render_snapshot(table.room, 1)
    assert (snapshot.seq, snapshot.hash) == (table.clients[1].seq, table.clients[1].hash)
    assert as_json(snapshot.view) == table.clients[1].view
    with pytest.raises(ValueError, match=exactly("slot 3 is empty")):
        render_view(Table(settings()).room, 3)


def test_the_chain_is_sha256_over_the_old_link_and_the_bytes() -> None:
    assert chain("0" * 16, b"{}") == sha256(b"0000000000000000{}").hexdigest()[:16]


def test_before_the_first_frame_the_link_is_sixteen_zeros() -> None:
    table = Table(settings())
    assert (table.clients[0].seq, table.clients[0].hash) == (0, "0" * 16)
    table.do(Join("p1", "乙"))
    assert table.clients[0].seq == 1
    assert table.clients[0].hash == chain("0" * 16, table.clients[0].frames[0])


def test_a_new_player_gets_no_frame_and_a_player_who_leaves_leaves_a_gap() -> None:
    table = Table(settings())
    before = table.room
    outcome = reduce(before, Join("p1", "乙"), table.ambient())
    rendered = render_step(before, outcome)
    assert [frame.slot for frame in rendered.frames] == [0]
    assert render_frame(before, outcome, 1, 1) is None
    gone = reduce(rendered.room, Leave("p1"), table.ambient())
    left = render_step(rendered.room, gone)
    assert left.dropped == (1,)
    assert [frame.slot for frame in left.frames] == [0]
    assert left.room.streams[1].seq == rendered.room.streams[1].seq + 1


@pytest.mark.parametrize(
    "options",
    [
        {"forced_win": 16, "hands": 1},
        {"exchange_three": "any", "void_suit": True},
        {"exchange_three": "same_suit", "players": 3},
        {"passed_win": "until_draw", "robbed_kong": "void"},
    ],
)
def test_r16_a_decision_is_exactly_what_the_engine_accepts(options: Json) -> None:
    table = Table.started(plain_settings(options), humans=options.get("players", 4), seed=9)
    compared = 0
    for _ in range(400):
        play = table.room.play
        if play is None or table.phase() != "playing":
            break
        asked = [member for member in table.room.humans if member.asked is not None]
        for member in asked:
            decision = decision_of(table, member.slot)
            assert decision is not None
            offered = {hand_action(wire_action(action), member.seat) for action in all_choices(decision)}
            assert offered == set(legal_actions(play.state, member.seat))
            compared += 1
            if "win" in decision:
                score = score_of_win(play.state, member.seat)
                assert decision["win"] == {"ke": score.ke, "items": score.totals()}
        if not asked:
            table.tick()
        else:
            random_answer(table, table.chance.choice(asked).slot)
    assert compared > 50


def all_choices(decision: Json) -> list[Json]:
    """Each legal answer, with each triple of an exchange."""
    found = [action for action in choices(decision, Chance(0)) if action["type"] != "exchange"]
    for choice in decision.get("exchange", ()):
        must = split(choice["must"])
        picks = combinations(split(choice["choices"]), choice["pick"])
        found += [{"type": "exchange", "tiles": [*must, *picked]} for picked in picks]
    return found


def score_of_win(state: HandState, seat: int) -> Score:
    """The score of the win by the engine, if all other seats pass."""
    step = apply(state, Win(seat))
    while not any(isinstance(event, Won) for event in step.events):
        waiting = pending_seats(step.state)
        step = apply(step.state, Pass(waiting[0]) if waiting else Proceed())
    return next(event.score for event in step.events if isinstance(event, Won))


def test_r6_a_hand_with_two_suit_tiles_gives_both_and_a_dragon() -> None:
    table = Table.started(plain_settings({"exchange_three": "same_suit"}), humans=4)
    play = table.room.play
    assert play is not None
    member = table.seated_at(1)
    assert member.asked is not None
    seats = list(play.state.seats)
    seats[1] = replace(seats[1], hand=tuple(sorted(parse_tiles("3m8s55556666777z"))))
    poor = replace(play, state=replace(play.state, seats=tuple(seats)))
    decision = render_decision(poor, member.asked, 1)
    assert decision.exchange == [ExchangeChoice("3m8s", "55556666777z", 1)]
    offered = {hand_action(wire_action(action), 1) for action in all_choices(as_json(decision))}
    assert offered == set(legal_actions(poor.state, 1))


def test_a_deal_is_no_event_of_the_wire() -> None:
    table = Table.started(settings(), humans=4)
    play = table.room.play
    assert play is not None
    options = table.room.settings.options
    dealt = start(options, derive_deal(b"d" * 32, (), "x", 4), 0)
    assert any(isinstance(event, Dealt) for event in dealt.events)
    deal = [event for event in dealt.events if isinstance(event, Dealt)]
    assert render_events(play, play, deal, 0) == []


def test_a_step_that_changes_nothing_has_no_frames() -> None:
    table = Table.started(settings(), humans=4)
    rendered = render_step(table.room, reduce(table.room, Tick(), table.ambient()))
    assert rendered == Rendered(table.room, (), (), None)


def test_the_default_answer_is_suggested() -> None:
    table = Table.started(settings(exchange_three="any", void_suit=True), humans=4)
    for _ in range(12):
        play = table.room.play
        assert play is not None
        for member in [member for member in table.room.humans if member.asked is not None]:
            decision = decision_of(table, member.slot)
            assert decision is not None
            silence = default_action(play.state, member.seat)
            assert decision.get("suggested", "") == suggestion(silence)
        table.tick()


def suggestion(action: Action) -> str:
    match action:
        case Exchange(tiles=tiles):
            return format_tiles(tiles)
        case Void(suit=suit):
            return "mps"[suit]
        case Discard(tile=tile):
            return format_tile(tile)
        case _:
            return ""


def test_waits_are_shown_when_the_hand_is_ready_with_the_value_of_each_win() -> None:
    shown = 0
    for seed in range(12):
        table = Table.started(settings(), humans=4, seed=seed)
        while table.phase() == "playing":
            play = table.room.play
            assert play is not None
            for slot, client in table.clients.items():
                seat = table.member(slot).seat
                state = play.state
                values = {format_tile(wait): ke for wait, ke in seat_waits(state, seat)}
                if not (isinstance(state.phase, Turn) and state.phase.seat == seat):
                    assert client.view["waits"] == values
                    shown += bool(values)
            asked = [member for member in table.room.humans if member.asked is not None]
            if not asked:
                table.tick()
                continue
            action = choose(view(play.state, asked[0].seat), legal_actions(play.state, asked[0].seat))
            asks = asked[0].asked
            assert asks is not None
            assert not isinstance(action, Proceed)
            table.do(TakeAction(asked[0].player_id or "", asks.id, action))
        if shown > 30:
            return
    raise AssertionError("no hand gets ready")
