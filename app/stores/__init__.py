"""Live state in Redis or Valkey: rooms, streams, timers, presence, outbox, codes, tickets, limits.

Knows bytes and versions, no mahjong. `Stores` is everything over one client.
"""

from redis.asyncio import Redis

from app.stores.clock import StoreClock
from app.stores.codes import Codes
from app.stores.connect import ServerReport, check_server, open_redis
from app.stores.embedded import EmbeddedValkey
from app.stores.errors import (
    StoreConfigError,
    StoreError,
    StoreOverloaded,
    StoreRejected,
    StoreUnavailable,
)
from app.stores.limits import Limits
from app.stores.link import Link
from app.stores.outbox import Backlog, Outbox, OutboxEntry
from app.stores.pokes import PokeHub, Wake
from app.stores.presence import Lapse, Presence
from app.stores.room_store import RoomStore
from app.stores.tickets import Tickets
from app.stores.timers import RoomActivity, Timers
from app.stores.values import Commit, CommitResult, Frame, FramesRead, Loaded

__all__ = [
    "Backlog",
    "Codes",
    "Commit",
    "CommitResult",
    "EmbeddedValkey",
    "Frame",
    "FramesRead",
    "Lapse",
    "Limits",
    "Link",
    "Loaded",
    "Outbox",
    "OutboxEntry",
    "PokeHub",
    "Presence",
    "RoomActivity",
    "RoomStore",
    "ServerReport",
    "StoreClock",
    "StoreConfigError",
    "StoreError",
    "StoreOverloaded",
    "StoreRejected",
    "StoreUnavailable",
    "Stores",
    "Tickets",
    "Timers",
    "Wake",
    "check_server",
    "open_redis",
]


class Stores:
    """All stores over one client, sharing one link and one clock.

    The poke hub's `run` has to be started by the owner; `aclose` closes the client as well.
    """

    def __init__(self, redis: "Redis") -> None:
        self.redis = redis
        self.link = Link(redis)
        self.clock = StoreClock(self.link)
        self.rooms = RoomStore(self.link, self.clock)
        self.timers = Timers(self.link, self.clock)
        self.presence = Presence(self.link)
        self.outbox = Outbox(self.link)
        self.codes = Codes(self.link)
        self.tickets = Tickets(self.link)
        self.limits = Limits(self.link)
        self.pokes = PokeHub(redis)

    async def ping(self) -> None:
        """Return when the server answers. Raises StoreUnavailable."""
        await self.link.call("PING")

    async def aclose(self) -> None:
        """Let calls in flight end, then close every connection."""
        await self.link.aclose()
        await self.redis.aclose()
