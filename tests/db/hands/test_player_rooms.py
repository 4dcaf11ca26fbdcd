"""One open room a player, on both engines."""

import asyncio
from dataclasses import replace

import pytest

from app.db import Database
from app.db.cards import charges
from app.db.hands import player_rooms, rooms
from app.db.hands.player_rooms import SeatedElsewhere
from tests.support.db.samples import NOW, ROOM, ROSTER, add_room
from tests.support.exact import exactly

pytestmark = pytest.mark.database
OTHER = replace(ROOM, id="r-2", code="654321", create_key="key-0002")


@pytest.fixture
async def two(db: Database) -> Database:
    """Two open rooms of one owner, who sits in the first."""
    await add_room(db)
    async with db.write() as tx:
        await rooms.create_room(tx, OTHER)
    return db


async def room_of(db: Database, player_id: str) -> str | None:
    async with db.read() as tx:
        return await player_rooms.room_of(tx, player_id)


async def enter(db: Database, player_id: str, room_id: str, now: int = NOW) -> None:
    async with db.write() as tx:
        await player_rooms.enter(tx, player_id, room_id, now)


async def test_a_player_has_one_room(two: Database) -> None:
    assert await room_of(two, "p-mei") is None
    await enter(two, "p-mei", "r-1")
    await enter(two, "p-mei", "r-1", NOW + 1)
    with pytest.raises(SeatedElsewhere, match=exactly("seated_elsewhere")) as refused:
        await enter(two, "p-mei", "r-2")
    assert (refused.value.player_id, refused.value.room_id) == ("p-mei", "r-1")
    assert await room_of(two, "p-mei") == "r-1"
    await enter(two, "p-lan", "r-2")
    assert await room_of(two, "p-lan") == "r-2"


async def test_fifty_at_once_are_one(two: Database) -> None:
    async with two.write() as tx:
        for number in range(3, 53):
            await rooms.create_room(
                tx, replace(ROOM, id=f"r-{number}", code=f"{number}", create_key=f"k-{number}")
            )
    tries = await asyncio.gather(
        *(enter(two, "p-mei", f"r-{number}") for number in range(3, 53)), return_exceptions=True
    )
    assert sum(result is None for result in tries) == 1
    assert sum(isinstance(result, SeatedElsewhere) for result in tries) == 49


async def test_leaving_another_room_changes_nothing(two: Database) -> None:
    await enter(two, "p-mei", "r-1")
    async with two.write() as tx:
        assert not await player_rooms.leave(tx, "p-mei", "r-2")
        assert not await player_rooms.leave(tx, "p-lan", "r-1")
    assert await room_of(two, "p-mei") == "r-1"
    async with two.write() as tx:
        assert await player_rooms.leave(tx, "p-mei", "r-1")
    assert await room_of(two, "p-mei") is None


async def test_a_newer_roster_frees_those_who_are_gone(two: Database) -> None:
    await enter(two, "p-lan", "r-1")
    await enter(two, "p-qiang", "r-2")
    async with two.write() as tx:
        assert await charges.take_roster(tx, "r-1", 0, ROSTER, 2, 0, NOW)
    assert [await room_of(two, each) for each in ("p-yong", "p-mei", "p-lan", "p-qiang")] == [
        "r-1",
        "r-1",
        None,
        "r-2",
    ]
    await enter(two, "p-lan", "r-1")
    async with two.write() as tx:
        assert not await charges.take_roster(tx, "r-1", 0, ROSTER[:1], 2, 0, NOW)
    assert await room_of(two, "p-lan") == "r-1", "an old roster frees nobody"


async def test_a_closed_room_frees_its_players(two: Database) -> None:
    await enter(two, "p-mei", "r-1")
    await enter(two, "p-lan", "r-2")
    async with two.write() as tx:
        await charges.close_room(tx, "r-1", "over", NOW)
    assert (await room_of(two, "p-mei"), await room_of(two, "p-lan")) == (None, "r-2")


async def test_a_seat_is_stale_if_the_roster_does_not_know_it(two: Database) -> None:
    async with two.write() as tx:
        await charges.take_roster(tx, "r-1", 0, ROSTER, 2, 0, NOW)
    await enter(two, "p-lan", "r-2", NOW + 1)
    await enter(two, "p-qiang", "r-1", NOW + 1)  # by the roster they have left
    async with two.read() as tx:
        assert await player_rooms.stale(tx, NOW + 1) == ()
        assert await player_rooms.stale(tx, NOW + 2) == ("r-1", "r-2")
