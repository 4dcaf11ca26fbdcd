"""Old data goes, young or needed data stays, and the audit finds no error; on both engines."""

import asyncio
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from sqlalchemy import func, select, update

from app.db import Database, retention
from app.db.audit import audit
from app.db.cards import cards, charges
from app.db.hands import history, rooms
from app.db.hands.pruned_marks import LENGTHS, Mark, packed_mark, read_mark
from app.db.hands.records import HandKey, PlayerRecord, payload_hash
from app.db.people import people, players, restrictions, sessions
from app.db.people.restrictions import Restrictions
from app.db.tables.models import Base, HandLog, HandSeat, Player, RoomMember, RoomRow
from app.play.books.bookings import hand_record
from app.play.loops.tidy import KeepDays, Taken, Tidy
from tests.support.db.booked import WonTable, open_house, played
from tests.support.db.plants import PLANTS, sql, unguarded
from tests.support.db.samples import NOW
from tests.support.rooms.table import Table

pytestmark = pytest.mark.database
DAY = 24 * 3_600_000
KEEP = KeepDays(logs_days=90, rooms_days=365, sessions_days=7, guests_days=30)
NOTHING = Taken(0, 0, 0, 0, 0, 0)
FIRST = HandKey("room", 1, 1)


async def nobody() -> frozenset[str]:
    """The ids of live rooms: none."""
    return frozenset()


async def tidy(db: Database, days: int, keep: KeepDays = KEEP, *, dry: bool = False) -> Taken:
    """Server ms so many days after the end of the rooms."""
    return await Tidy(db, keep, nobody).once(NOW + days * DAY + 1, dry=dry)


async def closed_house(db: Database) -> None:
    """The rooms of ``booked``; ``room`` and ``won`` are closed, ``waiting`` is open."""
    await open_house(db)
    async with db.write() as tx:
        for room_id in ("room", "won"):
            assert await charges.close_room(tx, room_id, "over", NOW)


async def sound(db: Database, pruned: int) -> None:
    """Assert that the audit finds nothing and that ``pruned`` hands have no log."""
    found = await audit(db, deep=True)
    assert found.findings == ()
    assert (found.hands, found.pruned, found.replayed) == (8, pruned, 8 - pruned)


async def rows(db: Database) -> dict[str, int]:
    """Number of rows in each table."""
    async with db.read() as tx:
        return {
            name: (await tx.execute(select(func.count()).select_from(table))).scalar_one()
            for name, table in Base.metadata.tables.items()
        }


async def test_nothing_goes_before_its_time(db: Database) -> None:
    await closed_house(db)
    before = await rows(db)
    assert await Tidy(db, KEEP, nobody).once(NOW + 90 * DAY) == NOTHING
    assert await tidy(db, 90, KeepDays(0, 0, 0, 0)) == NOTHING
    assert await rows(db) == before
    await sound(db, pruned=0)


async def test_logs_go_first_and_can_still_be_proved(db: Database) -> None:
    await closed_house(db)
    assert await tidy(db, 90, dry=True) == Taken(8, 0, 0, 0, 0, 0)
    await sound(db, pruned=0)
    assert await tidy(db, 90) == Taken(8, 0, 0, 0, 0, 0)
    assert await tidy(db, 90) == NOTHING
    await sound(db, pruned=8)
    record = hand_record(played(Table)[0])
    async with db.read() as tx:
        found = await history.one_hand(tx, FIRST)
        assert await history.hand_log(tx, FIRST) == b""
        packed = (await tx.execute(select(HandLog.log).where(HandLog.room_id == "room"))).scalars().first()
    assert found is not None
    assert (found.kept, found.transfers, found.wins) == ("no_log", record.transfers, record.wins)
    assert found.payload_hash == payload_hash(record)
    assert packed is not None
    assert len(packed) == LENGTHS["no_log"]


async def test_of_an_old_hand_the_sums_stay(db: Database) -> None:
    await closed_house(db)
    await tidy(db, 90)
    before = await rows(db)
    async with db.read() as tx:
        movements = [line.transfer for line in await cards.history(tx, "p0")]
    assert await tidy(db, 365) == Taken(0, 8, 1, 0, 0, 0)
    assert await tidy(db, 10_000) == NOTHING
    await sound(db, pruned=8)
    record = hand_record(played(Table)[0])
    async with db.read() as tx:
        found = await history.one_hand(tx, FIRST)
        assert await rooms.by_id(tx, "over") is None, "nothing was played in it"
        assert await rooms.by_id(tx, "waiting") is not None, "it is open"
        assert [line.transfer for line in await cards.history(tx, "p0")] == movements
    assert found is not None
    assert (found.kept, found.transfers, found.wins) == ("sums", (), ())
    assert (found.summary.deltas, found.summary.players) == (record.deltas, record.players)
    after = await rows(db)
    gone = {name for name, count in before.items() if after[name] != count}
    assert gone == {"rooms", "room_members", "hand_transfers", "hand_wins"}


async def test_the_sum_of_all_ke_outlives_everything(db: Database) -> None:
    await closed_house(db)
    deltas = [delta for table in (Table, WonTable) for item in played(table) for delta in item.record.deltas]
    totals = (sum(max(0, delta) for delta in deltas), sum(max(0, -delta) for delta in deltas))
    assert totals[0] > 0
    for days in (0, 90, 365):
        await tidy(db, days)
        async with db.read() as tx:
            assert await history.ke_totals(tx) == totals


async def test_both_at_once_if_nobody_tidied_for_years(db: Database) -> None:
    await closed_house(db)
    assert await tidy(db, 365, replace(KEEP, logs_days=0)) == Taken(0, 8, 1, 0, 0, 0)
    await sound(db, pruned=8)


async def test_a_room_of_the_store_is_left_alone(db: Database) -> None:
    await closed_house(db)

    async def live() -> frozenset[str]:
        return frozenset({"room", "over"})

    assert await Tidy(db, KEEP, live).once(NOW + 366 * DAY) == Taken(4, 4, 0, 0, 0, 0)
    async with db.read() as tx:
        assert await history.hand_log(tx, FIRST) == played(Table)[0].record.log
        assert await rooms.by_id(tx, "over") is not None


async def test_an_unplayed_room_with_cards_to_explain_stays(db: Database, url: str) -> None:
    await closed_house(db)
    async with unguarded(url) as connection:
        for room_id in ("over", "waiting"):
            closed = update(RoomRow).where(RoomRow.id == room_id).values(status="closed", closed_at=NOW)
            await connection.execute(closed)
    assert (await tidy(db, 366)).rooms == 1
    async with db.read() as tx:
        assert await rooms.by_id(tx, "waiting") is not None, "cards are held for it: a fault to be seen"
    assert {finding.check for finding in (await audit(db)).findings} == {"card-left-over"}


@pytest.mark.parametrize("days", [90, 365])
async def test_people_can_still_leave_and_merge(db: Database, days: int) -> None:
    await closed_house(db)
    await tidy(db, days)
    async with db.write() as tx:
        await charges.close_room(tx, "waiting", "over", NOW)
        await people.forget(tx, "p0", NOW)
        await people.merge(tx, "p2", "p1", NOW)
    await sound(db, pruned=8)
    async with db.read() as tx:
        found = await history.one_hand(tx, FIRST)
    assert found is not None
    assert {player.player_id for player in found.summary.players} == {"p0", "p2", None}
    assert people.GONE in {player.name for player in found.summary.players}


async def test_a_copy_says_what_is_kept(db: Database) -> None:
    await closed_house(db)
    player = PlayerRecord("p0", "p0", NOW, NOW)
    for days, kept in ((1, "whole"), (90, "no_log"), (365, "sums")):
        await tidy(db, days)
        async with db.read() as tx:
            copy = await people.copy_of(tx, player, NOW)
        told = copy["hands"]
        assert isinstance(told, list)
        assert [hand["kept"] for hand in told] == [kept] * 8


PLANTED = {
    "a mark that is gone": ("DELETE FROM hand_logs WHERE @hand", "hand-unreadable"),
    "a hand that is gone": ("DELETE FROM hands WHERE @hand", "hand-orphan"),
    "another sum": ("UPDATE hands SET d0 = d0 + 1, d1 = d1 - 1 WHERE @hand", "hand-hash"),
    "another seat": ("UPDATE hand_seats SET delta = delta + 1 WHERE @hand AND seat = 0", "hand-seats"),
    "a seat that is gone": ("DELETE FROM hand_seats WHERE @hand AND seat = 3", "hand-seats"),
    "another name": ("UPDATE hand_seats SET name = 'x' WHERE @hand AND seat = 0", "hand-hash"),
    "another dealer": ("UPDATE hands SET next_dealer = 3 - next_dealer WHERE @hand", "hand-hash"),
    "another digest": ("UPDATE hands SET payload_hash = 'x' WHERE @hand", "hand-hash"),
    "another commitment": ("UPDATE hands SET commitment = 'x' WHERE @hand", "hand-hash"),
    "an open room": ("UPDATE rooms SET status = 'open', closed_at = NULL WHERE id = 'room'", "hand-pruned"),
    "a room that is gone": ("DELETE FROM rooms WHERE id = 'room'", "hand-orphan"),
}


@pytest.mark.parametrize("days", [90, 365])
@pytest.mark.parametrize("name", PLANTED)
async def test_what_is_planted_afterwards_is_found(db: Database, url: str, name: str, days: int) -> None:
    await closed_house(db)
    await tidy(db, days)
    statement, check = PLANTED[name]
    async with unguarded(url) as connection:
        assert (await connection.exec_driver_sql(sql(statement))).rowcount > 0
    assert check in {finding.check for finding in (await audit(db)).findings}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE hand_transfers SET ke = ke + 1 WHERE @hand AND line = 0",
        "DELETE FROM hand_transfers WHERE @hand",
        "DELETE FROM hand_wins WHERE @hand",
    ],
)
async def test_without_the_log_everything_else_is_checked(db: Database, url: str, statement: str) -> None:
    await closed_house(db)
    await tidy(db, 90)
    async with unguarded(url) as connection:
        assert (await connection.exec_driver_sql(sql(statement))).rowcount > 0
    checks = {finding.check for finding in (await audit(db)).findings}
    assert checks & {"hand-transfers", "hand-receipt"}
    assert "hand-hash" in checks


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO hand_transfers VALUES ('room', 1, 1, 0, 0, 1, 4, 'discard')",
        "INSERT INTO hand_wins (room_id, match, hand, line, receipt) VALUES ('room', 1, 1, 0, '{}')",
    ],
    ids=["payment", "receipt"],
)
async def test_a_part_that_outlives_its_time_is_found(db: Database, url: str, statement: str) -> None:
    await closed_house(db)
    await tidy(db, 365)
    async with unguarded(url) as connection:
        await connection.exec_driver_sql(statement)
    found = [str(finding) for finding in (await audit(db)).findings]
    assert found == ["hand-pruned: hand room.1.1: still has payments or receipts"]


@pytest.mark.parametrize(
    "packed",
    [
        packed_mark(Mark("no_log", "00" * 32)),
        packed_mark(Mark("sums", "00" * 32)),
        packed_mark(Mark("no_log", "00" * 32))[:-1],
        b"",
    ],
    ids=["another log", "payments said to be gone", "cut", "nothing"],
)
async def test_a_forged_mark_is_found(db: Database, url: str, packed: bytes) -> None:
    await closed_house(db)
    async with unguarded(url) as connection:
        first = update(HandLog).where(HandLog.room_id == "room", HandLog.hand == 1)
        await connection.execute(first.values(log=packed))
    checks = {finding.check for finding in (await audit(db)).findings}
    assert checks & {"hand-hash", "hand-unreadable"}


@pytest.mark.parametrize(
    "name",
    ["another hash", "a receipt of more", "a transfer that is gone", "a payment that no receipt explains"],
)
async def test_what_is_doubtful_is_left_for_the_eye(db: Database, url: str, name: str) -> None:
    """A planted error is still found after pruning, and the log is still there."""
    await closed_house(db)
    plants, check, where = PLANTS[name]
    async with unguarded(url) as connection:
        for plant in plants:
            if isinstance(plant, str):
                await connection.exec_driver_sql(sql(plant))
            else:
                await plant(connection)
    assert await tidy(db, 365) == Taken(7, 7, 1, 0, 0, 1)
    findings = (await audit(db, deep=True)).findings
    assert any(str(finding).startswith(f"{check}: {where}: ") for finding in findings), findings
    async with db.read() as tx:
        logs = (await tx.execute(select(HandLog.log).where(HandLog.room_id == "room"))).scalars().all()
    assert sum(read_mark(log) is None for log in logs) == 1


async def test_a_room_that_keeps_a_doubtful_log_keeps_the_proofs_of_its_other_hands(
    db: Database, url: str
) -> None:
    await closed_house(db)
    async with unguarded(url) as connection:
        await connection.exec_driver_sql(sql("UPDATE hands SET payload_hash = 'x' WHERE @hand"))
    for taken in (7, 0, 0):
        assert await tidy(db, 90) == Taken(taken, 0, 0, 0, 0, 1)
    findings = (await audit(db, deep=True)).findings
    assert {(finding.check, finding.where) for finding in findings} == {("hand-hash", "hand room.1.1")}


async def _guest(db: Database, name: str, seen: int) -> None:
    async with db.write() as tx:
        await players.create_guest(tx, name, name, NOW)
        await players.touch(tx, name, seen)
        await sessions.create(tx, f"token of {name}", name, "cookie", NOW, NOW + 180 * DAY)


async def _make_a_room(db: Database, url: str, name: str) -> None:
    async with db.write() as tx:
        await tx.execute(update(RoomRow).where(RoomRow.id == "waiting").values(owner_id=name))


async def _sit(db: Database, url: str, name: str) -> None:
    async with unguarded(url) as connection:
        await connection.execute(
            update(RoomMember).where(RoomMember.room_id == "waiting").values(player_id=name)
        )


async def _play(db: Database, url: str, name: str) -> None:
    async with unguarded(url) as connection:
        await connection.execute(update(HandSeat).where(HandSeat.seat == 0).values(player_id=name))


async def _get_cards(db: Database, url: str, name: str) -> None:
    async with db.write() as tx:
        await cards.grant(tx, "gift", name, 1, NOW)


async def _had_cards(db: Database, url: str, name: str) -> None:
    await _get_cards(db, url, name)
    async with db.write() as tx:
        await cards.take_back(tx, "back", name, 1, NOW)


async def _ban(db: Database, url: str, name: str) -> None:
    async with db.write() as tx:
        await restrictions.put(tx, name, Restrictions(banned_at=NOW))


async def _set_code(db: Database, url: str, name: str) -> None:
    async with db.write() as tx:
        await people.set_code(tx, name, "0000-0000-0000-0000", NOW)


@pytest.mark.parametrize(
    "tie", [_make_a_room, _sit, _play, _get_cards, _had_cards, _ban, _set_code], ids=lambda tie: tie.__name__
)
async def test_a_guest_who_has_something_here_stays(
    db: Database, url: str, tie: Callable[[Database, str, str], Awaitable[None]]
) -> None:
    await open_house(db)
    for name, seen in (("gone", NOW), ("tied", NOW), ("young", NOW + DAY)):
        await _guest(db, name, seen)
    await tie(db, url, "tied")
    keep = KeepDays(logs_days=0, rooms_days=0, sessions_days=0, guests_days=30)
    assert await tidy(db, 30, keep) == Taken(0, 0, 0, 0, 1, 0)
    async with db.read() as tx:
        left = set((await tx.execute(select(Player.id))).scalars())
        assert await sessions.find(tx, "token of gone", NOW + 30 * DAY) is None
        assert await sessions.find(tx, "token of young", NOW + 30 * DAY) is not None
    assert left == {"p0", "p1", "p2", "p3", "tied", "young"}


async def test_sessions_go_a_week_after_their_end(db: Database) -> None:
    await open_house(db)
    async with db.write() as tx:
        await sessions.create(tx, "expired", "p0", "cookie", NOW - 2, NOW - 1)
        await sessions.create(tx, "expires", "p0", "cookie", NOW, NOW + DAY)
        await sessions.create(tx, "ended", "p1", "bearer", NOW, NOW + 180 * DAY)
        await sessions.create(tx, "alive", "p1", "bearer", NOW, NOW + 180 * DAY)
        await sessions.revoke(tx, "ended", NOW)
    assert await tidy(db, 7) == Taken(0, 0, 0, 2, 0, 0)
    async with db.read() as tx:
        assert await sessions.find(tx, "expires", NOW) is not None
        assert await sessions.find(tx, "alive", NOW + 7 * DAY) is not None


async def test_more_than_a_page_and_two_workers_at_once(db: Database, url: str) -> None:
    await closed_house(db)
    for number in range(230):
        await _guest(db, f"guest {number:03}", NOW)
    second = Database(url)
    try:
        one, two = await asyncio.gather(tidy(db, 366), tidy(second, 366))
    finally:
        await second.close()
    assert (one.guests + two.guests, one.rooms + two.rooms) == (230, 1)
    assert (one.details + two.details, one.doubtful, two.doubtful) == (8, 0, 0)
    await sound(db, pruned=8)


async def test_a_guest_who_comes_back_meanwhile_is_not_lost(db: Database, url: str) -> None:
    """The guest gets a card between the search and the deletion."""
    await open_house(db)
    await _guest(db, "back", NOW)
    async with db.read() as tx:
        found = await retention.idle_guests(tx, NOW + 1, "", 100)
    assert found == ("back",)
    await _get_cards(db, url, "back")
    async with db.write() as tx:
        assert await retention.take_guests(tx, found, NOW + 1) == (0, 0)
        assert await players.get(tx, "back") is not None


async def test_a_search_gives_what_is_old_enough_page_by_page(db: Database) -> None:
    await closed_house(db)
    for name in ("guest 1", "guest 2"):
        await _guest(db, name, NOW)
    expires_at = NOW + 180 * DAY
    digests = sorted(sessions.token_hash(f"token of guest {number}") for number in (1, 2))
    kinds = [
        (retention.with_logs, NOW, ["room", "won"]),
        (retention.with_details, NOW, ["room", "won"]),
        (retention.never_played, NOW, ["over"]),
        (retention.ended_sessions, expires_at, digests),
        (retention.idle_guests, NOW, ["guest 1", "guest 2"]),
    ]
    async with db.read() as tx:
        for search, end, expected in kinds:
            assert await search(tx, end, "", 9) == ()
            assert await search(tx, end + 1, "", 9) == tuple(expected)
            assert await search(tx, end + 1, "", 1) == tuple(expected[:1])
            assert await search(tx, end + 1, expected[0], 9) == tuple(expected[1:])
            assert await search(tx, end + 1, expected[-1], 9) == ()
    async with db.write() as tx:
        await sessions.revoke(tx, "token of guest 1", NOW)
        assert await retention.ended_sessions(tx, NOW, "", 9) == ()
        assert await retention.ended_sessions(tx, NOW + 1, "", 9) == (
            sessions.token_hash("token of guest 1"),
        )


async def test_each_step_looks_again_at_what_the_search_has_found(db: Database) -> None:
    await closed_house(db)
    await _guest(db, "young", NOW)
    before = await rows(db)
    async with db.write() as tx:
        assert await retention.take_logs(tx, ("room", "waiting", "nowhere"), NOW) == (0, 0)
        assert await retention.take_details(tx, ("room", "waiting", "nowhere"), NOW) == (0, 0)
        assert await retention.take_rooms(tx, ("room", "over", "waiting"), NOW) == (0, 0)
        assert await retention.take_sessions(tx, (sessions.token_hash("token of young"),), NOW) == (0, 0)
        assert await retention.take_guests(tx, ("young", "p0"), NOW) == (0, 0)
    assert await rows(db) == before
    await sound(db, pruned=0)


async def test_a_mark_is_no_log() -> None:
    for mark in (Mark("no_log", "ab" * 32), Mark("sums", "cd" * 32)):
        assert read_mark(packed_mark(mark)) == mark
        assert read_mark(packed_mark(mark) + b"x") is None
    for item in (*played(Table), *played(WonTable)):
        assert len(zlib.compress(item.record.log)) > 2 * max(LENGTHS.values())
