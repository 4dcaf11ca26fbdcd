"""Operators on both engines: accounts, one-time codes, sessions and the log of their acts."""

import asyncio

import pytest
from sqlalchemy import func, select

from app.db import Database
from app.db.engine.database import ReadTx
from app.db.operators import admins
from app.db.operators.admins import COMMAND_LINE, ActReused, AdminRecord, Listed
from app.db.people.sessions import token_hash
from app.db.tables.models_admin import AdminSession
from tests.support.db.samples import NOW

pytestmark = pytest.mark.database
DAY = 24 * 3600 * 1000


@pytest.fixture
async def desk(db: Database) -> Database:
    """A database with the operator 芳."""
    async with db.write() as tx:
        assert await admins.put(tx, "芳", "hash-1", NOW) is None
    return db


async def by_name(db: Database, name: str = "芳") -> AdminRecord:
    async with db.read() as tx:
        found = await admins.by_name(tx, name)
    assert found is not None
    return found


async def log_in(db: Database, token: str, now: int, expires_at: int) -> None:
    async with db.write() as tx:
        found = await admins.by_name(tx, "芳")
        assert found is not None
        await admins.begin_session(tx, token, found.id, now, expires_at)
        await admins.note(tx, found.id, "login", "", {}, now)


async def owner_of(db: Database, token: str, now: int) -> str | None:
    async with db.read() as tx:
        found = await admins.find_session(tx, token, now)
    return None if found is None else found.name


async def test_a_new_password_ends_all_sessions_and_keeps_the_codes(desk: Database) -> None:
    await log_in(desk, "token", NOW, NOW + DAY)
    async with desk.write() as tx:
        await admins.set_totp(tx, "芳", "SECRET")
    before = await by_name(desk)
    async with desk.write() as tx:
        assert await admins.put(tx, "芳", "hash-2", NOW + 1) == before
    after = await by_name(desk)
    assert (after.id, after.password, after.totp_secret) == (before.id, "hash-2", "SECRET")
    assert await owner_of(desk, "token", NOW + 1) is None


async def test_what_is_done_to_one_operator_leaves_the_others_alone(desk: Database) -> None:
    async with desk.write() as tx:
        await admins.put(tx, "ada", "hash-a", NOW)
        await admins.set_totp(tx, "ada", "SECRET")
    ada = await by_name(desk, "ada")
    async with desk.write() as tx:
        await admins.begin_session(tx, "of ada", ada.id, NOW, NOW + DAY)
        await admins.put(tx, "芳", "hash-2", NOW)
        await admins.set_totp(tx, "芳", None)
        await admins.renew_password(tx, await _read(tx, "芳"), "hash-3")
        await admins.use_step(tx, (await _read(tx, "芳")).id, 7)
        await admins.remove(tx, "芳", NOW)
    assert await by_name(desk, "ada") == ada
    assert await owner_of(desk, "of ada", NOW) == "ada"


async def _read(tx: ReadTx, name: str) -> AdminRecord:
    found = await admins.by_name(tx, name)
    assert found is not None
    return found


async def test_a_renewed_hash_does_not_undo_a_new_password(desk: Database) -> None:
    """The operator signs in with the old password while it is changed."""
    read = await by_name(desk)
    async with desk.write() as tx:
        await admins.renew_password(tx, read, "hash-1 again")
    renewed = await by_name(desk)
    assert renewed.password == "hash-1 again"
    async with desk.write() as tx:
        await admins.put(tx, "芳", "hash-2", NOW)
        await admins.renew_password(tx, renewed, "hash-1 once more")
    assert (await by_name(desk)).password == "hash-2"


async def test_accounts_of_operators_are_in_the_log(desk: Database) -> None:
    async with desk.write() as tx:
        await admins.put(tx, "芳", "hash-2", NOW + 1)
        await admins.remove(tx, "芳", NOW + 2)
        lines = await admins.acts(tx)
    assert [(line.act, line.admin, line.detail, line.created_at) for line in lines] == [
        ("remove", "", {"name": "芳"}, NOW + 2),
        ("password", "", {"name": "芳"}, NOW + 1),
        ("create", "", {"name": "芳"}, NOW),
    ]


async def test_a_code_is_used_once_and_none_before_it_afterwards(desk: Database) -> None:
    found = await by_name(desk)
    for step, used in ((7, True), (7, False), (6, False), (8, True)):
        async with desk.write() as tx:
            assert await admins.use_step(tx, found.id, step) is used


async def test_one_code_many_times_at_once(desk: Database) -> None:
    found = await by_name(desk)

    async def use() -> bool:
        async with desk.write() as tx:
            return await admins.use_step(tx, found.id, 7)

    assert sum(await asyncio.gather(*(use() for _ in range(10)))) == 1


async def test_a_new_secret_begins_with_all_codes_unused(desk: Database) -> None:
    found = await by_name(desk)
    async with desk.write() as tx:
        assert await admins.use_step(tx, found.id, 7)
        await admins.set_totp(tx, "芳", "SECRET")
        assert await admins.use_step(tx, found.id, 7)


async def test_a_session_ends_at_its_time(desk: Database) -> None:
    await log_in(desk, "token", NOW, NOW + DAY)
    assert await owner_of(desk, "token", NOW + DAY - 1) == "芳"
    assert await owner_of(desk, "token", NOW + DAY) is None
    assert await owner_of(desk, "other", NOW) is None


async def test_a_login_deletes_expired_sessions_only(desk: Database) -> None:
    await log_in(desk, "first", NOW, NOW + 5)
    await log_in(desk, "second", NOW, NOW + 6)
    await log_in(desk, "third", NOW + 5, NOW + DAY)
    async with desk.read() as tx:
        assert (await tx.execute(select(func.count()).select_from(AdminSession))).scalar_one() == 2
    assert await owner_of(desk, "second", NOW + 5) == "芳"


async def test_signing_out_ends_one_session(desk: Database) -> None:
    for token in ("one", "two"):
        await log_in(desk, token, NOW, NOW + DAY)
    async with desk.write() as tx:
        await admins.end_session(tx, "one")
    assert await owner_of(desk, "one", NOW) is None
    assert await owner_of(desk, "two", NOW) == "芳"


async def test_a_removed_operator_is_out_and_gets_the_old_row_back(desk: Database) -> None:
    await log_in(desk, "token", NOW, NOW + DAY)
    found = await by_name(desk)
    async with desk.write() as tx:
        await admins.set_totp(tx, "芳", "SECRET")
        assert await admins.remove(tx, "芳", NOW + 1)
        assert not await admins.remove(tx, "芳", NOW + 2)
        assert await admins.by_name(tx, "芳") is None
        assert await admins.operators(tx) == ()
        # the login that was under way when the operator was removed
        await admins.begin_session(tx, "late", found.id, NOW + 1, NOW + DAY)
    assert [await owner_of(desk, token, NOW + 2) for token in ("token", "late")] == [None, None]
    async with desk.write() as tx:
        assert await admins.put(tx, "芳", "hash-3", NOW + 3) is None
    assert await by_name(desk) == AdminRecord(found.id, "芳", "hash-3", None, 0)


async def test_operators_are_listed_with_their_newest_login(desk: Database) -> None:
    async with desk.write() as tx:
        await admins.put(tx, "ada", "hash", NOW)
        await admins.set_totp(tx, "ada", "SECRET")
    for now in (NOW + 9, NOW + 4):
        await log_in(desk, f"token {now}", now, now + DAY)
    async with desk.write() as tx:
        await admins.note(tx, (await _read(tx, "芳")).id, "ban", "p-1", {}, NOW + 12)
    async with desk.read() as tx:
        assert await admins.operators(tx) == (Listed("ada", True, None), Listed("芳", False, NOW + 9))


async def test_an_act_with_a_key_is_written_once(desk: Database) -> None:
    found = await by_name(desk)

    async def note(target: str, detail: dict[str, object], act: str = "ban") -> None:
        async with desk.write() as tx:
            await admins.note_once(tx, found.id, "key", act, target, detail, NOW)

    await note("p-1", {"reason": "x"})
    await note("p-1", {"reason": "x"})
    await note("p-1", {"reason": "x"}, act="mute")
    for target, detail in (("p-2", {"reason": "x"}), ("p-1", {"reason": "y"})):
        with pytest.raises(ActReused):
            await note(target, dict(detail))
    async with desk.read() as tx:
        lines = await admins.acts(tx)
        assert await admins.noted(tx, "ban", "p-1")
        assert not await admins.noted(tx, "ban", "p-2")
        assert not await admins.noted(tx, "unban", "p-1")
    assert sorted((line.act, line.admin, line.target) for line in lines) == [
        ("ban", "芳", "p-1"),
        ("create", "", ""),
        ("mute", "芳", "p-1"),
    ]


async def test_a_key_is_free_for_each_operator(desk: Database) -> None:
    async with desk.write() as tx:
        await admins.put(tx, "ada", "hash", NOW)
        for name, target in (("芳", "p-1"), ("ada", "p-2")):
            await admins.note_once(tx, (await _read(tx, name)).id, "key", "ban", target, {}, NOW)
        lines = await admins.acts(tx)
    assert {(line.admin, line.target) for line in lines if line.act == "ban"} == {
        ("芳", "p-1"),
        ("ada", "p-2"),
    }


async def test_pages_of_the_log_miss_nothing_and_repeat_nothing(db: Database) -> None:
    async with db.write() as tx:
        by = await admins.command_line(tx, NOW)
        assert by == await admins.command_line(tx, NOW + 1) == COMMAND_LINE
        for number in range(9):
            # three acts in each millisecond, so that a page ends between acts of one time
            await admins.note(tx, by, f"act {number}", "", {}, NOW + number // 3)
    found: list[admins.OperatorAct] = []
    async with db.read() as tx:
        every = await admins.acts(tx)
        while page := await admins.acts(tx, found[-1].id if found else None, 2):
            found += page
    assert tuple(found) == every
    assert sorted(line.act for line in found) == [f"act {number}" for number in range(9)]
    assert [line.created_at for line in found] == sorted((line.created_at for line in found), reverse=True)


def test_the_hash_of_a_console_token_is_not_that_of_a_players_token() -> None:
    assert admins.session_hash("token") != token_hash("token")
