"""Every string of every request takes bad text, on both databases, without a fault, a log line or a spoof."""

import json
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from typing import Any, Final, NamedTuple
from urllib.parse import quote

import httpx
import pytest

from app.api.console import admin_session
from app.api.public import rooms
from app.config.settings import LimitSettings
from app.stores import Stores
from tests.support.api.console import Console, console, quick_hashes
from tests.support.api.declared import documents
from tests.support.db.fixtures import postgres_server, server_url, sqlite_server
from tests.support.db.fixtures import server as database_server
from tests.support.db.servers import Server
from tests.support.live import Live, Player, live, settings_for
from tests.support.nasties import NASTIES, hidden, strings
from tests.support.places import Path, Places, put

__all__ = ["database_server", "postgres_server", "server_url", "sqlite_server"]
pytestmark = [pytest.mark.store, pytest.mark.database, pytest.mark.timeout(300)]
PLENTY: Final = 10**6
LIMITS: Final = LimitSettings(**dict.fromkeys(LimitSettings.model_fields, PLENTY))
HEADERS: Final = (
    *("accept-encoding", "authorization", "content-type", "cookie", "origin", "user-agent"),
    *("x-csrf-token", "x-forwarded-for", "x-forwarded-proto", "x-request-id"),
)
COOKIES: Final = {"session": "/api/me", "device": "/api/me", "admin_session": "/api/admin/session"}


class Place(NamedTuple):
    """One string of a request: of its address, its query or its body. ``body``: a right one."""

    method: str
    path: str
    kind: str
    name: str
    body: Any = None
    at: Path = ()


def places_of(document: dict[str, Any]) -> Iterator[Place]:
    """Every string of every operation of a document."""
    found = Places(document)
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {})
            schema = content.get("application/json", {}).get("schema")
            whole = None if schema is None else found.sample(schema)
            for parameter in operation.get("parameters", ()):
                if any(True for _ in found.of(parameter["schema"])):
                    yield Place(method, path, parameter["in"], parameter["name"], whole)
            for body, at in () if schema is None else found.of(schema):
                yield Place(method, path, "body", ".".join(map(str, at)), body, at)


PLACES: Final = {
    "public": tuple(places_of(documents()[0])),
    "console": tuple(places_of(documents()[1])),
}


@pytest.fixture
async def served(
    database_server: Server, redis_url: str, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Live]:
    """A server without limits, on SQLite and on PostgreSQL."""
    monkeypatch.setattr(rooms, "UNAVAILABLE_S", 0.0)
    monkeypatch.setattr(admin_session, "TRIES_FOR_NAME", PLENTY)
    async with (
        database_server.migrated() as url,
        live(settings_for(redis_url, url, limits=LIMITS)) as running,
    ):
        yield running


class Sender:
    """Sends requests of a player or an operator, and looks at what comes back."""

    def __init__(self, client: httpx.AsyncClient, known: dict[str, str], headers: dict[str, str]) -> None:
        self._client = client
        self._known = known
        self._headers = headers
        self._sent = 0
        self.wrong: list[str] = []
        self.statuses: set[int] = set()

    async def send(self, place: Place, what: str, text: str) -> None:
        """Send a request with the text at the place."""
        in_path = {**self._known, **({place.name: text} if place.kind == "path" else {})}
        path = "/".join(
            _quoted(in_path[part[1:-1]]) if part.startswith("{") else part for part in place.path.split("/")
        )
        query = f"?{place.name}={_quoted(text)}" if place.kind == "query" else ""
        body = put(place.body, place.at, text) if place.kind == "body" else place.body
        content = None if body is None else json.dumps(body).encode()
        await self.request(f"{place} with {what}", place.method, path + query, content)

    async def request(
        self, what: str, method: str, path: str, content: bytes | None = None, **more: bytes
    ) -> None:
        """Send a request, each from another address. Notes a fault, and hidden characters of the answer."""
        self._sent += 1
        address = f"198.51.{self._sent // 250 % 250}.{self._sent % 250}"
        headers: dict[str, Any] = {
            "X-Forwarded-For": address,
            "Content-Type": "application/json",
            **self._headers,
            **more,
        }
        answer = await self._client.request(method, path, content=content, headers=headers)
        self.statuses.add(answer.status_code)
        if answer.status_code >= 500:
            self.wrong.append(f"{what}: {answer.status_code}")
        elif answer.headers.get("content-type") == "application/json":
            seen = set[str]().union(*map(hidden, strings(answer.json())))
            self.wrong.extend(f"{what}: shows {each}" for each in seen)


def _quoted(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"), safe="")


def assert_quiet(log: pytest.LogCaptureFixture) -> None:
    """Nothing is worth a warning."""
    assert [record.getMessage() for record in log.records if record.levelno >= logging.WARNING] == []


async def player_sender(server: Live, stack: AsyncExitStack) -> Sender:
    """A player with a room."""
    player = await stack.enter_async_context(Player(server.url, "阿勇"))
    code = await player.create()
    mine = (await player.call("GET", "/api/me/sessions")).json()["sessions"][0]["id"]
    known = {"session_id": mine, "code": code, "hand_id": f"{player.room['id']}.1.1"}
    client = await stack.enter_async_context(httpx.AsyncClient(base_url=server.url, trust_env=False))
    return Sender(client, known, {"Authorization": f"Bearer {player.account.token}"})


async def operator_sender(server: Live, stack: AsyncExitStack) -> tuple[Sender, Console]:
    """An operator who looks at a player and a room."""
    player = await stack.enter_async_context(Player(server.url, "阿勇"))
    await player.create()
    stack.enter_context(quick_hashes())
    boss = await stack.enter_async_context(console(server))
    known = {"player_id": player.account.id, "room_id": player.room["id"]}
    return Sender(boss.client, known, {"X-CSRF-Token": boss.csrf}), boss


async def try_all(sender: Sender, places: tuple[Place, ...]) -> None:
    """Send each bad text at each place."""
    for place in places:
        for what, text in NASTIES.items():
            await sender.send(place, what, text)


def readings(document: dict[str, Any]) -> list[str]:
    """The addresses that answer a GET without parameters."""
    return [
        path
        for path, methods in document["paths"].items()
        if "get" in methods and not any(each["required"] for each in methods["get"].get("parameters", ()))
    ]


async def test_players_text(served: Live, caplog: pytest.LogCaptureFixture) -> None:
    async with AsyncExitStack() as stack:
        sender = await player_sender(served, stack)
        await try_all(sender, PLACES["public"])
        for path in readings(documents()[0]):
            await sender.request(path, "get", path)
    assert sender.wrong == []
    assert {200, 404, 422} <= sender.statuses
    assert 429 not in sender.statuses, "a limit hides what the server does with the text"
    assert_quiet(caplog)


async def test_operators_text(served: Live, caplog: pytest.LogCaptureFixture) -> None:
    async with AsyncExitStack() as stack:
        sender, _ = await operator_sender(served, stack)
        await try_all(sender, PLACES["console"])
        for path in readings(documents()[1]):
            await sender.request(path, "get", path)
    assert sender.wrong == []
    assert {200, 404, 422} <= sender.statuses
    assert 429 not in sender.statuses, "a limit hides what the server does with the text"
    assert_quiet(caplog)


def sendable(text: str) -> bytes | None:
    """The bytes of a header with this text; None if no client can send it."""
    value = text.encode("utf-8", "surrogatepass")
    return None if any(byte in value for byte in b"\0\r\n\x0b\x0c") or value != value.strip() else value


async def test_headers(served: Live, caplog: pytest.LogCaptureFixture) -> None:
    values = {what: value for what, text in NASTIES.items() if (value := sendable(text)) is not None}
    async with AsyncExitStack() as stack:
        sender = await player_sender(served, stack)
        for what, value in values.items():
            for name in HEADERS:
                await sender.request(f"{name}: {what}", "POST", "/api/ws-ticket", b"{}", **{name: value})
            for name, path in COOKIES.items():
                cookie = name.encode() + b"=" + value
                await sender.request(f"{name}: {what}", "GET", path, cookie=cookie, authorization=b"")
    assert sender.wrong == []
    assert_quiet(caplog)


def test_every_string_has_its_place() -> None:
    """The walk finds strings in addresses, queries, members of bodies, and in names of members."""
    found = {
        (place.path, place.kind, place.name.partition(".")[0])
        for place in (*PLACES["public"], *PLACES["console"])
    }
    assert {
        ("/api/rooms/{code}", "path", "code"),
        ("/api/hands", "query", "room"),
        ("/api/guests", "body", "name"),
        ("/api/rooms", "body", "options"),
        ("/api/score", "body", "tile"),
        ("/api/admin/login", "body", "name"),
        ("/api/admin/players", "query", "q"),
        ("/api/admin/rooms/{room_id}/inspect", "body", "reason"),
        ("/api/admin/notices/announcement", "body", "text"),
    } <= found
