"""Open a client, and refuse a server that could lose rooms."""

from dataclasses import dataclass

from redis.asyncio import Redis
from redis.asyncio.connection import ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff

from app.stores.server.errors import StoreConfigError, StoreError, StoreUnavailable
from app.stores.server.link import Link, as_bytes

SOCKET_TIMEOUT_S = 5.0
CONNECT_TIMEOUT_S = 2.0
OLDEST = (7, 0)
_MOST_CONNECTIONS = 128
_SCHEMES = {"valkey": "redis", "valkeys": "rediss"}


@dataclass(frozen=True, slots=True)
class ServerReport:
    """Result of `check_server`. `warnings` are sentences for the operator."""

    version: str
    warnings: tuple[str, ...]


def open_redis(url: str) -> "Redis":
    """A client for a redis://, rediss://, valkey://, valkeys:// or unix:// URL; replies are bytes.

    Sends nothing. Raises StoreConfigError for any other URL; its message does not contain the URL.
    """
    scheme, mark, rest = url.partition("://")
    try:
        pool = ConnectionPool.from_url(
            f"{_SCHEMES.get(scheme, scheme)}{mark}{rest}",
            protocol=2,
            max_connections=_MOST_CONNECTIONS,
            socket_timeout=SOCKET_TIMEOUT_S,
            socket_connect_timeout=CONNECT_TIMEOUT_S,
            health_check_interval=15,
            retry=Retry(ExponentialWithJitterBackoff(base=0.02, cap=0.25), retries=2),
        )
    except ValueError:
        raise StoreConfigError(
            "the Redis URL must look like redis://host:6379/0, rediss://… or unix:///path"
        ) from None
    return Redis.from_pool(pool)


async def check_server(redis: "Redis") -> ServerReport:
    """Check that the server keeps what it acknowledges.

    Raises StoreUnavailable if the server does not answer; StoreConfigError if it is too old, a replica or a
    cluster node, if it may evict keys, or if it does not accept our user and password. A missing append-only
    file is a warning.
    """
    facts = _facts(await _info(redis))
    version = facts.get("redis_version", "0.0")
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST:
        raise StoreConfigError(f"the store has version {version}: use Redis 7.0, Valkey 7.2 or newer")
    if facts.get("role") not in (None, "master"):
        raise StoreConfigError("the store is a read-only replica: set REDIS_URL to the primary")
    if facts.get("cluster_enabled") == "1":
        raise StoreConfigError("the store is a cluster node: set REDIS_URL to a single primary")
    policy = facts.get("maxmemory_policy", "noeviction")
    if policy != "noeviction":
        raise StoreConfigError(
            f"the store may evict running rooms: maxmemory-policy is {policy} and must be noeviction"
        )
    warnings = []
    if facts.get("aof_enabled") != "1":
        warnings.append(
            "the store has no append-only file, so its restart voids every hand in play: set appendonly yes"
        )
    return ServerReport(facts.get("valkey_version", version), tuple(warnings))


async def _info(redis: "Redis") -> bytes:
    try:
        return as_bytes(await Link(redis).call("INFO"))
    except StoreUnavailable as fault:
        raise StoreUnavailable(f"no Redis or Valkey answers at {_place(redis)}") from fault
    except StoreError as fault:
        raise StoreConfigError(
            f"the server at {_place(redis)} refuses us, check REDIS_URL: {fault}"
        ) from fault


def _place(redis: "Redis") -> str:
    """Address of the server, without user and password."""
    options = redis.connection_pool.connection_kwargs
    path = options.get("path")
    return f"unix:{path}" if path else f"{options.get('host', 'localhost')}:{options.get('port', 6379)}"


def _facts(info: bytes) -> dict[str, str]:
    lines = (line.split(":", 1) for line in info.decode("utf-8", "replace").splitlines() if ":" in line)
    return {name: value.strip() for name, value in lines}
