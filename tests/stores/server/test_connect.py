"""A server that could lose rooms is refused with one sentence that does not show the password."""

from pathlib import Path

import pytest

from app.stores import StoreConfigError, Stores, StoreUnavailable, check_server, open_redis
from tests.stores.conftest import ServerOn
from tests.support.exact import exactly
from tests.support.services import redis_server


async def _check(url: str) -> tuple[str, ...]:
    redis = open_redis(url)
    try:
        return (await check_server(redis)).warnings
    finally:
        await redis.aclose()


async def test_a_sound_server_passes(server_on: ServerOn, folder: Path) -> None:
    with server_on(folder) as url:
        assert await _check(url) == ()


@pytest.mark.store
@pytest.mark.parametrize("policy", ["allkeys-lru", "volatile-ttl"])
async def test_a_server_that_evicts_is_refused(folder: Path, policy: str) -> None:
    with (
        redis_server(folder, "--maxmemory-policy", policy) as url,
        pytest.raises(StoreConfigError, match=rf"{policy} and must be noeviction"),
    ):
        await _check(url)


@pytest.mark.store
async def test_missing_persistence_is_a_warning(folder: Path) -> None:
    with redis_server(folder, "--appendonly", "no") as url:
        (warning,) = await _check(url)
        assert "appendonly yes" in warning


@pytest.mark.store
async def test_a_replica_is_refused(folder: Path) -> None:
    with (
        redis_server(folder, "--replicaof", "127.0.0.1 1") as url,
        pytest.raises(
            StoreConfigError, match=exactly("the store is a read-only replica: set REDIS_URL to the primary")
        ),
    ):
        await _check(url)


@pytest.mark.store
async def test_a_cluster_node_is_refused(folder: Path) -> None:
    with (
        redis_server(folder, "--cluster-enabled", "yes") as url,
        pytest.raises(
            StoreConfigError, match=exactly("the store is a cluster node: set REDIS_URL to a single primary")
        ),
    ):
        await _check(url.replace("db=15", "db=0"))


@pytest.mark.store
@pytest.mark.parametrize("user", ["", "nobody"])
async def test_a_wrong_password_is_said_and_not_shown(folder: Path, user: str) -> None:
    with redis_server(folder, "--requirepass", "right") as url, pytest.raises(StoreConfigError) as told:
        await _check(url.replace("unix://", f"unix://{user}:hunter2@"))
    assert "hunter2" not in str(told.value)
    assert "password" in str(told.value)


async def test_an_absent_server_is_named_without_the_password() -> None:
    with pytest.raises(StoreUnavailable, match=exactly("no Redis or Valkey answers at 127.0.0.1:1")):
        await _check("redis://user:hunter2@127.0.0.1:1/0")


@pytest.mark.parametrize("url", ["", "http://host", "redis", "redis://u:hunter2@host:port/0"])
def test_a_url_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(StoreConfigError) as told:
        open_redis(url)
    assert "hunter2" not in str(told.value)


async def test_valkey_urls_are_understood(url: str) -> None:
    stores = Stores(open_redis(url))
    await stores.probe()
    assert open_redis("valkey://host:7000/2").connection_pool.connection_kwargs["port"] == 7000
    await stores.aclose()
