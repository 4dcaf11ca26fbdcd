"""A storage that answers questions and takes no writes is in trouble, and the worker says so."""

import secrets

import pytest
from sqlalchemy import select

from app.config.settings import Settings
from app.db import Database
from app.db.operators import probes
from app.db.tables.models_admin import Probe
from app.play import health
from app.play.health import Storage
from app.stores import Stores
from tests.support.play.bench import Bench
from tests.support.play.faults import Trouble, database_locked, full, read_only

pytestmark = [pytest.mark.store, pytest.mark.database]


@pytest.fixture(autouse=True)
def always_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH_S", -1.0)


def storage(stores: Stores, db: Database) -> Storage:
    """The storage of a worker."""
    return Storage(stores, db, f"worker-{secrets.token_hex(4)}", lambda: 1)


async def test_all_is_well_on_both_engines(either: Bench) -> None:
    tried = storage(either.stores, either.db)
    assert [await tried.troubles() for _ in range(2)] == [{}, {}]


@pytest.mark.parametrize(("trouble", "error"), [(full, "StoreOverloaded"), (read_only, "StoreUnavailable")])
async def test_a_store_that_only_answers(bench: Bench, trouble: Trouble, error: str) -> None:
    tried = storage(bench.stores, bench.db)
    async with trouble(bench.stores):
        assert await tried.troubles() == {"store": error}
    assert await tried.troubles() == {}


async def test_a_database_that_only_answers(
    bench: Bench, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PATIENCE_S", 0.2)
    tried = storage(bench.stores, bench.db)
    async with database_locked(settings.database):
        assert await tried.troubles() == {"database": "TimeoutError"}


async def test_asking_often_costs_nothing(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = storage(bench.stores, bench.db)
    monkeypatch.setattr(health, "FRESH_S", 600.0)
    assert await tried.troubles() == {}
    async with full(bench.stores):
        assert await tried.troubles() == {}, "as five seconds ago"


async def test_rows_of_workers_that_are_gone_go_too(bench: Bench) -> None:
    day = 24 * 3_600_000
    async with bench.db.write() as tx:
        await probes.write(tx, "old", 5)
        await probes.write(tx, "young", 5 + day)
        await probes.write(tx, "new", 6 + day)
        kept = (await tx.execute(select(Probe.name).order_by(Probe.name))).scalars().all()
    assert kept == ["new", "young"]
