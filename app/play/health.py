"""Whether store and database take writes. A full disk may still answer every question."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from app.db import Database, DatabaseUnavailable
from app.db.operators import probes
from app.stores import StoreError, Stores

PATIENCE_S: Final = 2.0
FRESH_S: Final = 5.0
"""An answer counts for so long, so that asking often costs nothing."""


class Storage:
    """Tries the storage of one worker, which has a ``name``. ``wall_ms``: the time of day in ms."""

    def __init__(self, stores: Stores, db: Database, name: str, wall_ms: Callable[[], int]) -> None:
        self._stores = stores
        self._db = db
        self._name = name
        self._wall_ms = wall_ms
        self._asking = asyncio.Lock()
        self._found: Mapping[str, str] = {}
        self._found_at: float | None = None

    async def troubles(self) -> Mapping[str, str]:
        """The parts that take no writes, each with the name of the error; at most 5 s old."""
        clock = asyncio.get_running_loop().time
        async with self._asking:
            if self._found_at is None or clock() - self._found_at > FRESH_S:
                store, database = await asyncio.gather(_try(self._stores.probe()), _try(self._write()))
                tried = {"store": store, "database": database}
                self._found = {part: error for part, error in tried.items() if error is not None}
                self._found_at = clock()
            return self._found

    async def _write(self) -> None:
        async with self._db.write() as tx:
            await probes.write(tx, self._name, self._wall_ms())


async def _try(work: Awaitable[None]) -> str | None:
    """The name of the error, None if the work is done."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            await work
    except (StoreError, DatabaseUnavailable, TimeoutError) as error:
        return type(error).__name__
    return None
