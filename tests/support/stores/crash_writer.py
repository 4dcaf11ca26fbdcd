"""A process that owns an embedded server and commits until it is killed.

Prints the guard's process id, then every acknowledged version.
"""

import asyncio
import sys
from pathlib import Path

from app.stores import EmbeddedValkey, Stores, open_redis
from tests.support.stores.helpers import commit


async def _write(url: str) -> None:
    stores = Stores(open_redis(url))
    await stores.rooms.create("room-1", 3, b"state 1")
    for version in range(1, 1_000_000):
        await commit(stores, version)
        sys.stdout.write(f"{version + 1}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    server = EmbeddedValkey.start(Path(sys.argv[1]))
    sys.stdout.write(f"{server.guard_pid}\n")
    asyncio.run(_write(server.url))
