"""Who is connected: a lease per member slot, which its connection renews until it closes or its worker dies.

Separate from the commit, because no rule of the game depends on it. A lease names the generation of its
connection, a number that grows with each connection to the slot. So an old connection that closes late
cannot end the lease of a new one.
"""

from dataclasses import dataclass

from app.stores.server import keys
from app.stores.server.clock import StoreClock
from app.stores.server.link import Link, Script, as_bytes, as_int, as_list

VISIBILITY_MS = 2000

_RENEW = Script("renew")
_DROP = Script("drop")
_EXPIRED = Script("expired")


@dataclass(frozen=True, slots=True)
class Lapse:
    """A lease that has run out: the room, the slot, and the generation of the connection that held it."""

    room_id: str
    slot: int
    generation: int


class Presence:
    """Leases of member slots. `shards_per_call` is as in `Timers`."""

    def __init__(self, link: Link, clock: StoreClock, *, shards_per_call: int = keys.SHARDS) -> None:
        self._link = link
        self._clock = clock
        starts = range(0, keys.SHARDS, shards_per_call)
        self._groups = [
            [
                name
                for shard in range(start, min(start + shards_per_call, keys.SHARDS))
                for name in (keys.presence(shard), keys.generations(shard))
            ]
            for start in starts
        ]

    async def renew(self, room_id: str, slot: int, generation: int, ttl_ms: int) -> bool:
        """Hold the slot for `ttl_ms` from now. False if a newer generation holds it."""
        args = (_member(room_id, slot), generation, await self._clock.fresh_ms() + ttl_ms)
        return await self._link.run(_RENEW, _names(room_id), args) == 1

    async def drop(self, room_id: str, slot: int, generation: int) -> bool:
        """End the lease of this generation. False, and no change, if another generation holds the slot."""
        return await self._link.run(_DROP, _names(room_id), (_member(room_id, slot), generation)) == 1

    async def expired(self, now_ms: int, limit: int = 256) -> list[Lapse]:
        """At most `limit` leases that end at `now_ms` (server ms) or before, each given to one caller.

        The caller commits what follows and then calls `drop`. Without `drop` the lease comes again after 2 s.
        """
        found: list[Lapse] = []
        for group in self._groups:
            reply = as_list(
                await self._link.run(_EXPIRED, group, (now_ms, limit - len(found), VISIBILITY_MS))
            )
            for member, generation in zip(reply[::2], reply[1::2], strict=True):
                room_id, _, slot = as_bytes(member).decode().rpartition("|")
                found.append(Lapse(room_id, int(slot), as_int(generation)))
            if len(found) >= limit:
                break
        return found


def _member(room_id: str, slot: int) -> str:
    return f"{room_id}|{slot}"


def _names(room_id: str) -> tuple[str, str]:
    shard = keys.shard_of(room_id)
    return keys.presence(shard), keys.generations(shard)
