"""Six-digit room codes: each belongs to one room at a time and rests for 24 h after its release."""

from app.stores.server import keys
from app.stores.server.link import Link, Script, as_bytes

CODE_TTL_MS = 48 * 3600 * 1000
QUARANTINE_MS = 24 * 3600 * 1000

_RESERVE = Script("reserve")
_RELEASE = Script("release")


class Codes:
    """Room codes by their digits. The caller chooses the digits."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def reserve(self, code: str, room_id: str, ttl_ms: int = CODE_TTL_MS) -> bool:
        """Bind the code to the room for `ttl_ms`. False if another room holds it or it rests.

        If this room holds the code already, its `ttl_ms` starts again.
        """
        return await self._link.run(_RESERVE, (keys.code(code),), (room_id, ttl_ms)) == 1

    async def lookup(self, code: str) -> str | None:
        """Id of the room that holds the code, or None if the code is free or rests."""
        held = await self._link.call("GET", keys.code(code))
        return as_bytes(held).decode() if held else None

    async def release(self, code: str, room_id: str) -> bool:
        """Give the code up. It rests for 24 h, so that an old link does not open another room.

        False if the room does not hold the code.
        """
        return await self._link.run(_RELEASE, (keys.code(code),), (room_id, QUARANTINE_MS)) == 1
