"""Reads the hands of a room from the database while the server runs."""

import sqlite3
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

HANDS = (
    "SELECT room_id, match, hand, d0, d1, d2, d3 FROM hands"
    " WHERE room_id = (SELECT id FROM rooms WHERE code = ?) ORDER BY match, hand"
)
SEATS = "SELECT seat, name FROM hand_seats WHERE room_id = ? AND match = ? AND hand = ?"
TRANSFERS = "SELECT payer, payee, ke FROM hand_transfers WHERE room_id = ? AND match = ? AND hand = ?"
WINS = "SELECT count(*) FROM hand_wins WHERE room_id = ? AND match = ? AND hand = ?"


@dataclass(frozen=True, slots=True)
class BookedHand:
    """One hand: 颗 by player name, once from its rows and once summed up from its payments."""

    match: int
    hand: int
    deltas: dict[str, int]
    paid: dict[str, int]
    wins: int


def booked_hands(path: Path, code: str) -> list[BookedHand]:
    """The hands of a room in order."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as books:
        return [_hand(books, *row) for row in books.execute(HANDS, (code,)).fetchall()]


def _hand(books: sqlite3.Connection, room: str, match: int, hand: int, *deltas: int) -> BookedHand:
    key = (room, match, hand)
    names: dict[int, str] = dict(books.execute(SEATS, key).fetchall())
    paid: defaultdict[str, int] = defaultdict(int)
    for payer, payee, ke in books.execute(TRANSFERS, key):
        paid[names[payer]] -= ke
        paid[names[payee]] += ke
    (wins,) = books.execute(WINS, key).fetchone()
    by_name = {name: deltas[seat] for seat, name in names.items()}
    return BookedHand(match, hand, by_name, {name: paid[name] for name in by_name}, wins)
