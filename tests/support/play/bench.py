"""The play layer without a server: the test drives service, relay and timers."""

import asyncio
import secrets

from app.db import Database
from app.db.people import players
from app.play.books.bookings import decode_booking
from app.play.books.rebuild import Rebuild
from app.play.books.reservations import Reservations
from app.play.lobby import Lobby, Visitor
from app.play.loops.relay import Relay
from app.play.loops.timers import TimerLoop
from app.play.service import RoomService
from app.rooms.state.codec import decode_room
from app.rooms.state.room import Room
from app.rooms.state.settings import Pace, RoomSettings
from app.rooms.steps.commands import AddBot, Auto, Connected, Ready, Start, Tick
from app.rooms.steps.outbox import HandEnded
from app.rules.options.options import make_options
from app.stores import OutboxEntry, Stores

AT_ONCE = Pace(pause_ms=0, bot_ms=0, steady_ms=0, next_hand_ms=600_000)
OWNER = Visitor("0" * 32, "房主")


def settings(hands: int = 4) -> RoomSettings:
    """Settings of a table without any delay."""
    return RoomSettings(
        "classic", make_options("classic", {"hands": hands, "seating": "keep"}), 60, "fast", AT_ONCE
    )


class Bench:
    """The play layer over stores and a database."""

    def __init__(self, stores: Stores, db: Database) -> None:
        rebuild = Rebuild(stores.rooms, db, stores.codes, lambda: secrets.token_bytes(32))
        self.nudge = asyncio.Event()
        self.stores = stores
        self.db = db
        self.service = RoomService(
            stores.rooms,
            rebuild,
            lambda: secrets.token_bytes(32),
            stores.pokes,
            self.nudge.set,
            Reservations(db),
        )
        self.lobby = Lobby(self.service, db, stores.codes, lambda: secrets.token_bytes(32))
        self.relay = Relay(self.service, stores.outbox, stores.codes, db, "bench", self.nudge)
        self.timers = TimerLoop(self.service, stores.timers, 5_000)

    async def room(self, room_id: str) -> Room:
        """The room in the store."""
        loaded = await self.stores.rooms.load(room_id)
        assert loaded is not None
        return decode_room(loaded.blob)

    async def guests(self, *player_ids: str) -> None:
        """Create players with these ids."""
        async with self.db.write() as tx:
            for player_id in player_ids:
                await players.create_guest(tx, player_id, player_id[:4], 1)

    async def lobby_of_one(self, hands: int = 4) -> str:
        """Create the owner and their room. Returns the room id."""
        async with self.db.write() as tx:
            await players.create_guest(tx, OWNER.player_id, OWNER.name, 1)
        held, _ = await self.lobby.create(OWNER, secrets.token_hex(8), settings(hands))
        return held.room.id

    async def started(self, hands: int = 4) -> str:
        """A room in its first hand: the owner on auto-play and three bots. Returns the room id."""
        room_id = await self.lobby_of_one(hands)
        owner = OWNER.player_id
        for command in (
            Connected(owner, "1"),
            AddBot(owner, all=True),
            Ready(owner, client_seed=b"\1" * 16),
            Start(owner),
            Auto(owner, on=True),
        ):
            await self.service.execute(room_id, command)
        return room_id

    async def play_out(self, room_id: str) -> Room:
        """Tick the room until its hand is over."""
        while (await self.room(room_id)).phase == "playing":
            await self.service.execute(room_id, Tick())
        return await self.room(room_id)

    async def unbooked_hand(self) -> tuple[str, OutboxEntry, HandEnded]:
        """A room in settling, whose hand a dead worker has taken from the outbox and not booked."""
        room_id = await self.started()
        await self.play_out(room_id)
        for entry in await self.stores.outbox.take("a dead worker", 100):
            item = decode_booking(entry.data).item
            if isinstance(item, HandEnded):
                return room_id, entry, item
            await self.relay.deliver(entry)
        raise AssertionError("there was no hand to book")
