"""The deal from seeds. This file implements it a second time, from the description alone."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.tiles.tiles import TILES
from app.rules.tiles.wall import (
    break_place,
    break_wall,
    commitment,
    deal_order,
    derive_deal,
    seating,
    tied_players,
)
from tests.support.exact import exactly

SEED = bytes(range(32))
CLIENTS = (b"a" * 16, b"", b"c" * 16, b"dd")


def stream(label: str) -> list[int]:
    """The first 1,600 bytes of a stream of the deal above, with the context ``room:1``."""
    message = b"\x10" + CLIENTS[0] + b"\x00" + b"\x10" + CLIENTS[2] + b"\x02dd" + b"room:1"
    key = hmac.new(SEED, message, hashlib.sha256).digest()
    data = b""
    for index in range(50):
        data += hmac.new(key, label.encode() + bytes((0, 0, 0, 0, index)), hashlib.sha256).digest()
    return list(data)


def below(numbers: list[int], limit: int) -> int:
    while numbers[0] >= 256 // limit * limit:
        numbers.pop(0)
    return numbers.pop(0) % limit


def test_the_deal_can_be_derived_again() -> None:
    deal = derive_deal(SEED, CLIENTS, "room:1", 4)
    dice = stream("dice")
    thrown = (below(dice, 6) + 1, below(dice, 6) + 1)
    assert deal.dice == thrown
    assert deal.exchange_die == below(stream("exchange"), 6) + 1
    bytes_left = stream("wall")
    ring = [index // 4 for index in range(TILES)]
    for i in range(TILES - 1, 0, -1):
        j = below(bytes_left, i + 1)
        ring[i], ring[j] = ring[j], ring[i]
    # Clockwise from the dealer's right end the sides are 0, 3, 2, 1. The break is on one of them.
    side = (thrown[0] + thrown[1] - 1) % 4
    stacks_before = (0, 3, 2, 1).index(side) * 15 + min(thrown)
    assert list(deal.wall) == ring[2 * stacks_before :] + ring[: 2 * stacks_before]
    seat_dice = stream("seating")
    assert deal.seating_dice[0] == tuple((below(seat_dice, 6) + 1, below(seat_dice, 6) + 1) for _ in range(4))


def test_a_known_deal() -> None:
    """Fixes the derivation. After a change, nobody could verify old hands."""
    deal = derive_deal(SEED, CLIENTS, "room:1", 4)
    digest = hashlib.sha256(bytes(deal.wall)).hexdigest()
    assert (digest[:16], deal.dice, deal.exchange_die) == ("983c77350bb8a035", (5, 5), 1)
    assert commitment(SEED, "room:1") == hashlib.sha256(b"ga1" + SEED + b"room:1").hexdigest()


@given(seed=st.binary(min_size=32, max_size=32), players=st.integers(2, 4), context=st.text(max_size=20))
def test_every_wall_is_the_whole_set(seed: bytes, players: int, context: str) -> None:
    deal = derive_deal(seed, (), context, players)
    assert set(Counter(deal.wall).values()) == {4}
    assert len(deal.wall) == TILES
    assert all(1 <= die <= 6 for die in (*deal.dice, deal.exchange_die))


@given(seed=st.binary(min_size=32, max_size=32), players=st.integers(2, 4))
def test_seats_fall_from_the_highest_throw_without_ties(seed: bytes, players: int) -> None:
    rounds = derive_deal(seed, (), "", players).seating_dice
    assert not tied_players(rounds, players)
    order = seating(rounds, players)
    sums = [sum(rounds[0][player] or ()) for player in order]
    assert sums == sorted(sums, reverse=True)
    for number, thrown in enumerate(rounds):
        throwing = tied_players(rounds[:number], players)
        assert tuple(player for player in range(players) if thrown[player]) == throwing


def test_ties_are_thrown_again_for_their_places_only() -> None:
    rounds = (
        ((3, 3), (6, 6), (1, 5), (1, 1)),
        ((1, 1), None, (6, 5), None),
    )
    assert tied_players(rounds[:1], 4) == (0, 2)
    assert seating(rounds, 4) == (1, 2, 0, 3)


@pytest.mark.parametrize("changed", ["seed", "client", "context", "borders"])
def test_every_part_of_the_seed_matters(changed: str) -> None:
    walls = {
        "seed": derive_deal(bytes(32), CLIENTS, "room:1", 4),
        "client": derive_deal(SEED, (b"b" * 16, *CLIENTS[1:]), "room:1", 4),
        "context": derive_deal(SEED, CLIENTS, "room:2", 4),
        "borders": derive_deal(SEED, (b"", b"a" * 16, *CLIENTS[2:]), "room:1", 4),
    }
    assert walls[changed].wall != derive_deal(SEED, CLIENTS, "room:1", 4).wall


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_server_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match=exactly(f"a server seed must have 32 bytes, not {size}")):
        derive_deal(bytes(size), (), "", 4)
    with pytest.raises(ValueError, match=exactly(f"a server seed must have 32 bytes, not {size}")):
        commitment(bytes(size), "")


@pytest.mark.parametrize(
    ("dice", "place", "first"),
    [
        # Sum 5: the dealer's own side, 2 stacks left. Sum 2: the next player's side, the last one clockwise.
        ((2, 3), (0, 2), 4),
        ((1, 1), (1, 1), 92),
        ((1, 2), (2, 1), 62),
        ((2, 2), (3, 2), 34),
        ((6, 6), (3, 6), 42),
    ],
)
def test_where_the_wall_is_broken(dice: tuple[int, int], place: tuple[int, int], first: int) -> None:
    ring = tuple(range(TILES))
    assert break_place(dice) == place
    wall = break_wall(dice, ring)
    assert wall[0] == first
    assert wall == ring[first:] + ring[:first]


def test_four_times_three_and_the_extra_tile() -> None:
    order = deal_order(2, 4)
    assert order[:8] == (2, 2, 2, 2, 3, 3, 3, 3)
    assert order[48:] == (2, 3, 0, 1, 2)
    assert Counter(order) == {0: 13, 1: 13, 2: 14, 3: 13}
    assert Counter(deal_order(1, 2)) == {0: 13, 1: 14}
