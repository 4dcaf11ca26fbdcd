"""Origin marks: equal on all workers, different between rooms, absent while the database is unavailable."""

import asyncio
import json

import pytest

from app.config.settings import Settings
from app.db import Database
from app.play.origins import Origins

pytestmark = [pytest.mark.store, pytest.mark.database]
HERE = "203.0.113.77"
BROWSER = "0123456789abcdef" * 2


async def test_workers_agree_on_their_marks(settings: Settings) -> None:
    workers = [Origins(db, lambda: 1) for db in (Database(settings.database), Database(settings.database))]
    devices = await asyncio.gather(*(worker.device(BROWSER) for worker in workers))
    assert devices[0] == devices[1] is not None
    found = [await worker.of("room-1", devices[0], HERE) for worker in workers]
    assert found[0] == found[1]
    assert found[0] is not None
    assert found[0].shown == "203.0.113.x"
    other = await workers[0].of("room-2", devices[0], HERE)
    assert other is not None
    assert {other.device, other.network}.isdisjoint({found[0].device, found[0].network}), "marks of one room"
    elsewhere = await workers[0].of("room-1", None, "203.0.113.78")
    assert elsewhere is not None
    assert elsewhere.device is None
    assert elsewhere.network != found[0].network
    for worker in workers:
        await worker._db.close()


async def test_another_server_makes_other_marks(settings: Settings) -> None:
    db = Database(settings.database)
    first = await Origins(db, lambda: 1).device(BROWSER)
    async with db.write() as tx:
        await tx.exec_driver_sql("DELETE FROM server_keys")
    assert await Origins(db, lambda: 1).device(BROWSER) != first
    await db.close()


async def test_this_machine_is_no_address(settings: Settings) -> None:
    db = Database(settings.database)
    origins = Origins(db, lambda: 1)
    device = await origins.device(BROWSER)
    found = await origins.of("room-1", device, "127.0.0.1")
    assert found is not None
    assert (found.network, found.shown) == (None, None)
    assert found.device is not None
    assert BROWSER not in json.dumps([found.device, device])
    await db.close()


async def test_without_the_database_there_are_no_marks() -> None:
    db = Database("postgresql://nobody:nothing@127.0.0.1:9/nowhere")
    origins = Origins(db, lambda: 1)
    assert await origins.device(BROWSER) is None
    assert await origins.of("room-1", "mark", HERE) is None
    await db.close()
