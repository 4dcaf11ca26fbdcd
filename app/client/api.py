"""The HTTP half of the reference client: create a guest, a room, a ticket; read finished hands."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, Unpack

import httpx

from app.client.types_http import (
    Entered,
    HandDetail,
    HandList,
    HandSummary,
    Myself,
    NewRoomBody,
    RoomAnswer,
    RoomCard,
    Ticket,
)


class ServerRefusal(Exception):
    """The server refused a request. ``code``: its error code. ``status``: the HTTP status."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.status = status
        self.code = code


@dataclass(frozen=True, slots=True)
class Account:
    """A guest. ``token``: a secret for the Authorization header."""

    id: str
    name: str
    token: str


class Api:
    """The calls of one guest. Use it as an async context manager. Calls raise ServerRefusal."""

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
        """Create a guest. The calls that follow use its bearer token."""
        body: Entered = await self._call("POST", "/api/guests", {"name": name, "bearer": True})
        account = Account(body["player"]["id"], body["player"]["name"], body["token"])
        self._http.headers["Authorization"] = f"Bearer {account.token}"
        return account

    def use_token(self, token: str) -> None:
        """Use the bearer token of an existing guest."""
        self._http.headers["Authorization"] = f"Bearer {token}"

    async def me(self) -> Myself:
        """The guest, and the open room in which the guest has a seat."""
        body: Myself = await self._call("GET", "/api/me")
        return body

    async def create_room(self, **request: Unpack[NewRoomBody]) -> RoomCard:
        """Create a room, and return its card. The same ``key`` again gives the same room."""
        body: RoomAnswer = await self._call("POST", "/api/rooms", request)
        return body["room"]

    async def room(self, code: str) -> RoomCard:
        """The card of a room. ``code``: its six digits."""
        body: RoomAnswer = await self._call("GET", f"/api/rooms/{code}")
        return body["room"]

    async def join(self, code: str) -> RoomCard:
        """Take a seat, and return the card of the room. A member keeps the seat."""
        body: RoomAnswer = await self._call("POST", f"/api/rooms/{code}/join", {})
        return body["room"]

    async def ticket(self) -> str:
        """A one-time ticket for the hello of a socket."""
        body: Ticket = await self._call("POST", "/api/ws-ticket", {})
        return body["ticket"]

    async def hands(self, room: str) -> list[HandSummary]:
        """The finished hands of a room. ``room``: its id."""
        body: HandList = await self._call("GET", "/api/hands", query={"room": room})
        return body["hands"]

    async def hand(self, hand_id: str) -> HandDetail:
        """A finished hand with its transfers, receipts and log."""
        body: HandDetail = await self._call("GET", f"/api/hands/{hand_id}")
        return body

    async def _call(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        query: dict[str, str] | None = None,
    ) -> Any:
        """The JSON of the answer, as the document types it. Raises ServerRefusal, httpx.TransportError."""
        answer = await self._http.request(method, path, json=body, params=query)
        try:
            content = answer.json()
        except ValueError:
            raise ServerRefusal(answer.status_code, "not_json", f"{method} {path}") from None
        if answer.is_error:
            error = content.get("error", {})
            raise ServerRefusal(answer.status_code, error.get("code", "unknown"), error.get("message", ""))
        return content
