"""One-time tickets for the WebSocket. The store keeps only their digest; the first use deletes them."""

import secrets
from hashlib import sha256

from app.stores.server import keys
from app.stores.server.link import Link, as_bytes

TICKET_TTL_MS = 60_000
_LONGEST = 128


class Tickets:
    """Issue and redeem tickets. The caller decides what bytes a ticket stands for."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def issue(self, payload: bytes, ttl_ms: int = TICKET_TTL_MS) -> str:
        """A new ticket (256 bits, 43 characters) that stands for `payload` for `ttl_ms`."""
        ticket = secrets.token_urlsafe(32)
        await self._link.call("SET", _key(ticket), payload, "PX", ttl_ms)
        return ticket

    async def redeem(self, ticket: str) -> bytes | None:
        """The bytes that the ticket stands for. None if it is unknown, used or expired."""
        if not 0 < len(ticket) <= _LONGEST:
            return None
        payload = await self._link.call("GETDEL", _key(ticket))
        return None if payload is None else as_bytes(payload)


def _key(ticket: str) -> str:
    return keys.ticket(sha256(ticket.encode("utf-8", "surrogatepass")).hexdigest())
