"""Keyed marks of devices and addresses. Equal marks mean the same origin; a mark reveals nothing else.

The database holds the key and the store holds the marks, so neither alone reveals an address.
"""

import hmac
import logging
import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from app.db import Database, DatabaseUnavailable
from app.db.operators import server_keys
from app.kit.addresses import masked
from app.rooms.state.member import Origin

_log = logging.getLogger(__name__)
_NAME: Final = "origins"
_KEY_BYTES: Final = 32
_MARK_LETTERS: Final = 32


class Origins:
    """Computes marks. ``wall_ms`` returns the time of day in ms."""

    def __init__(self, db: Database, wall_ms: Callable[[], int]) -> None:
        self._db = db
        self._wall_ms = wall_ms
        self._key: bytes | None = None

    async def device(self, browser: str) -> str | None:
        """The mark of a browser, for its ticket; None while the database is unavailable."""
        return await self._mark("device", browser)

    async def of(self, room_id: str, device: str | None, address: str) -> Origin | None:
        """The origin of a connection to a room; None while the database is unavailable.

        Marks of different rooms are never equal. An address of this machine gets no mark: it belongs to a
        proxy that does not name the client.
        """
        shown = masked(address)
        here = None if device is None else await self._mark("seat", room_id, device)
        network = None if shown is None else await self._mark("address", room_id, address)
        return None if self._key is None else Origin(here, network, shown)

    async def _mark(self, *parts: str) -> str | None:
        if self._key is None:
            try:
                self._key = await self._get_key()
            except DatabaseUnavailable:
                _log.info("no origin marks: database unavailable")
                return None
        return hmac.new(self._key, "\n".join(parts).encode(), sha256).hexdigest()[:_MARK_LETTERS]

    async def _get_key(self) -> bytes:
        """The key that all workers share. The first worker creates it."""
        async with self._db.read() as tx:
            known = await server_keys.find(tx, _NAME)
        if known is not None:
            return known
        async with self._db.write() as tx:
            return await server_keys.agree(tx, _NAME, secrets.token_bytes(_KEY_BYTES), self._wall_ms())
