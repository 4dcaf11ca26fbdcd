"""Deadlines of rooms: commits write them, any worker claims them here.

A claim is only a hint that a room is due. One worker gets it, and it comes again after 1 s. The room's own
state and the version check of its commit decide what happens.
"""

from dataclasses import dataclass
from itertools import count

from app.stores.server import keys
from app.stores.server.clock import StoreClock
from app.stores.server.link import Link, Script, as_bytes, as_int, as_list

LEASE_MS = 1000

_CLAIM = Script("claim")
_RESTORE = Script("restore")


@dataclass(frozen=True, slots=True)
class RoomActivity:
    """A room of the index and the time of its last commit (server ms)."""

    room_id: str
    last_ms: int


class Timers:
    """Claims due rooms of all shards.

    `shards_per_call`: 64 (one round trip) on a single server, 1 if shards may be on different nodes.
    """

    def __init__(self, link: Link, clock: StoreClock, *, shards_per_call: int = keys.SHARDS) -> None:
        self._link = link
        self._clock = clock
        starts = range(0, keys.SHARDS, shards_per_call)
        self._groups = [tuple(range(start, min(start + shards_per_call, keys.SHARDS))) for start in starts]
        self._turns = count()

    async def claim_due(self, now_ms: int, limit: int) -> list[str]:
        """Ids of at most `limit` rooms whose deadline is `now_ms` (server ms) or earlier.

        Other claims do not get these rooms for 1 s. Notes the time of this poll for `silence_ms`.
        """
        claimed: list[str] = []
        turn = next(self._turns)
        for group in self._groups:
            # Begin with another shard at each call, so that a full shard does not starve the others.
            first = turn % len(group)
            names = [keys.alive(group[0]), *(keys.timers(shard) for shard in group[first:] + group[:first])]
            args = (now_ms, limit - len(claimed), LEASE_MS)
            reply = await self._link.run(_CLAIM, names, args)
            claimed += [as_bytes(room_id).decode() for room_id in as_list(reply)]
            if len(claimed) >= limit:
                break
        return claimed

    async def silence_ms(self) -> int:
        """Time (ms) since any worker last polled; 0 if that poll found no timers.

        Polls write their time once per second, so up to 1 s is normal.
        """
        worst = 0
        for group in self._groups:
            last = await self._link.call("HGET", keys.alive(group[0]), "t")
            if last is not None and last != b"idle":
                worst = max(worst, await self._clock.fresh_ms() - as_int(last))
        return worst

    async def restore(self, room_id: str, version: int | None, deadline_ms: int | None) -> bool:
        """Set a room's timer to `deadline_ms`, or remove it, if the room still has `version`.

        `version` None: the room does not exist; remove its timer and its index entry. False, and no change,
        if the room has another version.
        """
        shard = keys.shard_of(room_id)
        names = (keys.room(room_id), keys.timers(shard), keys.rooms(shard))
        args = (
            room_id,
            "" if version is None else version,
            "" if version is None or deadline_ms is None else deadline_ms,
        )
        return await self._link.run(_RESTORE, names, args) == 1

    async def live_rooms(self) -> frozenset[str]:
        """Ids of all rooms of the index."""
        return frozenset([activity.room_id for activity in await self.all_rooms()])

    async def all_rooms(self) -> list[RoomActivity]:
        """All rooms of the index; within each shard the one with the oldest commit first."""
        found: list[RoomActivity] = []
        for shard in range(keys.SHARDS):
            reply = as_list(await self._link.call("ZRANGE", keys.rooms(shard), 0, -1, "WITHSCORES"))
            pairs = zip(reply[::2], reply[1::2], strict=True)
            found += [RoomActivity(as_bytes(member).decode(), as_int(score)) for member, score in pairs]
        return found
