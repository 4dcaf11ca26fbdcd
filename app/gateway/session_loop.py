"""Ends the connections whose session the database has ended, whatever was down when it ended."""

import asyncio
from typing import Final

from app.gateway.closing import CloseCode, Closing
from app.gateway.hub import Hub
from app.play.revocations import Revocations

LOOK_S: Final = 5.0


class SessionLoop:
    """Asks the database about the sessions of all connections of this process. Every worker runs one."""

    def __init__(self, hub: Hub, revocations: Revocations) -> None:
        self._hub = hub
        self._revocations = revocations

    async def run(self) -> None:
        """Look every 5 s. Never returns. Raises DatabaseUnavailable."""
        while True:
            await asyncio.sleep(LOOK_S)
            await self.look()

    async def look(self) -> int:
        """End the connections of sessions that have ended. Returns how many. Raises DatabaseUnavailable."""
        await self._revocations.mark()
        held = self._hub.sessions()
        if not held:
            return 0
        ended = await self._revocations.ended(held)
        return self._hub.end_sessions(ended, Closing(CloseCode.SESSION))
