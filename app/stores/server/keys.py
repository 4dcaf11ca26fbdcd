"""Names of every key, in one place.

All keys of one room carry the tag of its shard, so a room, its streams, its timer and its outbox
live in one cluster slot and one script may touch them together.
"""

from functools import lru_cache
from zlib import crc32

OURS = "gm:*"
"""What all keys below look like."""
SHARDS = 64


@lru_cache(maxsize=4096)
def shard_of(room_id: str) -> int:
    """Shard 0..63 of a room."""
    return crc32(room_id.encode()) % SHARDS


def _tag(shard: int) -> str:
    return f"gm:{{s{shard:02d}}}"


def room(room_id: str) -> str:
    """HASH e (epoch), v (version), s (state blob), r (room id, a check against mixed-up replies)."""
    return f"{_tag(shard_of(room_id))}:room:{room_id}"


def tomb(room_id: str) -> str:
    """STRING epoch of a deleted room; a room of that epoch or older cannot come back."""
    return f"{_tag(shard_of(room_id))}:tomb:{room_id}"


def frames(room_id: str, slot: int) -> str:
    """STREAM of the frames of one member slot; ids are "<seq>-0", field f = hash|bytes."""
    return f"{_tag(shard_of(room_id))}:v:{room_id}:{slot}"


def timers(shard: int) -> str:
    """ZSET room id -> next deadline in server ms."""
    return f"{_tag(shard)}:timers"


def alive(shard: int) -> str:
    """HASH t: last poll of the timers in server ms, or "idle" if no timer was set."""
    return f"{_tag(shard)}:alive"


def rooms(shard: int) -> str:
    """ZSET room id -> last commit in server ms."""
    return f"{_tag(shard)}:rooms"


def outbox(shard: int) -> str:
    """STREAM of results that wait to be booked; fields r = room id, d = data."""
    return f"{_tag(shard)}:outbox"


def dead(shard: int) -> str:
    """STREAM of outbox entries that nobody could book; fields r, d, why."""
    return f"{_tag(shard)}:dead"


def presence(shard: int) -> str:
    """ZSET "<room id>|<slot>" -> end of the lease in server ms."""
    return f"{_tag(shard)}:presence"


def generations(shard: int) -> str:
    """HASH "<room id>|<slot>" -> generation of the connection that holds the lease."""
    return f"{_tag(shard)}:generations"


def poke(shard: int) -> str:
    """Channel on which the ids of changed rooms are published."""
    return f"{_tag(shard)}:poke"


def code(digits: str) -> str:
    """STRING room id behind a six-digit code; empty while the code rests."""
    return f"gm:code:{digits}"


def ticket(digest: str) -> str:
    """STRING payload of a one-time ticket, under the SHA-256 of the ticket."""
    return f"gm:tk:{digest}"


def limit(kind: str, digest: str) -> str:
    """Counter of one kind of event by one party."""
    return f"gm:rl:{kind}:{digest}"
