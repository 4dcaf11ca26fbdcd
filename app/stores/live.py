"""Count or delete all live state, for an operator who restores a backup."""

from typing import Final

from app.stores.server import keys
from app.stores.server.link import Link, as_bytes, as_int, as_list

_AT_ONCE: Final = 500


async def count_live(link: Link) -> int:
    """Number of rooms in the store plus results that are not booked yet. Raises StoreError."""
    found = 0
    for shard in range(keys.SHARDS):
        found += as_int(await link.call("ZCARD", keys.rooms(shard)))
        found += as_int(await link.call("XLEN", keys.outbox(shard)))
    return found


async def forget_live(link: Link) -> int:
    """Delete all keys of this program and return how many. No game server may run. Raises StoreError."""
    gone, cursor = 0, b"0"
    while True:
        page = as_list(await link.call("SCAN", cursor, "MATCH", keys.OURS, "COUNT", _AT_ONCE))
        cursor = as_bytes(page[0])
        names = [as_bytes(name) for name in as_list(page[1])]
        if names:
            gone += as_int(await link.call("UNLINK", *names))
        if cursor == b"0":
            return gone
