"""A whole server for tests: uvicorn in this loop on a real store and database, and players on sockets."""

import asyncio
import secrets
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
from fastapi import FastAPI

from app.client.api import Account, Api, ServerRefusal
from app.client.table import Rejected, Table, TableClosed
from app.config.settings import PaceSettings, Settings
from app.db import migrate
from app.main import create_app, drain
from app.serving.listen import listen
from app.serving.worker import DrainingServer, server_config
from app.stores import Stores, open_redis
from tests.support.client import View, action_of, choose, view_of

QUICK = PaceSettings(pause_ms=1, bot_ms=1, steady_ms=20, next_hand_ms=600_000, vote_ms=60_000, grace_ms=500)
PATIENCE_S = 30.0


@dataclass(frozen=True, slots=True)
class Live:
    """A running worker."""

    url: str
    app: FastAPI
    settings: Settings


@asynccontextmanager
async def live(settings: Settings) -> AsyncIterator[Live]:
    """One worker on a free port of this machine."""
    sock = listen("127.0.0.1", 0)
    url = f"http://127.0.0.1:{sock.getsockname()[1]}"
    app = create_app(settings)
    server = DrainingServer(server_config(app, settings), lambda: drain(app))
    serving = asyncio.create_task(server.serve(sockets=[sock]))
    try:
        while not server.started:
            if serving.done():
                await serving
            await asyncio.sleep(0.005)
        yield Live(url, app, settings)
    finally:
        server.should_exit = True
        await serving
        sock.close()


async def sqlite_copy(template: Path, folder: Path) -> str:
    """URL of a fresh migrated database: a copy of the template."""
    if not await asyncio.to_thread(template.exists):
        await migrate(f"sqlite:///{template}")
    copy = folder / f"{secrets.token_hex(6)}.db"
    await asyncio.to_thread(shutil.copyfile, template, copy)
    return f"sqlite:///{copy}"


def settings_for(redis_url: str, database_url: str, **more: Any) -> Settings:
    """Settings of a test server: quick tables, nothing from the environment."""
    given: dict[str, Any] = {"pace": QUICK, "drain_ms": 0, "log_level": "warning", **more}
    return Settings.model_construct(
        **{
            name: field.get_default(call_default_factory=True)
            for name, field in Settings.model_fields.items()
        }
        | {"redis_url": redis_url, "database_url": database_url, "host": "127.0.0.1", **given}
    )


async def emptied(url: str) -> Stores:
    """Empty the store at ``url``. Returns its stores."""
    stores = Stores(open_redis(url))
    await stores.link.call("FLUSHDB")
    await stores.clock.sync()
    return stores


class Player:
    """A guest with a socket. The test drives it. It folds frames as every client must."""

    def __init__(self, url: str, name: str) -> None:
        self.api = Api(url)
        self.name = name
        self.account = Account("", name, "")
        self.room: dict[str, Any] = {}
        self.closed: int | None = None
        self.done: list[dict[str, Any]] = []
        self._changed = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self._table: Table | None = None

    async def __aenter__(self) -> Self:
        self.account = await self.api.create_guest(self.name)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.leave_line()
        await self.api.__aexit__(kind, error, trace)

    @property
    def table(self) -> Table:
        """The client of the socket."""
        assert self._table is not None
        return self._table

    @property
    def view(self) -> View:
        """The newest view."""
        view = self.table.view
        assert view is not None
        return view_of(view)

    async def create(self, **wishes: Any) -> str:
        """Create a room. Returns its code."""
        asked: dict[str, Any] = {
            "key": secrets.token_hex(8),
            "preset": "classic",
            "options": {"hands": 1, "seating": "keep"},
            "turn_seconds": 60,
            "window": "fast",
        }
        self.room = view_of(await self.api.create_room(**asked | wishes))
        code: str = self.room["code"]
        return code

    async def join(self, code: str) -> None:
        """Take a seat."""
        self.room = view_of(await self.api.join(code))

    async def connect(self) -> None:
        """Open the socket, and wait for the view."""
        self._table = Table(self.api, self.room["id"], self._on_change)
        self._running = asyncio.create_task(self._run())
        await self.until(lambda _: True)

    async def leave_line(self) -> None:
        """Close the socket."""
        if self._running is not None:
            while not self._running.done():
                # asyncio.wait_for of Python 3.11 may lose a cancellation that arrives together with a message
                self._running.cancel()
                await asyncio.wait([self._running], timeout=0.5)
            self._running = None

    async def until(self, wanted: Callable[[View], bool], patience_s: float = PATIENCE_S) -> View:
        """Wait for a view that ``wanted`` accepts. Returns it."""
        async with asyncio.timeout(patience_s):
            while self.table.view is None or not wanted(self.view):
                self._changed.clear()
                await self._changed.wait()
        return self.view

    async def until_rebuilt(self, epoch: int, phase: str) -> View:
        """Wait for the rebuilt room in this phase. Returns the view."""
        return await self.until(lambda view: self.table.epoch >= epoch and view["phase"] == phase)

    async def until_closed(self) -> int:
        """Wait until the server closes the socket for good. Returns the close code."""
        assert self._running is not None
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.wait([self._running])
        assert self.closed is not None
        return self.closed

    async def call(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """An HTTP request of this guest, with the bearer token."""
        signed = {"Authorization": f"Bearer {self.account.token}", **headers}
        async with httpx.AsyncClient(base_url=self.api.url, trust_env=False) as client:
            return await client.request(method, path, json=body, headers=signed)

    async def ready(self) -> None:
        """Get ready for the next hand."""
        await self.table.act({"type": "ready", "ready": True, "client_seed": secrets.token_hex(16)})

    async def play_while(self, wanted: Callable[[View], bool]) -> View:
        """Answer every decision while ``wanted`` accepts the view. Returns the view after that."""
        while wanted(self.view):
            decision = self.view["decision"]
            answer = choose(self.view)
            if answer is None:
                await self.until(_seen_something(self.table, wanted))
                continue
            await self.answer(answer, decision["id"])
        return self.view

    async def answer(self, action: dict[str, Any], decision: int) -> None:
        """Answer a decision and wait until it is closed. It may be closed before the answer."""
        try:
            await self.table.act(action_of(action), decision)
            self.done.append(action)
        except Rejected as refusal:
            if refusal.code != "stale_decision":
                raise
        await self.until(lambda view: (view["decision"] or {}).get("id") != decision)

    async def _run(self) -> None:
        while True:
            try:
                await self.table.run()
            except TableClosed as closed:
                self.closed = closed.code
                self._changed.set()
                return
            except (httpx.TransportError, ServerRefusal):
                await asyncio.sleep(0.1)  # the server is unavailable: reconnect

    async def _on_change(self, _: Table) -> None:
        self._changed.set()


async def eventually(probe: Callable[[], Awaitable[object]], patience_s: float = PATIENCE_S) -> None:
    """Repeat ``probe`` until it returns a true value."""
    async with asyncio.timeout(patience_s):
        while True:
            if await probe():
                return
            await asyncio.sleep(0.02)


@asynccontextmanager
async def guests(url: str, names: str = "甲乙丙丁") -> AsyncIterator[list[Player]]:
    """Guests of a server, one per letter."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Player(url, name)) for name in names]


def _seen_something(table: Table, wanted: Callable[[View], bool]) -> Callable[[View], bool]:
    seq = table.seq
    return lambda view: table.seq != seq or not wanted(view)


async def seat_four(players: list[Player], **wishes: Any) -> str:
    """Put all players in one room, connected and ready. Returns the code."""
    code = await players[0].create(**wishes)
    await players[0].connect()
    for player in players[1:]:
        await player.join(code)
        await player.connect()
    for player in players:
        await player.ready()
    await players[0].until(lambda view: all(seat and seat.get("ready") for seat in view["seats"]))
    return code


async def start(players: list[Player]) -> None:
    """The owner starts the match; wait until all players see the hand."""
    await players[0].table.act({"type": "start"})
    for player in players:
        await player.until(lambda view: view["phase"] == "playing")


async def all_until(players: list[Player], phase: str) -> list[View]:
    """Wait until all players see the phase. Returns their views."""
    return [await player.until(lambda view: view["phase"] == phase) for player in players]


async def play_hand(players: list[Player]) -> list[View]:
    """All players play until the hand is booked. Returns their views."""
    return await asyncio.gather(
        *(player.play_while(lambda view: view["phase"] in {"playing", "settling"}) for player in players)
    )
