"""Who is connected: leases that a connection renews and that run out when its worker dies.

Apart from the commit, because nothing of the game depends on it. Every lease names the generation of
its connection, a number that grows with each connection to the slot, so that a late good-bye of an
old connection cannot put out a new one.
"""

from dataclasses import dataclass

from app.stores.server import keys
from app.stores.server.link import Link, Script, as_bytes, as_int, as_list

VISIBILITY_MS = 2000

_RENEW = Script("renew")
_DROP = Script("drop")
_EXPIRED = Script("expired")


@dataclass(frozen=True, slots=True)
class Lapse:
    """A lease that ran out: which slot of which room, and which connection held it."""

    room_id: str
    slot: int
    generation: int


class Presence:
    """Leases of member slots; `shards_per_call` as in `Timers`."""

    def __init__(self, link: Link, *, shards_per_call: int = keys.SHARDS) -> None:
        self._link = link
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
        """Hold the slot for `ttl_ms` from now; False when a newer generation holds it."""
        args = (_member(room_id, slot), generation, ttl_ms)
        return await self._link.run(_RENEW, _names(room_id), args) == 1

    async def drop(self, room_id: str, slot: int, generation: int) -> bool:
        """Give the slot up; False, and nothing changed, when another generation holds it."""
        return await self._link.run(_DROP, _names(room_id), (_member(room_id, slot), generation)) == 1

    async def expired(self, now_ms: int, limit: int = 256) -> list[Lapse]:
        """Leases that had run out at `now_ms` (server ms), each given to one caller for 2 s.

        The caller commits what follows from it and then calls `drop`; otherwise it comes again.
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
