"""Pokes: a message "this room has changed" without any content.

One pub/sub connection per process listens on the channels of all shards. A lost poke only costs time:
every listener also reads after an interval of its own, and each reconnection wakes all listeners.
"""

import asyncio
import logging
from collections.abc import Awaitable
from types import TracebackType
from typing import Protocol

from redis.asyncio import Redis
from redis.exceptions import RedisError

from app.stores.server import keys
from app.stores.server.link import Reply, as_bytes, as_list

_log = logging.getLogger(__name__)
_QUIET_S = 5.0
_PAUSES_S = (0.05, 0.1, 0.25, 0.5, 1.0)


class _Line(Protocol):
    """The part of redis-py's connection that is used. Its pub/sub class reconnects unnoticed."""

    def connect(self) -> Awaitable[object]: ...
    def send_command(self, *command: str, check_health: bool) -> Awaitable[object]: ...
    def read_response(self, *, timeout: float, push_request: bool) -> Awaitable[Reply]: ...
    def disconnect(self, nowait: bool) -> Awaitable[object]: ...


class Wake:
    """One listener for one room. A poke that comes before `wait` counts."""

    __slots__ = ("_event", "_hub", "room_id")

    def __init__(self, hub: "PokeHub", room_id: str) -> None:
        self._hub = hub
        self._event = asyncio.Event()
        self.room_id = room_id

    def set(self) -> None:
        """Wake the listener."""
        self._event.set()

    async def wait(self, timeout_s: float) -> bool:
        """Wait at most `timeout_s` seconds for a poke since the last `wait`. False if none came."""
        try:
            async with asyncio.timeout(timeout_s):
                await self._event.wait()
        except TimeoutError:
            return False
        self._event.clear()
        return True

    def close(self) -> None:
        """Stop listening."""
        self._hub.forget(self)

    def __enter__(self) -> "Wake":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class PokeHub:
    """Passes pokes on to the listeners of this process.

    `run` is the loop for the supervisor; it ends only when cancelled.
    """

    def __init__(self, redis: "Redis") -> None:
        self._redis = redis
        self._wakes: dict[str, set[Wake]] = {}
        self._listening = asyncio.Event()

    @property
    def listening(self) -> bool:
        """Whether the hub is subscribed now."""
        return self._listening.is_set()

    async def ready(self) -> None:
        """Wait until the hub is subscribed."""
        await self._listening.wait()

    def subscribe(self, room_id: str) -> Wake:
        """A new listener for the room. Subscribe before you read, so that no change falls between."""
        wake = Wake(self, room_id)
        self._wakes.setdefault(room_id, set()).add(wake)
        return wake

    def forget(self, wake: Wake) -> None:
        """Remove a listener. A second call does nothing."""
        group = self._wakes.get(wake.room_id)
        if group is not None:
            group.discard(wake)
            if not group:
                del self._wakes[wake.room_id]

    def wake(self, room_id: str) -> None:
        """Wake the local listeners of a room."""
        for wake in self._wakes.get(room_id, ()):
            wake.set()

    def wake_all(self) -> None:
        """Wake every local listener."""
        for group in self._wakes.values():
            for wake in group:
                wake.set()

    async def run(self) -> None:
        """Listen, and subscribe again each time the connection is lost."""
        failures = 0
        while True:
            try:
                await self._listen()
            except (RedisError, OSError) as fault:
                _log.warning("pokes: connection lost (%s), subscribing again", type(fault).__name__)
            finally:
                failures = 0 if self.listening else failures + 1
                self._listening.clear()
            await asyncio.sleep(_PAUSES_S[min(failures, len(_PAUSES_S) - 1)])

    async def _listen(self) -> None:
        """Use one connection until it fails: subscribe, pass pokes on, and send PING after 5 s of silence."""
        pool = self._redis.connection_pool
        line: _Line = pool.connection_class(**pool.connection_kwargs)
        try:
            await line.connect()
            channels = (keys.poke(shard) for shard in range(keys.SHARDS))
            await line.send_command("SUBSCRIBE", *channels, check_health=False)
            asked = False
            while True:
                message = await line.read_response(timeout=_QUIET_S, push_request=True)
                if message is not None:
                    asked = False
                    self._take(as_list(message))
                elif asked:
                    raise OSError("the server does not answer")
                else:
                    await line.send_command("PING", check_health=False)
                    asked = True
        finally:
            await line.disconnect(nowait=True)

    def _take(self, message: list[Reply]) -> None:
        if message[0] == b"message":
            self.wake(as_bytes(message[2]).decode())
        elif message[0] == b"subscribe" and message[2] == keys.SHARDS:
            self._listening.set()
            self.wake_all()  # pokes of the time before are lost
