"""Results that wait to be booked in SQL: a commit adds them, any worker takes them until one acknowledges."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count as counter

from app.stores.server import keys
from app.stores.server.link import Link, Script, as_bytes, as_int, as_list

GROUP = "settle"
IDLE_MS = 5000

_TAKE = Script("take")
_ACK = Script("ack")
_FAILED = Script("failed")
_BACKLOG = Script("backlog")
_GIVEN_UP = Script("given_up")
_REVIVE = Script("revive")
_FIRST = "0-0"


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """One result."""

    shard: int
    entry_id: str
    room_id: str
    data: bytes


@dataclass(frozen=True, slots=True)
class DeadEntry:
    """One result that a worker gave up for `reason`."""

    shard: int
    entry_id: str
    room_id: str
    data: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class Backlog:
    """Number of waiting and of dead entries; time of the oldest waiting one (server ms; 0 if none)."""

    waiting: int
    dead: int
    oldest_ms: int


class Outbox:
    """The outboxes of all shards.

    An entry that is taken but not acknowledged within `idle_ms` goes to the next worker that asks.
    `shards_per_call` is as in `Timers`.
    """

    def __init__(self, link: Link, *, idle_ms: int = IDLE_MS, shards_per_call: int = keys.SHARDS) -> None:
        self._link = link
        self._idle_ms = idle_ms
        starts = range(0, keys.SHARDS, shards_per_call)
        self._groups = [tuple(range(start, min(start + shards_per_call, keys.SHARDS))) for start in starts]
        self._turns = counter()

    async def take(self, consumer: str, count: int) -> list[OutboxEntry]:
        """At most `count` entries, abandoned ones first. Workers may share the name `consumer`."""
        taken: list[OutboxEntry] = []
        turn = next(self._turns)
        for group in self._groups:
            first = turn % len(group)
            shards = group[first:] + group[:first]
            names = [keys.outbox(shard) for shard in shards]
            args = (GROUP, consumer, count - len(taken), self._idle_ms)
            for row in as_list(await self._link.run(_TAKE, names, args)):
                index, entry_id, room_id, data = as_list(row)
                taken.append(
                    OutboxEntry(
                        shard=shards[as_int(index) - 1],
                        entry_id=as_bytes(entry_id).decode(),
                        room_id=as_bytes(room_id).decode(),
                        data=as_bytes(data),
                    )
                )
            if len(taken) >= count:
                break
        return taken

    async def ack(self, entry: OutboxEntry) -> bool:
        """Remove an entry that is booked. False if it was removed before."""
        return await self._remove(entry, b"", "")

    async def failed(self, entry: OutboxEntry) -> int:
        """Count that an entry could not be booked. Returns how often so far, 0 if it is gone."""
        names = (keys.outbox(entry.shard), keys.failures(entry.shard))
        return as_int(await self._link.run(_FAILED, names, (entry.entry_id,)))

    async def dead(self, entry: OutboxEntry, reason: str) -> bool:
        """Move an entry that cannot be booked, with the reason, to the dead stream. False if it is gone."""
        return await self._remove(entry, entry.data, reason or "unknown")

    async def given_up(self, after: Mapping[int, str], count: int) -> list[DeadEntry]:
        """At most `count` dead entries; those of a shard in the order in which they were given up.

        `after`: by shard, the id of the last entry to leave out.
        """
        found: list[DeadEntry] = []
        for group in self._groups:
            names = [keys.dead(shard) for shard in group]
            starts = (after.get(shard, _FIRST) for shard in group)
            args: tuple[int | str, ...] = (count - len(found), *starts)
            for row in as_list(await self._link.run(_GIVEN_UP, names, args)):
                index, entry_id, room_id, data, reason = as_list(row)
                found.append(
                    DeadEntry(
                        shard=group[as_int(index) - 1],
                        entry_id=as_bytes(entry_id).decode(),
                        room_id=as_bytes(room_id).decode(),
                        data=as_bytes(data),
                        reason=as_bytes(reason).decode(),
                    )
                )
            if len(found) >= count:
                break
        return found

    async def revive(self, entry: DeadEntry) -> bool:
        """Put a dead entry at the end of the outbox, as a new one. False if another worker did it before."""
        names = (keys.outbox(entry.shard), keys.dead(entry.shard))
        args = (entry.entry_id, entry.room_id, entry.data)
        return await self._link.run(_REVIVE, names, args) == 1

    async def backlog(self) -> Backlog:
        """Count the waiting and the dead entries of all shards."""
        waiting = dead = oldest = 0
        for group in self._groups:
            names = [name for shard in group for name in (keys.outbox(shard), keys.dead(shard))]
            reply = as_list(await self._link.run(_BACKLOG, names, ()))
            more, gone, first = (as_int(part) for part in reply)
            waiting, dead = waiting + more, dead + gone
            oldest = min(oldest, first) if oldest and first else oldest or first
        return Backlog(waiting, dead, oldest)

    async def _remove(self, entry: OutboxEntry, data: bytes, reason: str) -> bool:
        names = (keys.outbox(entry.shard), keys.dead(entry.shard), keys.failures(entry.shard))
        args = (GROUP, entry.entry_id, entry.room_id, data, reason)
        return await self._link.run(_ACK, names, args) == 1
