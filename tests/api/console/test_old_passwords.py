"""An operator whose password was hashed by version 0.1 signs in, and the hash is replaced."""

from collections.abc import AsyncIterator

import httpx
import pytest
from sqlalchemy import select, update

from app.db import Database
from app.db.operators import admins
from app.db.tables.models_admin import Admin
from app.kit.secrecy import is_outdated, password_matches
from tests.kit.test_secrecy import OLD_HASH, OLD_PASSWORD
from tests.support.api.console import NAME, login, make_admin
from tests.support.live import Live

pytestmark = [pytest.mark.store, pytest.mark.database]


@pytest.fixture
async def browser(server: Live) -> AsyncIterator[httpx.AsyncClient]:
    """A browser on our own page, of an operator with an old hash."""
    await make_admin(server)
    await _store(server, OLD_HASH)
    headers = {"Origin": server.url}
    async with httpx.AsyncClient(base_url=server.url, trust_env=False, headers=headers) as client:
        yield client


async def _store(server: Live, password: str) -> None:
    db = Database(server.settings.database)
    async with db.write() as tx:
        await tx.execute(update(Admin).where(Admin.name == NAME).values(password=password))
    await db.close()


async def _stored(server: Live) -> str:
    db = Database(server.settings.database)
    async with db.read() as tx:
        found = str((await tx.execute(select(Admin.password).where(Admin.name == NAME))).scalar_one())
    await db.close()
    return found


async def test_the_hash_is_replaced_at_the_next_sign_in(server: Live, browser: httpx.AsyncClient) -> None:
    assert (await login(browser, password=OLD_PASSWORD)).status_code == 200
    renewed = await _stored(server)
    assert not is_outdated(renewed)
    assert password_matches(OLD_PASSWORD, renewed)
    assert (await login(browser, password=OLD_PASSWORD)).status_code == 200
    assert await _stored(server) == renewed, "and only then"


async def test_operators_know_whether_an_old_hash_is_left(server: Live, browser: httpx.AsyncClient) -> None:
    db = Database(server.settings.database)
    for change, left in ((None, True), (admins.REMOVED, False), (OLD_HASH, True)):
        if change is not None:
            await _store(server, change)
        async with db.read() as tx:
            assert await admins.has_scrypt(tx) is left
    assert (await login(browser, password=OLD_PASSWORD)).status_code == 200
    async with db.read() as tx:
        assert not await admins.has_scrypt(tx)
    await db.close()


async def test_a_wrong_password_replaces_nothing(server: Live, browser: httpx.AsyncClient) -> None:
    assert (await login(browser, password="wrong password")).status_code == 401
    assert await _stored(server) == OLD_HASH


async def test_a_password_that_was_changed_meanwhile_stays(server: Live, browser: httpx.AsyncClient) -> None:
    db = Database(server.settings.database)
    async with db.write() as tx:
        read = await admins.by_name(tx, NAME)
        assert read is not None
        await admins.put(tx, NAME, "changed", 2)
        await admins.renew_password(tx, read, "the hash of the old password")
    await db.close()
    assert await _stored(server) == "changed"
