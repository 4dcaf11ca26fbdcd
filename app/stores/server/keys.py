"""Names of all keys.

All keys of a room carry the tag of its shard. So the room, its streams, its timer and its outbox share one
cluster slot, and one script may use them together.
"""

from functools import lru_cache
from zlib import crc32

OURS = "gm:*"
"""Pattern that matches all keys below and no others."""
SHARDS = 64


@lru_cache(maxsize=4096)
def shard_of(room_id: str) -> int:
    """Shard 0..63 of a room."""
    return crc32(room_id.encode()) % SHARDS


def _tag(shard: int) -> str:
    return f"gm:{{s{shard:02d}}}"


def room(room_id: str) -> str:
    """HASH e (epoch), v (version), s (state blob), r (room id, to notice a reply of another room)."""
    return f"{_tag(shard_of(room_id))}:room:{room_id}"


def tomb(room_id: str) -> str:
    """STRING epoch of a deleted room. It cannot be created again with that epoch or an older one."""
    return f"{_tag(shard_of(room_id))}:tomb:{room_id}"


def frames(room_id: str, slot: int) -> str:
    """STREAM of the frames of one member slot. Ids are "<seq>-0"; field f = hash|bytes."""
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
    """STREAM of results that wait to be booked. Fields r = room id, d = data."""
    return f"{_tag(shard)}:outbox"


def dead(shard: int) -> str:
    """STREAM of outbox entries that could not be booked. Fields r, d, why."""
    return f"{_tag(shard)}:dead"


def failures(shard: int) -> str:
    """HASH id of an outbox entry -> how often it could not be booked."""
    return f"{_tag(shard)}:failures"


def presence(shard: int) -> str:
    """ZSET "<room id>|<slot>" -> end of the lease in server ms."""
    return f"{_tag(shard)}:presence"


def generations(shard: int) -> str:
    """HASH "<room id>|<slot>" -> generation of the connection that holds the lease."""
    return f"{_tag(shard)}:generations"


def poke(shard: int) -> str:
    """Channel on which the ids of changed rooms are published."""
    return f"{_tag(shard)}:poke"


def clock() -> str:
    """HASH ahead: how far the tables are ahead of the server's clock (ms); followed: see `StoreClock`."""
    return "gm:clock"


def probe() -> str:
    """STRING that workers write to learn whether the server takes writes."""
    return "gm:probe"


def code(digits: str) -> str:
    """STRING id of the room that holds a six-digit code; empty while the code rests."""
    return f"gm:code:{digits}"


def ticket(digest: str) -> str:
    """STRING payload of a one-time ticket; `digest` is the SHA-256 of the ticket."""
    return f"gm:tk:{digest}"


def limit(kind: str, digest: str) -> str:
    """STRING how often a mark of one kind was set for one party."""
    return f"gm:rl:{kind}:{digest}"


def window(kind: str, digest: str) -> str:
    """HASH part of a window -> number of events of one kind from one source.

    All windows share one cluster slot, so that one script may use several.
    """
    return f"gm:{{limits}}:{kind}:{digest}"
