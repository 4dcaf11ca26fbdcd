"""Text that a database cannot store is refused, or cleaned, on both databases."""

from collections.abc import AsyncIterator
from typing import Final
from urllib.parse import quote

import pytest

from app.stores import Stores
from tests.support.api.console import console
from tests.support.db.fixtures import postgres_server, server_url, sqlite_server
from tests.support.db.fixtures import server as database_server
from tests.support.db.servers import Server
from tests.support.live import Live, Player, live, settings_for

__all__ = ["database_server", "postgres_server", "server_url", "sqlite_server"]
pytestmark = [pytest.mark.store, pytest.mark.database]
ODD: Final = ("a\x00b", "\x00", "\u202ea", "\ufffe")


@pytest.fixture
async def served(database_server: Server, redis_url: str, stores: Stores) -> AsyncIterator[Live]:
    """A server on SQLite and one on PostgreSQL."""
    async with database_server.migrated() as url, live(settings_for(redis_url, url)) as running:
        yield running


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
async def test_players_text(served: Live, odd: str) -> None:
    async with Player(served.url, "阿勇") as player:
        mine = (await player.call("GET", "/api/me/sessions")).json()["sessions"][0]["id"]
        asked = [
            ("POST", "/api/guests", {"name": odd}),
            ("PATCH", "/api/me", {"name": odd}),
            ("PATCH", f"/api/me/sessions/{mine}", {"name": odd}),
            ("POST", "/api/recover", {"code": odd}),
            ("POST", "/api/me/merge", {"code": odd}),
            ("POST", "/api/rooms", {"key": "12345678", "preset": odd}),
            ("POST", "/api/rooms", {"key": "12345678", "options": {odd: odd}}),
            ("GET", f"/api/hands?room={quote(odd)}", None),
            ("GET", f"/api/hands/{quote(odd)}.1.1", None),
            ("GET", f"/api/rooms/{quote(odd)}", None),
            ("POST", "/api/score", {"hand": odd}),
        ]
        statuses = {
            (method, path): (await player.call(method, path, body)).status_code
            for method, path, body in asked
        }
    assert {where: status for where, status in statuses.items() if status >= 500} == {}


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
async def test_operators_text(served: Live, odd: str) -> None:
    async with Player(served.url, "阿勇") as player, console(served) as boss:
        await player.create()
        who, room = f"/players/{player.account.id}", f"/rooms/{player.room['id']}"
        asked = [
            ("GET", f"/players?q={quote(odd)}", None),
            ("POST", f"{who}/cards", {"cards": 1, "key": "gift-0001", "reason": odd}),
            ("PUT", f"{who}/rights", {"banned": False, "muted": True, "reason": odd}),
            ("PUT", "/notices/announcement", {"text": odd}),
            ("POST", f"{room}/inspect", {"reason": odd, "key": "look-0001"}),
            ("GET", f"/rooms?phase={quote(odd)}", None),
            ("POST", "/login", {"name": odd, "password": odd, "code": odd}),
        ]
        statuses = {
            (method, path): (await boss.call(method, path, body)).status_code for method, path, body in asked
        }
    assert {where: status for where, status in statuses.items() if status >= 500} == {}
