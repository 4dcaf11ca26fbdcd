"""Rooms and their rosters."""

import asyncio
from dataclasses import replace

import pytest

from app.db import CodeTaken, ConstraintViolated, Database, DatabaseError
from app.db.hands import rooms
from app.db.hands.hands import record_hand
from app.db.hands.records import NewRoom, RoomRecord, RosterMember
from tests.support.db.samples import HAND, NOW, ROOM, ROSTER, add_people, add_room
from tests.support.exact import exactly

pytestmark = pytest.mark.database

MADE = RoomRecord(
    id="r-1",
    code="123456",
    owner_id="p-yong",
    owner_slot=0,
    preset="classic",
    options=ROOM.options,
    settings=ROOM.settings,
    open=True,
    epoch=1,
    match=0,
    created_at=NOW,
    closed_at=None,
    close_reason=None,
)


@pytest.fixture
async def people(db: Database) -> Database:
    """A database with four players."""
    await add_people(db)
    return db


@pytest.fixture
async def room(db: Database) -> Database:
    """A database with four players and a room."""
    await add_room(db)
    return db


async def create(db: Database, new: NewRoom) -> tuple[RoomRecord, bool]:
    async with db.write() as tx:
        return await rooms.create_room(tx, new)


async def by_id(db: Database, room_id: str = "r-1") -> RoomRecord | None:
    async with db.read() as tx:
        return await rooms.by_id(tx, room_id)


async def roster(db: Database) -> tuple[RosterMember, ...]:
    async with db.read() as tx:
        return await rooms.roster(tx, "r-1")


async def set_roster(db: Database, owner_slot: int, members: tuple[RosterMember, ...], order: int) -> bool:
    async with db.write() as tx:
        return await rooms.set_roster(tx, "r-1", owner_slot, members, order)


async def test_a_room_is_kept_with_its_owner_in_it(people: Database) -> None:
    assert await create(people, ROOM) == (MADE, True)
    assert await by_id(people) == MADE
    assert await roster(people) == (RosterMember(0, 0, "p-yong", "阿勇"),)
    assert await by_id(people, "r-2") is None


async def test_the_same_key_of_the_same_owner_gives_the_same_room(people: Database) -> None:
    await create(people, ROOM)
    again = replace(ROOM, id="r-2", code="654321", preset="listed")
    assert await create(people, again) == (MADE, False)
    assert await by_id(people, "r-2") is None
    same_code = replace(ROOM, id="r-2")
    assert await create(people, same_code) == (MADE, False)


async def test_the_same_key_of_another_owner_makes_another_room(people: Database) -> None:
    await create(people, ROOM)
    other = replace(ROOM, id="r-2", code="654321", owner_id="p-mei", owner_name="小梅")
    made, new = await create(people, other)
    assert (made.id, new) == ("r-2", True)


async def test_many_tries_at_once_make_one_room(people: Database) -> None:
    tries = [replace(ROOM, id=f"r-{number}", code=f"{number:06}") for number in range(12)]
    results = await asyncio.gather(*(create(people, new) for new in tries))
    assert sum(made for _, made in results) == 1
    assert len({found.id for found, _ in results}) == 1


async def test_an_open_rooms_code_is_taken_until_it_closes(people: Database) -> None:
    await create(people, ROOM)
    other = replace(ROOM, id="r-2", create_key="key-0002")
    with pytest.raises(CodeTaken, match=exactly("123456")):
        await create(people, other)
    assert await by_id(people, "r-2") is None
    async with people.write() as tx:
        assert await rooms.close(tx, "r-1", "dissolved", NOW + 5)
    assert (await create(people, other))[1]


async def test_rooms_with_one_code_at_once(people: Database) -> None:
    tries = [replace(ROOM, id=f"r-{number}", create_key=f"key-{number}") for number in range(12)]
    results = await asyncio.gather(*(create(people, new) for new in tries), return_exceptions=True)
    assert sum(isinstance(result, CodeTaken) for result in results) == 11


async def test_a_room_needs_a_known_owner(people: Database) -> None:
    with pytest.raises(ConstraintViolated):
        await create(people, replace(ROOM, owner_id="p-nobody"))


async def test_by_code_finds_open_rooms_only(room: Database) -> None:
    async with room.read() as tx:
        assert await rooms.open_by_code(tx, "123456") == MADE
        assert await rooms.open_by_code(tx, "000000") is None
    async with room.write() as tx:
        await rooms.close(tx, "r-1", "dissolved", NOW + 5)
    async with room.read() as tx:
        assert await rooms.open_by_code(tx, "123456") is None


async def test_closing_is_done_once(room: Database) -> None:
    async with room.write() as tx:
        assert await rooms.close(tx, "r-1", "dissolved", NOW + 5)
        assert not await rooms.close(tx, "r-1", "reaped", NOW + 9)
        assert not await rooms.close(tx, "r-2", "reaped", NOW + 9)
    closed = replace(MADE, open=False, closed_at=NOW + 5, close_reason="dissolved")
    assert await by_id(room) == closed


async def test_a_roster_replaces_the_one_before(room: Database) -> None:
    assert await set_roster(room, 1, ROSTER, 7)
    assert await roster(room) == ROSTER
    assert (await by_id(room)) == replace(MADE, owner_slot=1)
    # members may swap slots without a moment in which one has two
    swapped = (replace(ROSTER[0], slot=1), replace(ROSTER[1], slot=0))
    assert await set_roster(room, 0, swapped, 8)
    assert await roster(room) == (swapped[1], swapped[0])
    assert await set_roster(room, 0, (), 9)
    assert await roster(room) == ()


async def test_a_roster_that_comes_late_changes_nothing(room: Database) -> None:
    await set_roster(room, 1, ROSTER, (2 << 32) | 3)
    for order in ((1 << 32) | 900, (2 << 32) | 3):
        assert not await set_roster(room, 0, ROSTER[:1], order)
    assert await roster(room) == ROSTER
    assert (await by_id(room)) == replace(MADE, owner_slot=1)


async def test_rosters_at_once_end_with_the_newest(room: Database) -> None:
    rosters = {order: ROSTER[: order % 4 + 1] for order in range(1, 13)}
    await asyncio.gather(*(set_roster(room, 0, members, order) for order, members in rosters.items()))
    assert await roster(room) == rosters[12]


async def test_open_rooms_by_age(room: Database) -> None:
    for number, age in ((2, 30), (3, 10), (4, 20)):
        new = replace(ROOM, id=f"r-{number}", code=f"{number}", create_key=f"k{number}", created_at=NOW + age)
        await create(room, new)
    async with room.write() as tx:
        await rooms.close(tx, "r-4", "dissolved", NOW + 40)
    async with room.read() as tx:
        assert [found.id for found in await rooms.open_rooms(tx, NOW + 30)] == ["r-1", "r-3"]
        assert [found.id for found in await rooms.open_rooms(tx, NOW + 99, limit=2)] == ["r-1", "r-3"]


async def test_rooms_without_a_hand_since_a_time(room: Database) -> None:
    await create(room, replace(ROOM, id="r-2", code="2", create_key="k2", created_at=NOW + 10))
    async with room.write() as tx:
        await record_hand(tx, HAND)

    async def quiet(since: int, limit: int = 9) -> list[str]:
        async with room.read() as tx:
            return [found.id for found in await rooms.quiet_rooms(tx, since, limit)]

    assert await quiet(NOW + 10) == []  # the hand of r-1 ended later
    assert await quiet(NOW + 11) == ["r-2"]
    assert await quiet(HAND.ended_at) == ["r-2"]
    assert await quiet(HAND.ended_at + 1) == ["r-1", "r-2"]
    assert await quiet(HAND.ended_at + 1, 1) == ["r-1"]
    async with room.write() as tx:
        await rooms.close(tx, "r-2", "dissolved", NOW)
    assert await quiet(HAND.ended_at + 1) == ["r-1"]


async def test_a_recorded_hand_moves_the_room_to_its_match(room: Database) -> None:
    for match, known in ((2, 2), (1, 2), (3, 3)):
        async with room.write() as tx:
            await record_hand(tx, replace(HAND, match=match))
        found = await by_id(room)
        assert found is not None
        assert found.match == known


async def test_epochs_count_up_while_the_room_is_open(room: Database) -> None:
    async with room.write() as tx:
        assert await rooms.bump_epoch(tx, "r-1") == 2
        assert await rooms.bump_epoch(tx, "r-1") == 3
        await rooms.close(tx, "r-1", "dissolved", NOW)
    for room_id in ("r-1", "r-2"):
        with pytest.raises(DatabaseError, match="is not open"):
            async with room.write() as tx:
                await rooms.bump_epoch(tx, room_id)
    assert (await by_id(room)) == replace(MADE, epoch=3, open=False, closed_at=NOW, close_reason="dissolved")


async def test_matches_count_up(room: Database) -> None:
    for match, taken in ((1, True), (1, False), (3, True), (2, False)):
        async with room.write() as tx:
            assert await rooms.set_match(tx, "r-1", match) is taken
    assert await by_id(room) == replace(MADE, match=3)
