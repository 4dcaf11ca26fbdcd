"""A room with four players, and a finished hand."""

from dataclasses import replace

from app.db import Database
from app.db.hands import player_rooms, rooms
from app.db.hands.records import HandRecord, NewRoom, RoomRecord, RosterMember, SeatPlayer, TransferRecord
from app.db.people import players

NOW = 1_796_000_000_000
PEOPLE = {"p-yong": "阿勇", "p-mei": "小梅", "p-qiang": "强哥", "p-lan": "兰姐"}

ROOM = NewRoom(
    id="r-1",
    code="123456",
    owner_id="p-yong",
    owner_name="阿勇",
    create_key="key-0001",
    preset="classic",
    options={"hands": 4, "banzi": {"4": 8}, "dragon_pungs": ["red", "green"]},
    settings={"turn_seconds": None, "window": "fast"},
    created_at=NOW,
)

ROSTER = (
    RosterMember(0, 2, "p-yong", "阿勇"),
    RosterMember(1, 0, "p-mei", "小梅"),
    RosterMember(2, 1, "p-qiang", "强哥", left=True),
    RosterMember(3, 3, None, "机器人"),
)

HAND = HandRecord(
    room_id="r-1",
    match=1,
    hand=1,
    players=(
        SeatPlayer("p-mei", "小梅"),
        SeatPlayer("p-qiang", "强哥"),
        SeatPlayer("p-yong", "阿勇"),
        SeatPlayer(None, "机器人"),
    ),
    preset="classic",
    options={"hands": 4, "banzi": {"4": 8}},
    dealer=0,
    next_dealer=2,
    exhausted=False,
    deltas=(-7, 3, 12, -8),
    transfers=(
        TransferRecord(0, 2, 5, "self_draw"),
        TransferRecord(3, 2, 5, "self_draw"),
        TransferRecord(0, 2, 2, "discard"),
        TransferRecord(3, 1, 3, "rob_kong"),
    ),
    wins=({"seat": 2, "ke": 5, "items": {"voided_suit": 1, "base": 4}}, {"seat": 1, "ke": 3, "items": {}}),
    server_seed="5e" * 32,
    client_seeds=("01" * 16, "02" * 16, "03" * 16, "00" * 16),
    commitment="c0" * 32,
    log=b'{"type":"hand","version":1}\n{"type":"settle"}\n' * 40,
    ended_at=NOW + 90_000,
)


async def add_people(db: Database) -> None:
    """The four players."""
    async with db.write() as tx:
        for player_id, name in PEOPLE.items():
            await players.create_guest(tx, player_id, name, NOW)


async def add_room(db: Database) -> RoomRecord:
    """The four players and the room."""
    await add_people(db)
    async with db.write() as tx:
        record = (await rooms.create_room(tx, ROOM))[0]
        await player_rooms.enter(tx, ROOM.owner_id, ROOM.id, NOW)
    return record


def hand_of_two(hand: int = 1) -> HandRecord:
    """A hand at a table of two."""
    return replace(
        HAND,
        hand=hand,
        players=HAND.players[:2],
        next_dealer=1,
        deltas=(-4, 4),
        transfers=(TransferRecord(0, 1, 4, "self_draw"),),
        client_seeds=HAND.client_seeds[:2],
    )
