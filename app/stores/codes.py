"""Six-digit room codes: one room at a time, and a day of rest before a code is used again."""

from app.stores.server import keys
from app.stores.server.link import Link, Script, as_bytes

CODE_TTL_MS = 48 * 3600 * 1000
QUARANTINE_MS = 24 * 3600 * 1000

_RESERVE = Script("reserve")
_RELEASE = Script("release")


class Codes:
    """Codes by their digits. Drawing the digits is the caller's business."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def reserve(self, code: str, room_id: str, ttl_ms: int = CODE_TTL_MS) -> bool:
        """Bind the code to the room for `ttl_ms`; False when it is taken or rests.

        The room that holds it already gets its life prolonged.
        """
        return await self._link.run(_RESERVE, (keys.code(code),), (room_id, ttl_ms)) == 1

    async def lookup(self, code: str) -> str | None:
        """Id of the room behind the code, or None."""
        held = await self._link.call("GET", keys.code(code))
        return as_bytes(held).decode() if held else None

    async def release(self, code: str, room_id: str) -> bool:
        """Let the code rest for 24 h, so that old links lead nowhere, before it is free.

        False when it is not this room's.
        """
        return await self._link.run(_RELEASE, (keys.code(code),), (room_id, QUARANTINE_MS)) == 1
