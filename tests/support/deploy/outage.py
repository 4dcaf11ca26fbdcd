"""What players notice while an operator does something: asks the server all the time."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import httpx

from tests.support.live import Player

_EVERY_S: Final = 0.05
_CALM_S: Final = 3.0
_MOST_S: Final = 180.0
_BACK_S: Final = 5.0
"""Players count as disconnected when they are back."""


@dataclass(slots=True)
class Outage:
    """What they noticed.

    ``refused_s``: nobody answered, not even the page of the proxy. ``away_s``: from the first answer that was
    none of the app to the last. ``disconnects``: connections of players that broke.
    """

    refused_s: float = 0.0
    away_s: float = 0.0
    slowest_s: float = 0.0
    disconnects: int = 0
    _bad: list[float] = field(default_factory=list)
    _refused: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"app away {self.away_s:.1f} s, refused {self.refused_s:.1f} s, "
            f"slowest answer {self.slowest_s:.1f} s, {self.disconnects} disconnects"
        )


async def outage(url: str, players: list[Player], act: Callable[[], object]) -> Outage:
    """Do ``act``, which may block, and wait until all is well again for some seconds."""
    found = Outage()
    before = sum(player.table.connections for player in players)
    acting = asyncio.create_task(asyncio.to_thread(act))
    begun = time.monotonic()
    async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=30) as client:
        asking: set[asyncio.Task[None]] = set()
        while not acting.done() or time.monotonic() - max([begun, *found._bad]) < _CALM_S:
            if time.monotonic() - begun > _MOST_S:
                raise TimeoutError(f"not well after {_MOST_S} s: {found}")
            if len(asking) < 50:
                asking.add(task := asyncio.create_task(_ask(client, found)))
                task.add_done_callback(asking.discard)
            await asyncio.sleep(_EVERY_S)
        await asyncio.gather(*asking)
    await acting
    await asyncio.sleep(_BACK_S)
    found.away_s = max(found._bad) - min(found._bad) if found._bad else 0.0
    found.refused_s = max(found._refused) - min(found._refused) if found._refused else 0.0
    found.disconnects = sum(player.table.connections for player in players) - before
    return found


async def _ask(client: httpx.AsyncClient, found: Outage) -> None:
    begun = time.monotonic()
    try:
        answer = await client.get("/livez", headers={"Connection": "close"})
        bad = answer.status_code != 200
    except httpx.TransportError:
        found._refused.append(begun)
        bad = True
    now = time.monotonic()
    found.slowest_s = max(found.slowest_s, now - begun)
    if bad:
        found._bad.append(now)
