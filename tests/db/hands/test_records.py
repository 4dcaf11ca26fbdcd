"""Ids of hands, and the hash that differs between two results of a hand."""

from dataclasses import fields, replace

import pytest

from app.db.hands.records import HandKey, HandRecord, SeatPlayer, TransferRecord, payload_hash
from tests.support.db.samples import HAND

pytestmark = pytest.mark.database

CHANGES: dict[str, HandRecord] = {
    "room_id": replace(HAND, room_id="r-2"),
    "match": replace(HAND, match=2),
    "hand": replace(HAND, hand=2),
    "players": replace(HAND, players=(SeatPlayer("p-lan", "小梅"), *HAND.players[1:])),
    "preset": replace(HAND, preset="listed"),
    "options": replace(HAND, options={"hands": 8}),
    "dealer": replace(HAND, dealer=1),
    "next_dealer": replace(HAND, next_dealer=1),
    "exhausted": replace(HAND, exhausted=True),
    "deltas": replace(HAND, deltas=(0, 0, 0, 0)),
    "transfers": replace(HAND, transfers=(TransferRecord(0, 2, 5, "discard"), *HAND.transfers[1:])),
    "wins": replace(HAND, wins=tuple(reversed(HAND.wins))),
    "server_seed": replace(HAND, server_seed="5f" * 32),
    "client_seeds": replace(HAND, client_seeds=tuple(reversed(HAND.client_seeds))),
    "commitment": replace(HAND, commitment="c1" * 32),
    "log": replace(HAND, log=HAND.log + b"\n"),
}


def test_the_hash_covers_everything_but_the_time() -> None:
    assert {field.name for field in fields(HandRecord)} == {*CHANGES, "ended_at"}
    assert len({payload_hash(changed) for changed in [HAND, *CHANGES.values()]}) == len(CHANGES) + 1
    assert payload_hash(replace(HAND, ended_at=1)) == payload_hash(HAND)


def test_the_hash_stays_the_same_for_ever() -> None:
    assert payload_hash(HAND) == "2f4e0210b68257c0cf8aafc938bca1c5a230f7eae8d4102f693ff0b780a576c0"


def test_the_id_of_a_hand() -> None:
    key = HandKey("q7x2", 3, 12)
    assert str(key) == "q7x2.3.12"
    assert HandKey.parse("q7x2.3.12") == key


@pytest.mark.parametrize(
    "text",
    [
        "",
        "q7x2",
        "q7x2.3",
        ".3.12",
        "q7x2..12",
        "q7x2.3.12.1",
        "q7x2.03.12",
        "q7x2.-3.12",
        "q7x2.三.12",
        "q7x2.3.1e1",
        "q7x2.3.²",
        "q7x2.3." + "9" * 5000,
    ],
)
def test_what_is_no_id_of_a_hand(text: str) -> None:
    assert HandKey.parse(text) is None
