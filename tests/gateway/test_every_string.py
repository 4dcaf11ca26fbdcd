"""Every string of every message takes bad text, on both databases, without a fault or a log line."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from typing import Any, Final

import pytest
from websockets.exceptions import ConnectionClosed

from app.config.settings import LimitSettings
from app.stores import Stores
from app.wire.messages.schema import schema_text
from tests.support.db.fixtures import postgres_server, server_url, sqlite_server
from tests.support.db.fixtures import server as database_server
from tests.support.db.servers import Server
from tests.support.live import Live, Player, live, settings_for
from tests.support.nasties import NASTIES, hidden, strings
from tests.support.places import Path, Places, put
from tests.support.raw import PATIENCE_S, Raw, raw

__all__ = ["database_server", "postgres_server", "server_url", "sqlite_server"]
pytestmark = [pytest.mark.store, pytest.mark.database, pytest.mark.timeout(300)]
PLENTY: Final = 10**6
SCHEMA: Final[dict[str, Any]] = json.loads(schema_text())
EVERY: Final = tuple(Places(SCHEMA).of(SCHEMA["properties"]["client"]))
PLACES: Final = tuple(
    {
        (value["type"], path) if path[-1] == "type" else n: (value, path)
        for n, (value, path) in enumerate(EVERY)
    }.values()
)
"""One place for the tag of all actions."""


@pytest.fixture
async def served(database_server: Server, redis_url: str, stores: Stores) -> AsyncIterator[Live]:
    """A server without limits, on SQLite and on PostgreSQL."""
    limits = LimitSettings(**dict.fromkeys(LimitSettings.model_fields, PLENTY))
    async with (
        database_server.migrated() as url,
        live(settings_for(redis_url, url, limits=limits)) as running,
    ):
        yield running


async def told(socket: Raw) -> list[dict[str, Any]]:
    """What the server says up to the answer to the message: an ack, an error, a welcome, or its end."""
    heard: list[dict[str, Any]] = []
    try:
        async with asyncio.timeout(PATIENCE_S):
            while not heard or heard[-1].get("type") not in {"ack", "error", "welcome"}:
                heard.append(await socket.hear())
    except ConnectionClosed:
        pass
    return heard


async def answer(server: Live, player: Player, value: dict[str, Any], path: Path, text: str) -> list[Any]:
    """Send a message with the text at the place. Returns what the server says to it."""
    async with raw(server.url) as socket:
        if value["type"] == "hello":
            whole = {**value, "version": 1, "room": player.room["id"], "ticket": await player.api.ticket()}
            await socket.say(put(whole, path, text))
            return await told(socket)
        await socket.hello(player.api, player.room["id"])
        await socket.say(put(value, path, text))
        return await told(socket)


async def test_messages(served: Live, caplog: pytest.LogCaptureFixture) -> None:
    wrong: list[str] = []
    async with Player(served.url, "阿勇") as player:
        await player.create()
        for value, path in PLACES:
            for what, text in NASTIES.items():
                heard = await answer(served, player, value, path, text)
                codes = {each.get("code") for each in heard}
                shows = set[str]().union(*map(hidden, strings(heard)))
                if "internal" in codes or shows:
                    wrong.append(f"{value['type']} {path} with {what}: {codes} {shows}")
    assert wrong == []
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_every_string_has_its_place() -> None:
    """The walk finds the strings of the hello, its cursor, the act, and every action."""
    found = {(value["type"], *path) for value, path in PLACES}
    assert {
        ("hello", "ticket"),
        ("hello", "room"),
        ("hello", "app"),
        ("hello", "cursor", "hash"),
        ("act", "action_id"),
        ("act", "action", "tile"),
        ("act", "action", "tiles", 0),
        ("act", "action", "client_seed"),
        ("act", "action", "type"),
        ("heartbeat", "type"),
    } <= found
