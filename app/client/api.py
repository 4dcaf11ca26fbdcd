"""The HTTP half of the reference client: a guest, a room, a ticket."""

from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import httpx


class ServerRefusal(Exception):
    """The server refused. ``code`` is its error code, ``status`` the HTTP status."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.status = status
        self.code = code


@dataclass(frozen=True, slots=True)
class Account:
    """A guest. ``token`` is a secret: it goes into the Authorization header only."""

    id: str
    name: str
    token: str


class Api:
    """One guest's calls. Use as an async context manager."""

    def __init__(self, url: str) -> None:
        self._http = httpx.AsyncClient(base_url=url.rstrip("/"), timeout=10.0, trust_env=False)
        self.url = url.rstrip("/")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def create_guest(self, name: str) -> Account:
        """Make a guest and keep its bearer token for the calls that follow."""
        body = await self._call("POST", "/api/guests", {"name": name, "bearer": True})
        account = Account(body["player"]["id"], body["player"]["name"], body["token"])
        self._http.headers["Authorization"] = f"Bearer {account.token}"
        return account

    def use_token(self, token: str) -> None:
        """Go on as an existing guest."""
        self._http.headers["Authorization"] = f"Bearer {token}"

    async def me(self) -> dict[str, Any]:
        """Who this is, and the room it sits in."""
        return await self._call("GET", "/api/me")

    async def create_room(self, **request: Any) -> dict[str, Any]:
        """Create a room; ``key`` makes a repeated call safe. Returns the room card."""
        return self._card(await self._call("POST", "/api/rooms", request))

    async def room(self, code: str) -> dict[str, Any]:
        """The card of a room by its six digits."""
        return self._card(await self._call("GET", f"/api/rooms/{code}"))

    async def join(self, code: str) -> dict[str, Any]:
        """Take a seat; joining twice is the same as once. Returns the room card."""
        return self._card(await self._call("POST", f"/api/rooms/{code}/join", {}))

    async def ticket(self) -> str:
        """A one-time ticket for the socket."""
        body = await self._call("POST", "/api/ws-ticket", {})
        ticket: str = body["ticket"]
        return ticket

    async def hands(self, room: str) -> list[dict[str, Any]]:
        """The booked hands of a room."""
        body = await self._call("GET", "/api/hands", query={"room": room})
        hands: list[dict[str, Any]] = body["hands"]
        return hands

    async def hand(self, hand_id: str) -> dict[str, Any]:
        """One booked hand with its transfers, receipts and log."""
        return await self._call("GET", f"/api/hands/{hand_id}")

    @staticmethod
    def _card(body: dict[str, Any]) -> dict[str, Any]:
        card: dict[str, Any] = body["room"]
        return card

    async def _call(
        self, method: str, path: str, body: dict[str, Any] | None = None, query: dict[str, str] | None = None
    ) -> dict[str, Any]:
        answer = await self._http.request(method, path, json=body, params=query)
        try:
            content: dict[str, Any] = answer.json()
        except ValueError:
            raise ServerRefusal(answer.status_code, "not_json", f"{method} {path}") from None
        if answer.is_error:
            error = content.get("error", {})
            raise ServerRefusal(answer.status_code, error.get("code", "unknown"), error.get("message", ""))
        return content
