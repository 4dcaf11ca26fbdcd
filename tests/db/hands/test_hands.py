"""The ledger of hands: each hand is recorded once and completely, and its 颗 sum to 0."""

import asyncio
from collections import Counter
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from app.db import ConstraintViolated, Database
from app.db.hands import rooms
from app.db.hands.hands import record_hand
from app.db.hands.history import hand_log, hands_of_room, one_hand, rebuild_data, was_there
from app.db.hands.records import (
    AlreadyRecorded,
    Different,
    HandDetail,
    HandKey,
    HandRecord,
    HandResult,
    HandSummary,
    Recorded,
    RecordOutcome,
    TransferRecord,
    payload_hash,
)
from app.db.people import players
from app.db.tables.models import Base
from tests.support.db.samples import HAND, NOW, ROOM, ROSTER, add_room, hand_of_two
from tests.support.exact import exactly

pytestmark = pytest.mark.database

SUMMARY = HandSummary(HandKey("r-1", 1, 1), HAND.players, HAND.deltas, 0, False, NOW + 90_000)
OTHER_END = replace(
    HAND, deltas=(0, -6, 6, 0), transfers=(TransferRecord(1, 2, 6, "discard"),), next_dealer=1
)


@pytest.fixture
async def room(db: Database) -> Database:
    """A database with four players and their room."""
    await add_room(db)
    return db


async def record(db: Database, hand: HandRecord = HAND) -> RecordOutcome:
    async with db.write() as tx:
        return await record_hand(tx, hand)


async def rows_of(db: Database) -> dict[str, int]:
    """Number of rows in each table of the ledger."""
    tables = ("hands", "hand_seats", "hand_transfers", "hand_wins", "hand_logs")
    counts = {table: select(func.count()).select_from(Base.metadata.tables[table]) for table in tables}
    async with db.read() as tx:
        return {table: (await tx.execute(query)).scalar_one() for table, query in counts.items()}


async def test_a_hand_comes_back_as_it_went_in(room: Database) -> None:
    assert await record(room) == Recorded()
    async with room.read() as tx:
        assert await one_hand(tx, HAND.key) == HandDetail(
            summary=SUMMARY,
            preset="classic",
            options=HAND.options,
            next_dealer=2,
            transfers=HAND.transfers,
            wins=HAND.wins,
            server_seed=HAND.server_seed,
            client_seeds=HAND.client_seeds,
            commitment=HAND.commitment,
            payload_hash=payload_hash(HAND),
        )
        assert await hand_log(tx, HAND.key) == HAND.log
        for other in (HandKey("r-1", 1, 2), HandKey("r-1", 2, 1), HandKey("r-2", 1, 1)):
            assert await one_hand(tx, other) is None
            assert await hand_log(tx, other) is None


async def test_each_hand_comes_back_with_its_own_parts(room: Database) -> None:
    async with room.write() as tx:
        await rooms.create_room(tx, replace(ROOM, id="r-2", code="654321", create_key="key-0002"))
    played = [
        HAND,
        replace(OTHER_END, hand=2, wins=HAND.wins[:1], log=b"second hand"),
        replace(OTHER_END, match=2, wins=HAND.wins[1:], log=b"second match"),
        replace(OTHER_END, room_id="r-2", players=HAND.players[::-1], wins=(), log=b"second room"),
    ]
    for hand in played:
        await record(room, hand)
    async with room.read() as tx:
        for hand in played:
            found = await one_hand(tx, hand.key)
            assert found is not None
            assert found.summary.players == hand.players
            assert (found.transfers, found.wins, found.kept) == (hand.transfers, hand.wins, "whole")
            assert await hand_log(tx, hand.key) == hand.log
        assert [found.players for found in await hands_of_room(tx, "r-2")] == [HAND.players[::-1]]


async def test_receipts_keep_the_order_of_their_items(room: Database) -> None:
    await record(room)
    async with room.read() as tx:
        found = await one_hand(tx, HAND.key)
    assert found is not None
    items = found.wins[0]["items"]
    assert isinstance(items, dict)
    assert list(items) == ["voided_suit", "base"]


async def test_a_hand_without_wins_and_transfers(room: Database) -> None:
    drawn = replace(HAND, exhausted=True, deltas=(0, 0, 0, 0), transfers=(), wins=(), log=b"")
    assert await record(room, drawn) == Recorded()
    async with room.read() as tx:
        found = await one_hand(tx, HAND.key)
        assert await hand_log(tx, HAND.key) == b""
    assert found is not None
    assert (found.summary.exhausted, found.transfers, found.wins) == (True, (), ())


async def test_a_table_of_two(room: Database) -> None:
    await record(room, hand_of_two())
    async with room.read() as tx:
        (found,) = await hands_of_room(tx, "r-1")
    assert found.deltas == (-4, 4)
    assert found.players == HAND.players[:2]
    assert await record(room, replace(hand_of_two(), next_dealer=0)) == Different(
        (-4, 4), 1, payload_hash(hand_of_two())
    )


async def test_the_same_hand_again_is_already_there(room: Database) -> None:
    await record(room)
    before = await rows_of(room)
    assert before == {"hands": 1, "hand_seats": 4, "hand_transfers": 4, "hand_wins": 2, "hand_logs": 1}
    # reported again later, with the keys of its JSON in another order
    options = dict(reversed(list(HAND.options.items())))
    assert await record(room, replace(HAND, ended_at=NOW + 99_000, options=options)) == AlreadyRecorded()
    assert await rows_of(room) == before


async def test_what_was_recorded_first_counts(room: Database) -> None:
    await record(room)
    assert await record(room, OTHER_END) == Different((-7, 3, 12, -8), 2, payload_hash(HAND))
    async with room.read() as tx:
        assert await hands_of_room(tx, "r-1") == (SUMMARY,)
        assert await hand_log(tx, HAND.key) == HAND.log


async def test_many_records_of_one_hand_at_once(room: Database) -> None:
    outcomes = await asyncio.gather(*(record(room) for _ in range(16)))
    assert Counter(map(type, outcomes)) == {Recorded: 1, AlreadyRecorded: 15}
    assert (await rows_of(room))["hand_transfers"] == 4


async def test_two_ends_of_one_hand_at_once(room: Database) -> None:
    outcomes = await asyncio.gather(*(record(room, hand) for hand in (HAND, OTHER_END) * 8))
    assert Counter(map(type, outcomes)) == {Recorded: 1, AlreadyRecorded: 7, Different: 8}


async def test_many_hands_at_once(room: Database) -> None:
    hands = [replace(HAND, match=match, hand=hand) for match in (1, 2) for hand in range(1, 9)]
    assert await asyncio.gather(*(record(room, hand) for hand in hands)) == [Recorded()] * 16
    async with room.read() as tx:
        found = await rooms.by_id(tx, "r-1")
    assert found is not None
    assert found.match == 2


async def test_a_transaction_that_fails_later_records_nothing(room: Database) -> None:
    async def record_and_fail() -> None:
        async with room.write() as tx:
            assert await record_hand(tx, HAND) == Recorded()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await record_and_fail()
    assert set((await rows_of(room)).values()) == {0}
    assert await record(room) == Recorded()


@pytest.mark.parametrize(
    "wrong",
    [
        replace(HAND, room_id="r-2"),
        replace(HAND, players=(replace(HAND.players[0], player_id="p-nobody"), *HAND.players[1:])),
        replace(HAND, match=0),
        replace(HAND, hand=0),
        replace(HAND, dealer=4),
        replace(HAND, next_dealer=-1),
        replace(hand_of_two(), dealer=2),
    ],
)
async def test_what_the_tables_refuse_leaves_nothing(room: Database, wrong: HandRecord) -> None:
    with pytest.raises(ConstraintViolated):
        await record(room, wrong)
    assert set((await rows_of(room)).values()) == {0}


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (replace(HAND, deltas=(-7, 3, 12, -7)), "the transfers do not add up to the deltas"),
        (replace(HAND, deltas=(-7, 3, 4, 0)), "the transfers do not add up to the deltas"),
        (replace(HAND, deltas=(-7, 3, 12)), "the numbers of players, deltas and client seeds differ"),
        (replace(HAND, client_seeds=()), "the numbers of players, deltas and client seeds differ"),
        (
            replace(HAND, transfers=(TransferRecord(0, 4, 1, "discard"),)),
            "a transfer names a seat that does not exist",
        ),
        (
            replace(HAND, transfers=(TransferRecord(-1, 0, 1, "discard"),)),
            "a transfer names a seat that does not exist",
        ),
    ],
)
async def test_a_record_that_contradicts_itself_is_refused(
    room: Database, wrong: HandRecord, reason: str
) -> None:
    with pytest.raises(ValueError, match=exactly(f"hand r-1.1.1: {reason}")):
        await record(room, wrong)
    assert set((await rows_of(room)).values()) == {0}


async def test_the_hands_of_a_room_in_order(room: Database) -> None:
    played = [(2, 1), (1, 2), (2, 2), (1, 1), (1, 10)]
    for match, hand in played:
        await record(room, replace(HAND, match=match, hand=hand))
    async with room.read() as tx:
        every = await hands_of_room(tx, "r-1")
        newest = await hands_of_room(tx, "r-1", limit=2)
        assert await hands_of_room(tx, "r-2") == ()
    assert [(item.key.match, item.key.hand) for item in every] == [(1, 1), (1, 2), (1, 10), (2, 1), (2, 2)]
    assert newest == every[-2:]
    assert all(item.players == HAND.players for item in every)


async def test_names_in_the_history_stay_as_they_were(room: Database) -> None:
    await record(room)
    async with room.write() as tx:
        await players.rename(tx, "p-yong", "勇哥")
    async with room.read() as tx:
        assert await hands_of_room(tx, "r-1") == (SUMMARY,)


async def test_who_was_there(room: Database) -> None:
    await record(room, hand_of_two())
    async with room.read() as tx:
        assert await was_there(tx, "r-1", "p-yong")  # a member
        assert await was_there(tx, "r-1", "p-mei")  # no longer a member, but has played
        assert not await was_there(tx, "r-1", "p-lan")
        assert not await was_there(tx, "r-2", "p-yong")


async def test_what_a_room_is_rebuilt_from(room: Database) -> None:
    async with room.read() as tx:
        fresh = await rebuild_data(tx, "r-1")
        assert await rebuild_data(tx, "r-2") is None
    assert fresh is not None
    assert (fresh.room.match, fresh.results, fresh.next_dealer) == (0, (), None)

    async with room.write() as tx:
        await rooms.set_roster(tx, "r-1", 1, ROSTER, 4)
    for hand in (
        HAND,
        replace(OTHER_END, hand=2),
        replace(HAND, match=2),
        replace(OTHER_END, match=2, hand=2),
    ):
        await record(room, hand)
    async with room.read() as tx:
        later = await rebuild_data(tx, "r-1")
    assert later is not None
    assert later.room.match == 2
    assert later.room.owner_slot == 1
    assert later.roster == ROSTER
    assert later.results == (HandResult(1, HAND.deltas, 2), HandResult(2, OTHER_END.deltas, 1))
    assert later.next_dealer == 1

    async with room.write() as tx:
        await rooms.set_match(tx, "r-1", 3)
    async with room.read() as tx:
        between = await rebuild_data(tx, "r-1")
    assert between is not None
    assert (between.results, between.next_dealer) == ((), None)
