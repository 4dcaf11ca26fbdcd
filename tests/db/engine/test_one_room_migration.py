"""Revision 0005: the seats of players come from the rosters of open rooms, and closed accounts are marked."""

from dataclasses import replace

import pytest
from sqlalchemy import select, text

from app.db import Database, migrate
from app.db.cards import charges
from app.db.hands import player_rooms, rooms
from app.db.hands.records import RosterMember
from app.db.people import people, sessions
from app.db.tables.models import Player
from tests.support.db.samples import NOW, PEOPLE, ROOM, ROSTER, add_room

pytestmark = pytest.mark.database


async def test_a_player_of_two_open_rooms_keeps_the_newest(db: Database, url: str) -> None:
    await add_room(db)
    newer = replace(ROOM, id="r-2", code="654321", create_key="key-0002", created_at=NOW + 1)
    closed = replace(ROOM, id="r-3", code="777777", create_key="key-0003", created_at=NOW + 2)
    async with db.write() as tx:
        await rooms.set_roster(tx, "r-1", 0, ROSTER, 1)
        for room in (newer, closed):
            await rooms.create_room(tx, room)
        await rooms.set_roster(tx, "r-2", 0, (RosterMember(0, 0, "p-mei", "小梅"),), 1)
        await charges.close_room(tx, "r-3", "over", NOW)
    await migrate(url, "0004")
    await migrate(url)
    async with db.read() as reading:
        seats = {player: await player_rooms.room_of(reading, player) for player in PEOPLE}
    assert seats == {"p-yong": "r-1", "p-mei": "r-2", "p-qiang": None, "p-lan": None}


async def test_accounts_that_were_closed_before_are_marked(db: Database, url: str) -> None:
    """A deleted account has a set name, no session and no code. A player may have had that name too."""
    await add_room(db)
    async with db.write() as tx:
        await people.forget(tx, "p-lan", NOW)
        await sessions.create(tx, "token", "p-mei", "cookie", NOW, NOW + 1)
        await people.set_code(tx, "p-qiang", "AB01-CD11", NOW)
        rename = text("UPDATE players SET name = :name WHERE id IN ('p-mei', 'p-qiang')")
        await tx.execute(rename, {"name": people.GONE})
    await migrate(url, "0004")
    await migrate(url)
    async with db.read() as reading:
        closed = select(Player.id).where(Player.closed_at.is_not(None))
        assert (await reading.execute(closed)).scalars().all() == ["p-lan"]
