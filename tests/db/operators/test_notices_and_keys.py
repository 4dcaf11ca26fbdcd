"""Notices to the whole server, and keys that all workers share."""

import asyncio

import pytest

from app.db import Database
from app.db.operators import notices, server_keys
from tests.support.db.samples import NOW

pytestmark = pytest.mark.database


async def test_an_announcement_stands_until_it_is_replaced_or_empty(db: Database) -> None:
    for text in ("", "停电", "恢复", ""):
        async with db.write() as tx:
            await notices.announce(tx, text, NOW)
            assert await notices.announcement(tx) == text
            assert not await notices.draining(tx)


async def test_new_rooms_are_refused_until_allowed_again(db: Database) -> None:
    async with db.write() as tx:
        await notices.announce(tx, "停电", NOW)
        for on in (True, True, False, False):
            await notices.set_draining(tx, on, NOW)
            assert await notices.draining(tx) is on
        assert await notices.announcement(tx) == "停电"


async def test_all_workers_agree_on_the_first_key(db: Database) -> None:
    async def propose(number: int) -> bytes:
        async with db.write() as tx:
            return await server_keys.agree(tx, "ticket", bytes([number]) * 32, NOW)

    async with db.read() as tx:
        assert await server_keys.find(tx, "ticket") is None
    keys = set(await asyncio.gather(*(propose(number) for number in range(8))))
    async with db.read() as tx:
        assert keys == {await server_keys.find(tx, "ticket")}
        assert await server_keys.find(tx, "other") is None
