"""An operator at the console, for tests."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final

import httpx
import pytest
from argon2 import PasswordHasher

from app.api.console import admin_session
from app.commands.admin import create_admin
from app.db import Database
from app.kit import secrecy
from tests.support.live import Live

NAME: Final = "boss"
PASSWORD: Final = "correct horse battery"
_QUICK_NOBODY: Final = f"$argon2id$v=19$m=8,t=1,p=1${'A' * 22}${'A' * 43}"


class Console:
    """A browser that is signed in to the console."""

    def __init__(self, client: httpx.AsyncClient, csrf: str) -> None:
        self.client = client
        self.csrf = csrf

    async def call(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Send a request with cookie and token."""
        return await self.client.request(
            method, f"/api/admin{path}", json=body, headers={"X-CSRF-Token": self.csrf}
        )

    async def get(self, path: str) -> Any:
        """The JSON that answers a GET."""
        return (await self.call("GET", path)).json()

    async def acts(self) -> list[str]:
        """The kinds of acts in the audit log, newest first."""
        return [line["act"] for line in (await self.get("/audit"))["acts"]]


@contextmanager
def quick_hashes() -> Iterator[None]:
    """In this block servers of this process hash passwords quickly: argon2id with the least work."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrecy, "_HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        for module in (secrecy, admin_session):
            patch.setattr(module, "NOBODY", _QUICK_NOBODY)
        yield


async def make_admin(server: Live, *, totp: bool | None = None) -> str:
    """Make an account. Returns the message of the command."""
    db = Database(server.settings.database)
    try:
        return await create_admin(db, NAME, PASSWORD, totp=totp, now=1)
    finally:
        await db.close()


async def login(client: httpx.AsyncClient, **wrong: str) -> httpx.Response:
    """Sign in. ``wrong`` replaces the name or the password."""
    return await client.post("/api/admin/login", json={"name": NAME, "password": PASSWORD, **wrong})


@asynccontextmanager
async def console(server: Live) -> AsyncIterator[Console]:
    """A fresh operator, signed in."""
    headers = {"Origin": server.url}
    async with httpx.AsyncClient(base_url=server.url, trust_env=False, headers=headers, timeout=30) as client:
        with quick_hashes():
            await make_admin(server)
            answer = await login(client)
        assert answer.status_code == 200, answer.text
        yield Console(client, answer.json()["csrf"])
