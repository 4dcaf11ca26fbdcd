"""Accounts on both engines: merge, delete, recover, search, restrict."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import text, update

from app.db import Database, retention
from app.db.audit import audit
from app.db.cards import cards, charges
from app.db.cards.card_records import MOST_CARDS, Totals
from app.db.engine.database import ReadTx
from app.db.hands import hands, history, rooms
from app.db.hands.records import HandKey, payload_hash
from app.db.people import people, players, restrictions, sessions
from app.db.people.people import GONE, Own, PersonRefused
from app.db.people.people_search import find_players
from app.db.people.restrictions import Restrictions
from app.db.people.standing import NoPlayer, PlayerBanned, lock_players
from app.db.tables.models import Hand
from app.rooms.state.cards import Dues
from tests.support.db.booked import open_house
from tests.support.db.plants import unguarded
from tests.support.db.samples import HAND, NOW, ROOM, ROSTER, add_people, add_room
from tests.support.db.servers import PostgresServer
from tests.support.exact import exactly

pytestmark = pytest.mark.database


async def _booked(db: Database) -> None:
    """A closed room with a hand in it."""
    await add_room(db)
    async with db.write() as tx:
        await rooms.set_roster(tx, ROOM.id, 0, ROSTER, 1)
        await hands.record_hand(tx, HAND)
        await charges.close_room(tx, ROOM.id, "over", NOW)
        await players.create_guest(tx, "p-new", "新机", NOW)
        await cards.grant(tx, "gift", "p-yong", 7, NOW)


async def test_a_merged_guest_hands_everything_over(db: Database) -> None:
    await _booked(db)
    async with db.write() as tx:
        await sessions.create(tx, "token", "p-yong", "cookie", NOW, NOW + 1)
        ended = await people.merge(tx, "p-new", "p-yong", NOW)
    assert ended == (sessions.token_hash("token"),)
    async with db.read() as tx:
        detail = await history.one_hand(tx, HandKey(ROOM.id, 1, 1))
        owner = await rooms.by_id(tx, ROOM.id)
        roster = await rooms.roster(tx, ROOM.id)
        assert (await cards.balance(tx, "p-new")).available == 7
        assert (await cards.balance(tx, "p-yong")).available == 0
        assert await sessions.find(tx, "token", NOW) is None
    assert detail is not None
    assert owner is not None
    assert owner.owner_id == "p-new"
    assert (detail.summary.players[2].player_id, detail.summary.players[2].name) == ("p-new", "阿勇")
    assert roster[0].player_id == "p-new"


async def test_the_digest_of_a_hand_follows_the_name(db: Database) -> None:
    await _booked(db)
    async with db.write() as tx:
        await people.forget(tx, "p-yong", NOW)
    async with db.read() as tx:
        detail = await history.one_hand(tx, HandKey(ROOM.id, 1, 1))
        roster = await rooms.roster(tx, ROOM.id)
        gone = await players.get(tx, "p-yong")
    assert detail is not None
    assert gone is not None
    names = [player.name for player in detail.summary.players]
    assert (names[2], roster[0].name, gone.name) == (GONE, GONE, GONE)
    assert detail.payload_hash != payload_hash(HAND)
    assert "hand-hash" not in {finding.check for finding in (await audit(db)).findings}


async def test_a_damaged_hand_stays_damaged_when_a_player_is_deleted(db: Database, url: str) -> None:
    await _booked(db)
    async with unguarded(url) as connection:
        await connection.execute(update(Hand).values(dealer=3))
    async with db.write() as tx:
        await people.forget(tx, "p-yong", NOW)
    found = (await audit(db)).findings
    assert "hand-hash" in {finding.check for finding in found}, found


async def test_a_player_is_deleted_after_a_hand_that_is_being_pruned(
    postgres_server: PostgresServer,
) -> None:
    """Both write digests of the same hand: the second one has to see what the first one has left."""
    async with postgres_server.migrated() as url:
        db = Database(url)
        await _booked_soundly(db)
        async with db.write() as tx:
            assert await retention.take_details(tx, ("room",), NOW + 1) == (4, 0)
            deleting = asyncio.create_task(_forget(db, "p1"))
            while not (deleting.done() or await _somebody_waits(tx)):
                continue
        await deleting
        assert (await audit(db, deep=True)).findings == ()
        await db.close()


async def _booked_soundly(db: Database) -> None:
    await open_house(db)
    async with db.write() as tx:
        for room_id in ("room", "waiting", "won"):
            await charges.close_room(tx, room_id, "over", NOW)


async def _forget(db: Database, player_id: str) -> None:
    async with db.write() as tx:
        await people.forget(tx, player_id, NOW)


async def _somebody_waits(tx: ReadTx) -> bool:
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    return bool((await tx.execute(text(waiting))).scalar_one())


@pytest.mark.parametrize(
    ("kept", "other", "code"),
    [("p-yong", "p-yong", "same_player"), ("p-yong", "p-mei", "played_together")],
)
async def test_refused_merges_change_nothing(db: Database, kept: str, other: str, code: str) -> None:
    await _booked(db)
    with pytest.raises(PersonRefused, match=exactly(code)):
        async with db.write() as tx:
            await people.merge(tx, kept, other, NOW)
    async with db.read() as tx:
        assert (await players.get(tx, other)) is not None
        assert (await cards.balance(tx, "p-yong")).available == 7


@pytest.mark.parametrize("seated", [True, False], ids=["only in one room", "only in one hand"])
async def test_players_who_faced_each_other_are_not_one(db: Database, seated: bool) -> None:
    await add_room(db)
    async with db.write() as tx:
        if seated:
            await rooms.set_roster(tx, ROOM.id, 0, ROSTER, 1)
        else:
            await hands.record_hand(tx, HAND)
        await charges.close_room(tx, ROOM.id, "over", NOW)
    with pytest.raises(PersonRefused, match=exactly("played_together")):
        async with db.write() as tx:
            await people.merge(tx, "p-mei", "p-qiang", NOW)
    async with db.write() as tx:
        await people.merge(tx, "p-mei", "p-lan", NOW)


async def test_a_merged_player_keeps_each_room_under_its_own_key(db: Database) -> None:
    """Both have created a room with the same key; a retry still finds the own one."""
    await add_room(db)
    own = replace(ROOM, id="r-2", code="654321", owner_id="p-mei", owner_name="小梅")
    async with db.write() as tx:
        await rooms.create_room(tx, own)
        for room_id in (ROOM.id, own.id):
            await charges.close_room(tx, room_id, "over", NOW)
        await people.merge(tx, "p-mei", "p-yong", NOW)
    async with db.write() as tx:
        found, made = await rooms.create_room(tx, replace(own, id="r-3"))
        handed_over = await rooms.by_id(tx, ROOM.id)
    assert (found.id, made) == (own.id, False)
    assert handed_over is not None
    assert handed_over.owner_id == "p-mei"


async def test_a_merge_leaves_the_rooms_of_others_alone(db: Database) -> None:
    await _booked(db)
    theirs = replace(ROOM, id="r-2", code="654321", owner_id="p-lan", owner_name="兰姐")
    async with db.write() as tx:
        before, _ = await rooms.create_room(tx, theirs)
        await people.merge(tx, "p-new", "p-yong", NOW)
        assert await rooms.by_id(tx, "r-2") == before


async def test_an_account_with_a_seat_in_an_open_room_stays(db: Database) -> None:
    await add_room(db)
    with pytest.raises(PersonRefused, match=exactly("seated")):
        async with db.write() as tx:
            await people.forget(tx, "p-yong", NOW)


async def test_an_account_with_held_cards_stays(db: Database) -> None:
    """The player's join is under way: the cards are held, and no roster has the player."""
    await add_room(db)
    async with db.write() as tx:
        await cards.grant(tx, "gift", "p-mei", 7, NOW)
        await charges.hold_dues(tx, ROOM.id, "split", Dues(1, {"p-mei": 3}, exact=False), NOW)
    with pytest.raises(PersonRefused, match=exactly("seated")):
        async with db.write() as tx:
            await people.forget(tx, "p-mei", NOW)


async def test_a_code_is_read_as_people_write_it(db: Database) -> None:
    await add_room(db)
    async with db.write() as tx:
        await people.set_code(tx, "p-yong", "AB01-CD11", NOW)
    async with db.read() as tx:
        for written in ("AB01-CD11", "abo1 cdil", "AB01CD11"):
            found = await people.by_code(tx, written)
            assert found is not None, written
            assert found.id == "p-yong"
        assert await people.by_code(tx, "AB01-CD12") is None


async def test_the_banned_are_told_so(db: Database) -> None:
    await add_room(db)
    async with db.write() as tx:
        await sessions.create(tx, "token", "p-yong", "cookie", NOW, NOW + 1)
        await people.set_code(tx, "p-yong", "AB01-CD11", NOW)
        await restrictions.put(tx, "p-yong", Restrictions(banned_at=NOW, reason="捣乱"))
    async with db.read() as reading:
        assert await is_banned(reading, "token", NOW)
        assert await is_banned(reading, "token", NOW + 2), "also after the end of the session"
        assert await restrictions.of(reading, "p-yong") == Restrictions(NOW, None, "捣乱")
    with pytest.raises(PlayerBanned, match=exactly("banned")):
        async with db.write() as tx:
            await people.locked_by_code(tx, "AB01-CD11")
    async with db.write() as tx:
        await people.end_sessions(tx, "p-yong", NOW)
        assert await is_banned(tx, "token", NOW)
        await restrictions.put(tx, "p-yong", Restrictions())
        assert await sessions.find(tx, "token", NOW) is None, "the ban has ended the session"
        again = await people.locked_by_code(tx, "AB01-CD11")
    assert again is not None
    assert again.id == "p-yong"


async def is_banned(tx: ReadTx, token: str, now: int) -> bool:
    found = await sessions.find(tx, token, now)
    return found is not None and found.banned


async def test_of_two_accounts_that_merge_into_each_other_one_is_left(db: Database) -> None:
    await add_people(db)
    pair = ("p-yong", "p-mei")
    async with db.write() as tx:
        for player_id in pair:
            await people.set_code(tx, player_id, f"CODE-{player_id}", NOW)

    async def merge(kept: str, other: str) -> None:
        async with db.write() as tx:
            found = await people.locked_by_code(tx, f"CODE-{other}", kept)
            assert found is not None
            await people.merge(tx, kept, found.id, NOW)

    results = await asyncio.gather(merge(*pair), merge(*reversed(pair)), return_exceptions=True)
    assert {type(result) for result in results} == {NoPlayer, type(None)}
    async with db.read() as reading:
        names = [getattr(await players.get(reading, player_id), "name", None) for player_id in pair]
    assert names.count(GONE) == 1


async def test_a_closed_account_takes_no_code_no_restriction_and_no_lock(db: Database) -> None:
    await add_people(db)
    async with db.write() as tx:
        await people.forget(tx, "p-yong", NOW)
    for change in (
        lambda tx: people.set_code(tx, "p-yong", "AB01-CD11", NOW),
        lambda tx: people.forget(tx, "p-yong", NOW),
        lambda tx: people.merge(tx, "p-mei", "p-yong", NOW),
        lambda tx: restrictions.put(tx, "p-yong", Restrictions(muted_at=NOW)),
        lambda tx: lock_players(tx, "p-mei", "p-yong"),
        lambda tx: lock_players(tx, "p-nobody"),
    ):
        with pytest.raises(NoPlayer, match=exactly("no_player")):
            async with db.write() as tx:
                await change(tx)


async def test_fifty_new_codes_at_once_leave_one(db: Database) -> None:
    await add_people(db)

    async def renew(number: int) -> None:
        async with db.write() as tx:
            await people.set_code(tx, "p-yong", f"CODE-{number}", NOW)

    await asyncio.gather(*(renew(number) for number in range(50)))
    async with db.read() as tx:
        valid = [number for number in range(50) if await people.by_code(tx, f"CODE-{number}")]
    assert len(valid) == 1


async def test_standing_sessions_are_neither_ended_nor_over(db: Database) -> None:
    await add_people(db)
    digests = {name: sessions.token_hash(name) for name in ("stands", "over", "ended", "unknown")}
    async with db.write() as tx:
        await sessions.create(tx, "stands", "p-yong", "cookie", NOW, NOW + 9)
        await sessions.create(tx, "over", "p-yong", "cookie", NOW, NOW + 8)
        await sessions.create(tx, "ended", "p-yong", "cookie", NOW, NOW + 9)
        await sessions.revoke(tx, "ended", NOW)
        many = {*digests.values(), *(f"{number:064x}" for number in range(1_200))}
        assert await sessions.standing(tx, many, NOW + 8) == {digests["stands"]}
        assert await sessions.standing(tx, (), NOW) == frozenset()


async def test_a_restriction_is_for_one_player_and_a_mute_is_no_ban(db: Database) -> None:
    await add_people(db)
    async with db.write() as tx:
        for number, player_id in enumerate(("p-yong", "p-mei", "p-qiang")):
            await sessions.create(tx, f"of {player_id}", player_id, "cookie", NOW, NOW + 1)
            await people.set_code(tx, player_id, f"AB{number}", NOW)
        await restrictions.put(tx, "p-yong", Restrictions(banned_at=NOW))
        await restrictions.put(tx, "p-mei", Restrictions(muted_at=NOW))
        opened = [await people.by_code(tx, f"AB{number}") for number in range(3)]
        found = [await sessions.find(tx, f"of {name}", NOW) for name in ("p-yong", "p-mei", "p-qiang")]
    assert [player and player.id for player in opened] == ["p-yong", "p-mei", "p-qiang"]
    assert [session and (session.player.id, session.banned) for session in found] == [
        ("p-yong", True),
        ("p-mei", False),
        ("p-qiang", False),
    ]


async def test_players_are_found_with_what_they_have(db: Database) -> None:
    await add_room(db)
    async with db.write() as tx:
        await cards.grant(tx, "gift", "p-yong", 7, NOW)
        await restrictions.put(tx, "p-mei", Restrictions(muted_at=NOW))
    async with db.read() as tx:
        (yong,) = await find_players(tx, ROOM.code)
        (mei,) = await find_players(tx, "梅")
        assert await find_players(tx, "%") == ()
        assert len(await find_players(tx, "")) == 4
        assert len(await find_players(tx, "", 3)) == 3
    assert (yong.id, yong.available, yong.room, yong.banned) == ("p-yong", 7, ROOM.code, False)
    assert (mei.id, mei.muted, mei.room) == ("p-mei", True, None)


async def test_who_has_left_and_whose_room_is_closed_has_no_place(db: Database) -> None:
    await add_room(db)
    async with db.write() as tx:
        await charges.take_roster(tx, ROOM.id, 0, ROSTER, 1, 0, NOW)

    async def places() -> dict[str, tuple[str | None, str | None]]:
        async with db.read() as tx:
            return {each.id: (each.room, each.room_id) for each in await find_players(tx, "")}

    nowhere, here = (None, None), (ROOM.code, ROOM.id)
    assert await places() == {"p-yong": here, "p-mei": here, "p-qiang": nowhere, "p-lan": nowhere}
    async with db.write() as tx:
        await rooms.close(tx, ROOM.id, "over", NOW)
    assert set((await places()).values()) == {nowhere}


async def test_the_last_seen_comes_first_with_held_cards_and_the_reason(db: Database) -> None:
    await add_room(db)
    async with db.write() as tx:
        await cards.grant(tx, "gift", "p-yong", 7, NOW)
        await charges.hold_dues(tx, ROOM.id, "owner", Dues(1, {"p-yong": 3}, exact=True), NOW)
        await restrictions.put(tx, "p-mei", Restrictions(banned_at=NOW, reason="捣乱"))
        for later, player_id in enumerate(("p-lan", "p-mei", "p-yong", "p-qiang"), 1):
            await players.touch(tx, player_id, NOW + later)
        found = await find_players(tx, "")
    assert [each.id for each in found] == ["p-qiang", "p-yong", "p-mei", "p-lan"]
    assert (found[1].available, found[1].held) == (4, 3)
    assert (found[2].banned, found[2].muted, found[2].reason) == (True, False, "捣乱")


@pytest.mark.parametrize("word", ["sanmei", "SANMEI", "AnMe", "P-SAN", "p-san", "R-1"])
async def test_capitals_hide_nobody(db: Database, word: str) -> None:
    await add_room(db)
    async with db.write() as tx:
        await players.create_guest(tx, "p-san", "Sanmei", NOW)
        found = [each.id for each in await find_players(tx, word)]
    assert found == (["p-yong"] if word == "R-1" else ["p-san"])


async def test_a_deleted_account_gives_all_its_cards_back_and_has_no_code(db: Database) -> None:
    await add_people(db)
    async with db.write() as tx:
        for key in ("one", "two"):
            await cards.grant(tx, key, "p-yong", MOST_CARDS, NOW)
        await cards.grant(tx, "three", "p-yong", 5, NOW)
        await people.set_code(tx, "p-yong", "AB01-CD11", NOW)
        await people.forget(tx, "p-yong", NOW)
        assert await cards.totals(tx) == Totals(0, 0, 0, 0)
        assert await people.by_code(tx, "AB01-CD11") is None
        taken = [line.transfer.amount for line in await cards.history(tx, "p-yong") if line.change < 0]
    assert sorted(taken) == [5, MOST_CARDS, MOST_CARDS]


async def test_players_name_and_end_their_own_sessions_only(db: Database) -> None:
    await add_people(db)
    mine, other = sessions.token_hash("mine"), sessions.token_hash("other")
    async with db.write() as tx:
        await sessions.create(tx, "mine", "p-yong", "cookie", NOW, NOW + 9)
        await sessions.create(tx, "other", "p-mei", "bearer", NOW, NOW + 9)
        assert await people.name_session(tx, "p-yong", mine, "手机")
        assert not await people.name_session(tx, "p-yong", other, "手机")
        assert not await people.end_session(tx, "p-yong", other, NOW + 1)
        own = Own(mine, "手机", "cookie", NOW, NOW + 9)
        assert await people.own_sessions(tx, "p-yong", NOW + 8) == (own,)
        assert await people.own_sessions(tx, "p-yong", NOW + 9) == ()
        assert await people.end_session(tx, "p-yong", mine, NOW + 1)
        assert not await people.end_session(tx, "p-yong", mine, NOW + 2)
        assert await people.own_sessions(tx, "p-yong", NOW + 8) == ()
        assert await people.own_sessions(tx, "p-mei", NOW + 8) == (Own(other, None, "bearer", NOW, NOW + 9),)
        assert await people.end_sessions(tx, "p-yong", NOW + 3) == ()
        assert await people.end_sessions(tx, "p-mei", NOW + 3) == (other,)


async def test_a_copy_goes_by_time(db: Database) -> None:
    await add_room(db)
    earlier = replace(ROOM, id="r-2", code="654321", create_key="key-0002", created_at=NOW - 1)
    async with db.write() as tx:
        await rooms.create_room(tx, earlier)
        await hands.record_hand(tx, HAND)
        await hands.record_hand(tx, replace(HAND, room_id="r-2", ended_at=HAND.ended_at - 1))
        player = await players.get(tx, "p-yong")
        assert player is not None
        copy = await people.copy_of(tx, player, NOW)
    for part, name in (("rooms", "id"), ("hands", "room_id")):
        listed = copy[part]
        assert isinstance(listed, list)
        assert [each[name] for each in listed] == ["r-2", "r-1"]


async def test_own_sessions_begin_with_the_newest(db: Database) -> None:
    await add_people(db)
    async with db.write() as tx:
        for number, created_at in enumerate((NOW, NOW + 2, NOW + 1)):
            await sessions.create(tx, f"token {number}", "p-yong", "cookie", created_at, NOW + 9)
        listed = await people.own_sessions(tx, "p-yong", NOW + 3)
    assert [each.created_at for each in listed] == [NOW + 2, NOW + 1, NOW]


async def test_a_restriction_that_stays_keeps_its_reason_and_its_time(db: Database) -> None:
    await add_people(db)
    steps = [
        (Restrictions(banned_at=NOW, reason="捣乱"), Restrictions(NOW, None, "捣乱")),
        (Restrictions(banned_at=NOW + 1, muted_at=NOW + 1), Restrictions(NOW, NOW + 1, "捣乱")),
        (Restrictions(muted_at=NOW + 2), Restrictions(None, NOW + 1, "捣乱")),
        (Restrictions(muted_at=NOW + 3, reason="骂人"), Restrictions(None, NOW + 1, "骂人")),
        (Restrictions(), Restrictions()),
        (Restrictions(banned_at=NOW + 4), Restrictions(NOW + 4, None, "")),
        (Restrictions(muted_at=NOW + 5), Restrictions(None, NOW + 5, "")),
    ]
    for wanted, stands in steps:
        async with db.write() as tx:
            assert await restrictions.put(tx, "p-yong", wanted) == stands
            assert await restrictions.of(tx, "p-yong") == stands
