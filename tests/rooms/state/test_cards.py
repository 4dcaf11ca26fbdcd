"""Which player pays how many room cards, and which step needs them."""

from dataclasses import replace
from typing import Literal

import pytest

from app.rooms.reduce import reduce
from app.rooms.state.cards import Dues, claimants, dues_of_step, share, winner_shares
from app.rooms.state.codec import decode_room, encode_room
from app.rooms.state.settings import Payer
from app.rooms.steps.commands import (
    AddBot,
    Connected,
    Join,
    Leave,
    PlayerCommand,
    Ready,
    Rematch,
    RemoveBot,
    Start,
    Tick,
)
from app.rooms.steps.outcome import Ambient
from tests.support.rooms.players import play_out
from tests.support.rooms.table import Table, settings


def priced(payer: Payer, cost: int, humans: int = 1, players: int = 4) -> Table:
    """A lobby of a room that costs room cards, without bots."""
    table = Table(replace(settings(players=players), payer=payer, cost=cost))
    table.do(Connected("p0", "g0"))
    for number in range(1, humans):
        table.do(Join(f"p{number}", "乙丙丁"[number - 1]))
        table.do(Connected(f"p{number}", f"g{number}"))
    return table


def asked(table: Table, command: PlayerCommand) -> Dues | None:
    """Do the step; returns the cards that it needs."""
    before = table.room
    after = reduce(before, command, Ambient(table.now, bytes(32))).room
    table.do(command)
    return dues_of_step(before, after, command.player_id)


def begin(table: Table) -> Dues | None:
    """Bots take the empty seats, all players are ready, and the owner starts."""
    if None in table.room.members:
        assert asked(table, AddBot("p0", all=True)) is None
    for member in list(table.room.humans):
        assert member.player_id is not None
        assert asked(table, Ready(member.player_id, client_seed=bytes(16))) is None
    owner = table.member(table.room.owner).player_id
    assert owner is not None
    return asked(table, Start(owner))


ONE_EACH = {"p0": 1, "p1": 1, "p2": 1, "p3": 1}


@pytest.mark.parametrize(
    ("payer", "cost", "humans", "players", "made", "joined", "started"),
    [
        ("owner", 4, 4, 4, {"p0": 4}, {}, {"p0": 4}),
        ("owner", 4, 2, 4, {"p0": 4}, {}, {"p0": 4}),
        ("split", 4, 4, 4, {"p0": 1}, {"p1": 1}, ONE_EACH),
        ("split", 6, 4, 4, {"p0": 3}, {"p1": 1}, ONE_EACH | {"p0": 3}),
        ("split", 4, 2, 4, {"p0": 1}, {"p1": 1}, {"p0": 3, "p1": 1}),
        ("split", 4, 1, 4, {"p0": 1}, {}, {"p0": 4}),
        ("split", 4, 3, 3, {"p0": 2}, {"p1": 1}, {"p0": 2, "p1": 1, "p2": 1}),
        ("split", 3, 4, 4, {"p0": 3}, {}, {"p0": 3}),
        ("split", 5, 2, 2, {"p0": 3}, {"p1": 2}, {"p0": 3, "p1": 2}),
        ("winner", 4, 4, 4, {"p0": 4}, {"p1": 4}, {"p0": 4, "p1": 4, "p2": 4, "p3": 4}),
        ("winner", 4, 2, 4, {"p0": 4}, {"p1": 4}, {"p0": 4, "p1": 4}),
        ("owner", 0, 4, 4, {}, {}, {}),
        ("split", 0, 4, 4, {}, {}, {}),
        ("winner", 0, 4, 4, {}, {}, {}),
    ],
)
def test_what_each_step_asks_for(
    payer: Payer,
    cost: int,
    humans: int,
    players: Literal[2, 3, 4],
    made: dict[str, int],
    joined: dict[str, int],
    started: dict[str, int],
) -> None:
    table = priced(payer, cost, players=players)
    assert dues_of_step(None, table.room, "p0") == (Dues(1, made, exact=False) if made else None)
    for number in range(1, humans):
        due = asked(table, Join(f"p{number}", "乙丙丁"[number - 1]))
        wanted = {f"p{number}": cards for cards in joined.values()}
        assert due == (Dues(1, wanted, exact=False) if joined else None)
        assert asked(table, Join(f"p{number}", "again")) is None
    assert begin(table) == (Dues(1, started, exact=True) if cost else None)
    assert sum(started.values()) == (cost * humans if payer == "winner" else cost)


@pytest.mark.parametrize("payer", ["owner", "split", "winner"])
def test_a_rematch_is_paid_like_the_match(payer: Payer) -> None:
    table = priced(payer, 4, humans=4)
    first = begin(table)
    assert first is not None
    play_out(table)
    assert table.phase() == "ended"
    for number in range(3):
        mine = first.cards.get(f"p{number}")
        due = asked(table, Rematch(f"p{number}"))
        assert due == (Dues(2, {f"p{number}": mine}, exact=False) if mine else None)
        assert asked(table, Rematch(f"p{number}")) is None
    assert asked(table, Rematch("p3")) == Dues(2, first.cards, exact=True)
    assert (table.phase(), table.room.match) == ("playing", 2)


def test_the_wish_for_a_rematch_comes_with_ready_too() -> None:
    table = priced("split", 4, humans=4)
    begin(table)
    play_out(table)
    assert asked(table, Ready("p1", client_seed=bytes(16))) == Dues(2, {"p1": 1}, exact=False)


def test_nobody_pays_because_another_one_leaves() -> None:
    for payer in ("owner", "split", "winner"):
        table = priced(payer, 6, humans=3)
        assert asked(table, Leave("p0")) is None, "the next owner has done nothing"
        assert table.room.owner == 1
        assert asked(table, Leave("p2")) is None
        assert asked(table, AddBot("p1", all=True)) is None
        assert asked(table, RemoveBot("p1", 0)) is None
        due = begin_as(table, "p1")
        assert due == Dues(1, {"p1": 6}, exact=True), "the owner at the start pays"


def begin_as(table: Table, owner: str) -> Dues | None:
    """Another owner starts with bots."""
    table.do(AddBot(owner, all=True))
    table.do(Ready(owner, client_seed=bytes(16)))
    return asked(table, Start(owner))


@pytest.mark.parametrize(
    ("payer", "lobby", "asking"),
    [
        ("owner", {"p0"}, set[str]()),
        ("split", {"p0", "p1", "p2"}, {"p1"}),
        ("winner", {"p0", "p1", "p2"}, {"p1"}),
    ],
)
def test_who_may_have_cards_held(payer: Payer, lobby: set[str], asking: set[str]) -> None:
    table = priced(payer, 4, humans=3)
    assert claimants(table.room) == lobby
    begin(table)
    assert table.phase() == "playing"
    assert claimants(table.room) == set()
    play_out(table)
    assert claimants(table.room) == set()
    table.do(Rematch("p1"))
    assert claimants(table.room) == asking


def test_the_table_itself_costs_nothing() -> None:
    table = priced("owner", 4, humans=2)
    table.now += 10_000_000
    after = reduce(table.room, Tick(), Ambient(table.now, bytes(32))).room
    assert dues_of_step(table.room, after, None) is None


@pytest.mark.parametrize(
    ("cost", "totals", "shares"),
    [
        (4, {"a": 7, "b": -3, "c": 0, "d": -4}, {"a": 4}),
        (4, {"a": 5, "b": 5, "c": 0, "d": -10}, {"a": 2, "b": 2}),
        (5, {"a": -10, "b": 5, "c": 5, "d": 0}, {"b": 3, "c": 2}),
        (4, {"a": 0, "b": 0, "c": 0, "d": 0}, {"a": 1, "b": 1, "c": 1, "d": 1}),
        (1, {"a": 3, "b": 3, "c": -6}, {"a": 1}),
        (2, {"a": 3, "b": 3, "c": 3}, {"a": 2}),
        (4, {"a": -8, "b": -1}, {"b": 4}),
    ],
)
def test_winners_pay(cost: int, totals: dict[str, int], shares: dict[str, int]) -> None:
    assert winner_shares(cost, totals) == shares
    assert sum(shares.values()) == cost


def test_shares() -> None:
    assert [share(cost, 4) for cost in (0, 3, 4, 7, 8)] == [0, 0, 1, 1, 2]


def test_a_stored_room_keeps_its_payer_and_its_cost() -> None:
    room = priced("winner", 9).room
    again = decode_room(encode_room(room)).settings
    assert (again.payer, again.cost) == ("winner", 9)
