"""Fifty requests at once that concern one player: every pair of what can happen, on each database.

Half of the requests are of one kind, half of the other. Afterwards the player has at most one seat, a closed
account has nothing, and no request failed in a way that its documents do not name.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import httpx
import pytest
from sqlalchemy import select

from app.api.public import people as people_api
from app.config.settings import LimitSettings
from app.db import Database
from app.db.audit import audit
from app.db.hands import player_rooms
from app.db.people import people, restrictions
from app.db.tables.models import Player as Player_
from app.play.errors import Busy, RoomMissing, RoomOver
from app.play.loops import lost_holds
from app.play.loops.lost_holds import LostHolds
from app.play.service import RoomService
from app.rooms.state.codec import decode_room
from app.rooms.steps.commands import AddBot, Leave, Start
from app.rooms.steps.outcome import Reject
from app.stores import Stores
from tests.support.api.console import Console, console
from tests.support.db.servers import Server
from tests.support.live import Live, Player, eventually, guests, live, settings_for

pytestmark = [pytest.mark.store, pytest.mark.database, pytest.mark.timeout(240)]
EACH: Final = 25
PATIENCE_S: Final = 120.0
OPERATIONS: Final = ("create", "join", "leave", "start", "merge", "delete", "ban", "recover", "dissolve")
WIDE: Final = LimitSettings(
    **{name: 100_000 for name in LimitSettings.model_fields if name != "sockets_per_worker"}
)
NAMED: Final = {
    "already_elsewhere", "banned", "bad_request", "match_running", "no_session", "not_found", "room_full",
    "room_unavailable", "seated", "store_unavailable", "busy", "wrong_recovery_code", "same_player",
    "played_together", "rate_limited",
}  # fmt: skip
Operation: TypeAlias = Callable[[], Awaitable[httpx.Response | None]]


@pytest.fixture(params=["sqlite_server", "postgres_server"])
async def place(
    request: pytest.FixtureRequest, stores: Stores, redis_url: str, tmp_path: Path
) -> AsyncIterator[Live]:
    """A worker on each database, without limits for requests."""
    database: Server = request.getfixturevalue(request.param)
    async with (
        database.migrated() as url,
        live(settings_for(redis_url, url, data_dir=tmp_path, limits=WIDE, free_rooms=True)) as running,
    ):
        await stores.probe()
        yield running


@dataclass
class Scene:
    """The player ``hero``, a friend whose account can merge with it, and two rooms."""

    server: Live
    boss: Console
    client: httpx.AsyncClient
    hero: Player
    friend: Player
    host: Player
    hero_code: str
    friend_code: str
    own: str
    """Id of the room that the hero owns, empty if there is none."""

    @property
    def service(self) -> RoomService:
        """The service of the worker."""
        service: RoomService = self.server.app.state.gateway._parts.service
        return service

    @property
    def db(self) -> Database:
        """The database of the worker."""
        db: Database = self.server.app.state.deps.db
        return db

    async def call(self, player: Player, method: str, path: str, body: object) -> httpx.Response:
        """A request of the player, over the client that all share."""
        signed = {"Authorization": f"Bearer {player.account.token}"}
        return await self.client.request(method, path, json=body, headers=signed)

    def operation(self, name: str) -> Operation:
        """What one request of this kind does."""
        operation: Operation = getattr(self, name)
        return operation

    async def create(self) -> httpx.Response:
        return await self.call(self.hero, "POST", "/api/rooms", {"key": secrets.token_hex(8)})

    async def join(self) -> httpx.Response:
        return await self.call(self.hero, "POST", f"/api/rooms/{self.host.room['code']}/join", {})

    async def merge(self) -> httpx.Response:
        """Each of the two takes the other in, in turns."""
        if secrets.randbelow(2):
            return await self.call(self.friend, "POST", "/api/me/merge", {"code": self.hero_code})
        return await self.call(self.hero, "POST", "/api/me/merge", {"code": self.friend_code})

    async def delete(self) -> httpx.Response:
        return await self.call(self.hero, "POST", "/api/me/delete", {"forever": True})

    async def recover(self) -> httpx.Response:
        return await self.call(self.friend, "POST", "/api/recover", {"code": self.hero_code, "bearer": True})

    async def ban(self) -> httpx.Response:
        path = f"/players/{self.hero.account.id}/rights"
        return await self.boss.call("PUT", path, {"banned": True, "muted": False})

    async def dissolve(self) -> httpx.Response:
        return await self.boss.call("POST", f"/rooms/{self.own}/dissolve", {})

    async def leave(self) -> None:
        await self._command(Leave(self.hero.account.id))

    async def start(self) -> None:
        await self._command(Start(self.hero.account.id))

    async def _command(self, command: Leave | Start) -> None:
        try:
            await self.service.execute(self.own, command)
        except (Reject, RoomMissing, RoomOver, Busy):
            return


async def scene(
    server: Live, boss: Console, client: httpx.AsyncClient, people_: list[Player], *, seated: bool
) -> Scene:
    """New people; with ``seated`` the hero owns a room with bots."""
    hero, friend, host = people_
    hero_code, friend_code = [
        (await each.call("POST", "/api/me/recovery-code", {})).json()["code"] for each in (hero, friend)
    ]
    await host.create()
    made = Scene(server, boss, client, hero, friend, host, hero_code, friend_code, own="")
    if seated:
        await hero.create()
        made.own = hero.room["id"]
        await made.service.execute(made.own, AddBot(hero.account.id, all=True))
    return made


@pytest.mark.parametrize("first", OPERATIONS)
async def test_no_pair_overtakes_itself(
    place: Live, stores: Stores, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people_api, "CODES_TRIED", 100_000)
    monkeypatch.setattr(lost_holds, "STALE_MS", -60_000)
    async with (
        console(place) as boss,
        httpx.AsyncClient(base_url=place.url, trust_env=False, timeout=PATIENCE_S) as client,
    ):
        boss.client.timeout = httpx.Timeout(PATIENCE_S)
        for second in OPERATIONS[OPERATIONS.index(first) :]:
            seated = bool({first, second} & {"leave", "start", "dissolve"})
            async with guests(place.url, "主友房") as three:
                played = await scene(place, boss, client, three, seated=seated)
                await race(played, stores, first, second)
    assert (await audit(played.db)).findings == ()


async def race(played: Scene, stores: Stores, first: str, second: str) -> None:
    """Run the two operations at once, then check what stands."""
    both = [played.operation(first), played.operation(second)] * EACH
    answers = await asyncio.gather(*(operation() for operation in both))
    pair = f"{first} and {second}"
    for answer in answers:
        if answer is not None and answer.status_code >= 400:
            assert answer.json()["error"]["code"] in NAMED, (pair, answer.text)
    await bring_up_to_date(played, stores)
    await check_seats(played, stores, pair)
    await check_accounts(played, pair)


async def bring_up_to_date(played: Scene, stores: Stores) -> None:
    """Wait for the relay, then release what was reserved for steps that never came."""
    await eventually(lambda: is_booked(stores), PATIENCE_S)
    await LostHolds(played.service, played.db).sweep()


async def is_booked(stores: Stores) -> bool:
    """Whether the outbox is empty."""
    return not (await stores.outbox.backlog()).waiting


async def check_seats(played: Scene, stores: Stores, pair: str) -> None:
    """Each player sits in at most one live room, in the one that the database names."""
    sitting: dict[str, list[str]] = {}
    for activity in await stores.timers.all_rooms():
        loaded = await stores.rooms.load(activity.room_id)
        room = None if loaded is None else decode_room(loaded.blob)
        if room is not None and room.phase != "dissolved":
            for member in room.humans:
                sitting.setdefault(member.player_id or "", []).append(room.id)
    async with played.db.read() as tx:
        for player in (played.hero, played.friend, played.host):
            named = await player_rooms.room_of(tx, player.account.id)
            assert sitting.get(player.account.id, []) == ([] if named is None else [named]), pair


async def check_accounts(played: Scene, pair: str) -> None:
    """A closed account has no seat, no code and no session; a banned player has no session."""
    async with played.db.read() as tx:
        for player, code in ((played.hero, played.hero_code), (played.friend, played.friend_code)):
            player_id = player.account.id
            query = select(Player_.closed_at).where(Player_.id == player_id)
            closed = (await tx.execute(query)).scalar_one() is not None
            banned = (await restrictions.of(tx, player_id)).banned_at is not None
            own = await people.own_sessions(tx, player_id, 0)
            assert not (own and (closed or banned)), (pair, closed, banned)
            assert (await people.by_code(tx, code) is None) is closed, pair
            assert not (closed and await player_rooms.room_of(tx, player_id)), pair
