"""Live state in Redis or Valkey. Knows bytes and versions, no mahjong.

- `rooms`: room state, frame streams, timers, presence, outbox and pokes.
- `server`: the client, the server's clock, key names and errors.
- `embedded`: the private Valkey server that this process starts when no REDIS_URL is set.
- `codes`, `tickets`, `limits`, `live`: room codes, WebSocket tickets, rate limits, counts of live state.
"""

from redis.asyncio import Redis

from app.stores.codes import Codes
from app.stores.embedded.embedded import EmbeddedValkey
from app.stores.limits import RateLimits
from app.stores.rooms.outbox import Backlog, DeadEntry, Outbox, OutboxEntry
from app.stores.rooms.pokes import PokeHub, Wake
from app.stores.rooms.presence import Lapse, Presence
from app.stores.rooms.room_store import RoomStore
from app.stores.rooms.timers import RoomActivity, Timers
from app.stores.rooms.values import Commit, CommitResult, FramesRead, Loaded, StoredFrame
from app.stores.server import keys
from app.stores.server.clock import StoreClock
from app.stores.server.connect import ServerReport, check_server, open_redis
from app.stores.server.errors import (
    StoreConfigError,
    StoreError,
    StoreOverloaded,
    StoreRejected,
    StoreUnavailable,
)
from app.stores.server.link import Link
from app.stores.tickets import Tickets

__all__ = [
    "Backlog",
    "Codes",
    "Commit",
    "CommitResult",
    "DeadEntry",
    "EmbeddedValkey",
    "FramesRead",
    "Lapse",
    "Link",
    "Loaded",
    "Outbox",
    "OutboxEntry",
    "PokeHub",
    "Presence",
    "RateLimits",
    "RoomActivity",
    "RoomStore",
    "ServerReport",
    "StoreClock",
    "StoreConfigError",
    "StoreError",
    "StoreOverloaded",
    "StoreRejected",
    "StoreUnavailable",
    "StoredFrame",
    "Stores",
    "Tickets",
    "Timers",
    "Wake",
    "check_server",
    "open_redis",
]


class Stores:
    """All stores over one client, with one link and one clock.

    The owner starts `pokes.run`. `aclose` also closes the client.
    """

    def __init__(self, redis: "Redis") -> None:
        self.redis = redis
        self.link = Link(redis)
        self.clock = StoreClock(self.link)
        self.rooms = RoomStore(self.link, self.clock)
        self.timers = Timers(self.link, self.clock)
        self.presence = Presence(self.link, self.clock)
        self.outbox = Outbox(self.link)
        self.codes = Codes(self.link)
        self.tickets = Tickets(self.link)
        self.limits = RateLimits(self.link)
        self.pokes = PokeHub(redis)

    async def probe(self) -> None:
        """Write something. Raises StoreUnavailable, StoreOverloaded if memory or disk is full."""
        await self.link.call("SET", keys.probe(), "1", "PX", 60_000)

    async def aclose(self) -> None:
        """Wait for the calls in flight, then close every connection."""
        await self.link.aclose()
        await self.redis.aclose()
