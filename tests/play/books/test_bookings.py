"""Outbox entries as release 0.2.0 writes them: a newer program books them after an update."""

import json

import pytest

from app.play.books.bookings import Booking, decode_booking
from app.rooms.steps.outbox import (
    HandEnded,
    HandToBook,
    ItemToBook,
    MatchEnded,
    OutboxItem,
    RoomClosed,
    Roster,
    RosterEntry,
    SeatToBook,
    TransferToBook,
    WinToBook,
)

WRITTEN: list[tuple[dict[str, object], OutboxItem]] = [
    (
        {
            "type": "roster",
            "room_id": "r-1",
            "match": 1,
            "members": [
                {"slot": 0, "seat": 1, "player_id": "p0", "name": "甲", "bot": False, "left": True},
                {"slot": 1, "seat": 0, "player_id": None, "name": "小筒", "bot": True, "left": False},
            ],
            "owner_slot": 1,
        },
        Roster(
            "r-1",
            1,
            (
                RosterEntry(0, 1, "p0", "甲", bot=False, left=True),
                RosterEntry(1, 0, None, "小筒", bot=True, left=False),
            ),
            1,
        ),
    ),
    (
        {
            "type": "hand_ended",
            "room_id": "r-1",
            "match": 1,
            "hand": 2,
            "record": {
                "preset": "classic",
                "options": {"players": 2, "hands": 2},
                "seats": [
                    {"player_id": None, "name": "小筒", "bot": True},
                    {"player_id": "p0", "name": "甲", "bot": False},
                ],
                "dealer": 0,
                "next_dealer": 1,
                "exhausted": False,
                "deltas": [-4, 4],
                "transfers": [{"payer": 0, "payee": 1, "ke": 4, "reason": "discard"}],
                "wins": [
                    {
                        "seat": 1,
                        "place": 1,
                        "tile": "5m",
                        "by": "discard",
                        "source": 0,
                        "ke": 4,
                        "multiplier": 1,
                        "items": [{"id": "base", "ke": 4, "tiles": "555m"}],
                        "melds": "[111p]",
                        "concealed": "2345m",
                    }
                ],
                "server_seed": "5e",
                "client_seeds": ["00", "01"],
                "commitment": "c0",
                "log": "bG9n",
                "ended_at": 1796000000000,
                "last": True,
            },
        },
        HandEnded(
            "r-1",
            1,
            2,
            HandToBook(
                preset="classic",
                options={"players": 2, "hands": 2},
                seats=(SeatToBook(None, "小筒", bot=True), SeatToBook("p0", "甲", bot=False)),
                dealer=0,
                next_dealer=1,
                exhausted=False,
                deltas=(-4, 4),
                transfers=(TransferToBook(0, 1, 4, "discard"),),
                wins=(
                    WinToBook(
                        seat=1,
                        place=1,
                        tile="5m",
                        by="discard",
                        source=0,
                        ke=4,
                        multiplier=1,
                        items=(ItemToBook("base", 4, "555m"),),
                        melds="[111p]",
                        concealed="2345m",
                    ),
                ),
                server_seed="5e",
                client_seeds=("00", "01"),
                commitment="c0",
                log=b"log",
                ended_at=1_796_000_000_000,
                last=True,
            ),
        ),
    ),
    ({"type": "match_ended", "room_id": "r-1", "match": 1}, MatchEnded("r-1", 1)),
    (
        {"type": "room_closed", "room_id": "r-1", "reason": "dissolved", "match": 1, "hands": 2},
        RoomClosed("r-1", "dissolved", 1, 2),
    ),
]


@pytest.mark.parametrize(("written", "item"), WRITTEN, ids=[str(written["type"]) for written, _ in WRITTEN])
def test_an_entry_of_an_earlier_release_is_read(written: dict[str, object], item: OutboxItem) -> None:
    entry = {"order": 1 << 32 | 7, "item": written, "request": "trace"}
    assert decode_booking(json.dumps(entry).encode()) == Booking(1 << 32 | 7, item, "trace")
