"""One connection after its hello: frames, acts, heartbeat, end."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Final

from app.db import DatabaseUnavailable
from app.gateway.acts import Acts
from app.gateway.closing import ClientGone, CloseCode, Closing
from app.gateway.hello import Greeted, no_seat
from app.gateway.hub import Hub
from app.gateway.limits import MESSAGE_BYTES, MESSAGES_PER_SECOND
from app.gateway.parts import Parts
from app.gateway.pipe import Pipe
from app.gateway.stream import SeatStream
from app.play.errors import Busy, RoomMissing, RoomOver, storage_code
from app.play.loops.presence import LEASE_MS
from app.play.service import Held
from app.rooms.state.member import Origin
from app.rooms.steps.commands import Connected, Disconnected
from app.rooms.steps.outcome import Reject
from app.stores.rooms.pokes import Wake
from app.stores.server.errors import StoreError
from app.telemetry import metrics
from app.telemetry.logs import fields
from app.wire.messages.server import PROTOCOL_VERSION, Bye, Error, Limits, ServerHeartbeat, Welcome

_log = logging.getLogger(__name__)
HEARTBEAT_S: Final = 10.0
SILENCE_S: Final = 40.0
FALLBACK_S: Final = 1.0
_STORE_PAUSE_S: Final = 0.5
_LAST_LEASE_MS: Final = 2_000
_GENERATIONS_A_MS: Final = 1_000


class Connection:
    """The connection of a member. ``serve`` runs it until its end; ``end`` ends it."""

    def __init__(self, parts: Parts, hub: Hub, pipe: Pipe, greeted: Greeted) -> None:
        self._parts = parts
        self._hub = hub
        self._pipe = pipe
        self._greeted = greeted
        self._player_id = greeted.holder.player_id
        self._room_id = greeted.held.room.id
        self._slot = greeted.slot
        self._epoch = greeted.held.epoch
        self._generation = 0
        self._stream = SeatStream(parts.service.store, pipe, self._room_id, self._slot)
        self._acts = Acts(parts.service, self._room_id, self._player_id)
        self._answering = asyncio.Lock()
        self._ending: asyncio.Future[tuple[Closing, Bye | None]] = asyncio.get_running_loop().create_future()

    @property
    def key(self) -> tuple[str, int]:
        """Room id and slot."""
        return self._room_id, self._slot

    @property
    def session(self) -> str:
        """Digest of the token of the session."""
        return self._greeted.holder.session

    def end(self, closing: Closing, bye: Bye | None = None) -> None:
        """Send ``bye``, if given, and close the connection as soon as possible."""
        if not self._ending.done():
            self._ending.set_result((closing, bye))

    async def serve(self) -> Closing | None:
        """Run until the end. Returns how to close, None if the client has closed.

        Raises StoreError, DatabaseUnavailable before the welcome.
        """
        with metrics.connection(), self._parts.pokes.subscribe(self._room_id) as wake:
            try:
                held = await self._connect()
                self._hub.enter(self)
                await self._begin(held)
                return await self._run(wake)
            except ClientGone:
                return None
            except Closing as closing:
                return closing
            finally:
                self._hub.leave(self)
                self._hub.afterwards(self._say_goodbye())

    async def _connect(self) -> Held:
        """Become the newest connection of the member on all workers."""
        now = await self._parts.service.store.now_ms()
        self._generation = now * _GENERATIONS_A_MS + secrets.randbelow(_GENERATIONS_A_MS)
        if not await self._parts.presence.renew(self._room_id, self._slot, self._generation, LEASE_MS):
            raise Closing(CloseCode.REPLACED)
        device, address = self._greeted.holder.device, self._greeted.address
        held = await self._announce(await self._parts.origins.of(self._room_id, device, address))
        self._epoch = held.epoch
        return held

    async def _announce(self, origin: Origin | None) -> Held:
        """Tell the room that this is the newest connection of the member."""
        connected = Connected(self._player_id, str(self._generation), origin)
        try:
            return (await self._parts.service.execute(self._room_id, connected)).held
        except Reject:
            raise Closing(CloseCode.NOT_MEMBER, "room_unavailable") from None
        except (RoomMissing, RoomOver):
            raise Closing(CloseCode.ROOM_OVER, "room_over") from None
        except Busy:
            raise Closing(CloseCode.OVERLOADED, "busy") from None

    async def _begin(self, held: Held) -> None:
        cursor = self._greeted.hello.cursor
        resumed = await self._stream.resume(cursor, held.epoch)
        await self._pipe.send(
            Welcome(
                version=PROTOCOL_VERSION,
                room=self._room_id,
                epoch=held.epoch,
                now=await self._parts.service.store.now_ms(),
                heartbeat_ms=int(HEARTBEAT_S * 1000),
                resume="ok" if resumed else "snapshot",
                limits=Limits(MESSAGE_BYTES, MESSAGES_PER_SECOND),
                build=self._parts.build,
            )
        )
        self._note_opening(how="resumed" if resumed else "new" if cursor is None else "resync")
        if not resumed:
            await self._stream.start(held)

    def _note_opening(self, how: metrics.Opening) -> None:
        metrics.connection_opened(how)
        _log.info("connection open", extra=fields(room=self._room_id, slot=self._slot, outcome=how))

    async def _run(self, wake: Wake) -> Closing | None:
        """Run all jobs of the connection. The exception of the first job that ends says how to close."""
        jobs = (
            self._read(),
            self._wait_for_end(),
            self._patiently(lambda: self._push(wake)),
            self._patiently(self._beat),
            self._patiently(self._watch_session),
        )
        tasks = [asyncio.create_task(job) for job in jobs]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            return None
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _wait_for_end(self) -> None:
        closing, bye = await self._ending
        if bye is not None:
            await self._pipe.send(bye)
        raise closing

    async def _read(self) -> None:
        while True:
            text = await self._pipe.receive(SILENCE_S)
            async with self._answering:
                answer = await self._acts.hear(text)
                if answer is not None:
                    await self._pipe.send(answer)
            if self._acts.left:
                raise Closing(CloseCode.LEFT)

    async def _push(self, wake: Wake) -> None:
        woken = False
        while True:
            try:
                sent = await self._stream.pull()
            except Closing:
                # After the player has left, the stream is gone too. Close for that reason, not for the gap.
                await self._look()
                raise
            if woken and not sent:
                await self._look()
            woken = await wake.wait(FALLBACK_S)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            await self._pipe.send(ServerHeartbeat(await self._parts.service.store.now_ms()))
            await self._look()

    async def _watch_session(self) -> None:
        """Close at once when the session is revoked. ``SessionLoop`` finds what no poke tells."""
        with self._parts.revocations.listen(self.session) as wake:
            while True:
                if await wake.wait(HEARTBEAT_S) and await self._parts.revocations.revoked(self.session):
                    raise Closing(CloseCode.SESSION)

    async def _look(self) -> None:
        """Renew the lease, and check that room, seat and epoch still are those of this connection.

        Raises Closing if they are not.
        """
        if not await self._parts.presence.renew(self._room_id, self._slot, self._generation, LEASE_MS):
            raise Closing(CloseCode.REPLACED)
        try:
            held = await self._parts.service.load(self._room_id)
        except (RoomMissing, RoomOver):
            raise await self._gone(Closing(CloseCode.ROOM_OVER)) from None
        member = held.room.by_player(self._player_id)
        if member is None or member.slot != self._slot:
            why = no_seat(held.room, self._player_id) or Closing(CloseCode.NOT_MEMBER)
            raise await self._gone(why)
        if held.epoch != self._epoch:
            raise Closing(CloseCode.GAP)
        if member.generation != str(self._generation):
            # The lease ran out while the store was unavailable, and a sweep marked the member offline.
            await self._announce(origin=None)

    async def _gone(self, why: Closing) -> Closing:
        """How to close when room or seat is gone. If the player left, wait for the answer and use LEFT."""
        async with self._answering:
            left = self._acts.left or self._acts.may_have_left
            return Closing(CloseCode.LEFT) if left else why

    async def _patiently(self, job: Callable[[], Awaitable[None]]) -> None:
        """Restart a job while the store or the database is unavailable. Tells the client once."""
        told = False
        while True:
            try:
                await job()
            except (StoreError, DatabaseUnavailable) as error:
                _log.info(
                    "connection waits",
                    extra=fields(room=self._room_id, reason=type(error).__name__),
                )
                if not told:
                    await self._pipe.send(Error(storage_code(error), retry=True, after_ms=1_000))
                    told = True
                await asyncio.sleep(_STORE_PAUSE_S)

    async def _say_goodbye(self) -> None:
        """Mark the member offline, unless they have a newer connection or this worker is draining."""
        if self._hub.draining:
            return
        presence, place = self._parts.presence, (self._room_id, self._slot, self._generation)
        try:
            # Drop the lease last: if this worker dies first or the room is busy, a sweep does the rest.
            if await presence.renew(*place, _LAST_LEASE_MS):
                gone = Disconnected(self._slot, str(self._generation))
                await self._parts.service.execute(self._room_id, gone)
                await presence.drop(*place)
        except (StoreError, DatabaseUnavailable, RoomMissing, RoomOver, Busy):
            return
