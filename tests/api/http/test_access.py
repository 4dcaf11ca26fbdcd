"""Who may use which route: every role on every route of the schema."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Final

import httpx
import pytest

from tests.support.api.console import console
from tests.support.api.declared import operations
from tests.support.live import Live, Player, all_until, play_hand, seat_four, start

pytestmark = [pytest.mark.store, pytest.mark.database]

ANYBODY: Final = frozenset({"nobody", "guest", "member", "admin", "banned"})
PLAYERS: Final = frozenset({"guest", "member"})
MEMBERS: Final = frozenset({"member"})
ADMINS: Final = frozenset({"admin"})
WHO: Final = {
    "POST /api/guests": ANYBODY,
    "GET /api/me": PLAYERS,
    "PATCH /api/me": PLAYERS,
    "POST /api/logout": PLAYERS,
    "POST /api/ws-ticket": PLAYERS,
    "POST /api/me/recovery-code": PLAYERS,
    "POST /api/recover": ANYBODY,
    "GET /api/me/sessions": PLAYERS,
    "PATCH /api/me/sessions/{session_id}": MEMBERS,
    "DELETE /api/me/sessions/{session_id}": MEMBERS,
    "GET /api/me/export": PLAYERS,
    "POST /api/me/delete": PLAYERS,
    "POST /api/me/merge": PLAYERS,
    "POST /api/rooms": PLAYERS,
    "GET /api/rooms/{code}": ANYBODY - {"banned"},
    "POST /api/rooms/{code}/join": PLAYERS,
    "GET /api/hands": MEMBERS,
    "GET /api/hands/{hand_id}": MEMBERS,
    "GET /api/cards": PLAYERS,
    "GET /api/rules": ANYBODY,
    "GET /api/config": ANYBODY,
    "POST /api/score": ANYBODY,
    "POST /api/admin/login": ANYBODY,
    "GET /api/admin/session": ADMINS,
    "POST /api/admin/logout": ADMINS,
    "GET /api/admin/players": ADMINS,
    "POST /api/admin/players/{player_id}/cards": ADMINS,
    "PUT /api/admin/players/{player_id}/rights": ADMINS,
    "GET /api/admin/rooms": ADMINS,
    "POST /api/admin/rooms/{room_id}/dissolve": ADMINS,
    "POST /api/admin/rooms/{room_id}/inspect": ADMINS,
    "GET /api/admin/rooms/{room_id}/bundle": ADMINS,
    "GET /api/admin/notices": ADMINS,
    "PUT /api/admin/notices/announcement": ADMINS,
    "PUT /api/admin/notices/drain": ADMINS,
    "POST /api/admin/verify-ledger": ADMINS,
    "GET /api/admin/audit": ADMINS,
}
# refused by name, or as if there were nothing; anything else means that the door was open
REFUSED: Final = {"no_session", "no_admin", "not_found", "banned"}


class Cast:
    """The roles, the room of the member, and the session of the member."""

    def __init__(self) -> None:
        self.headers: dict[str, dict[str, str]] = {"nobody": {}}
        self.member: Player
        self.session = ""

    def path(self, template: str) -> str:
        """An address of what the member has."""
        room = self.member.room["id"]
        path = template.format_map(
            {
                "session_id": self.session,
                "code": self.member.room["code"],
                "hand_id": f"{room}.1.1",
                "player_id": self.member.account.id,
                "room_id": room,
            }
        )
        return f"{path}?room={room}" if template == "/api/hands" else path


@pytest.fixture
async def cast(server: Live, four: list[Player]) -> AsyncIterator[Cast]:
    """A member with a finished hand, a guest without, a banned one, and an operator."""
    await seat_four(four, options={"hands": 4, "seating": "keep"})
    await start(four)
    await play_hand(four)
    await all_until(four, "between")
    roles = Cast()
    roles.member = four[0]
    roles.session = (await four[0].call("GET", "/api/me/sessions")).json()["sessions"][0]["id"]
    async with AsyncExitStack() as stack:
        boss = await stack.enter_async_context(console(server))
        people = {"member": four[0]}
        for role in ("guest", "banned"):
            people[role] = await stack.enter_async_context(Player(server.url, role))
        rights = {"banned": True, "muted": False}
        await boss.call("PUT", f"/players/{people['banned'].account.id}/rights", rights)
        for role, player in people.items():
            roles.headers[role] = {"Authorization": f"Bearer {player.account.token}"}
        cookie = f"admin_session={boss.client.cookies['admin_session']}"
        roles.headers["admin"] = {"Cookie": cookie, "X-CSRF-Token": boss.csrf}
        yield roles


async def test_every_role_on_every_route(server: Live, cast: Cast) -> None:
    async with httpx.AsyncClient(base_url=server.url, trust_env=False, timeout=30) as client:
        assert set(operations()) == set(WHO), "every route has to say whom it is for"
        wrong = []
        # what ends the member's session comes last
        for route in sorted(WHO, key=lambda route: route.startswith("DELETE")):
            for role in sorted(ANYBODY, key=lambda role: role == "member"):
                open_to = await _is_open(client, cast, route, role)
                if open_to != (role in WHO[route]):
                    wrong.append(f"{role} {'can' if open_to else 'cannot'} {route}")
    assert wrong == []


async def test_members_and_guests_may_not_pass_as_operators(server: Live, cast: Cast) -> None:
    for role in ("guest", "member", "banned"):
        token = cast.headers[role]["Authorization"].removeprefix("Bearer ")
        headers = {"Cookie": f"admin_session={token}", "X-CSRF-Token": cast.headers["admin"]["X-CSRF-Token"]}
        async with httpx.AsyncClient(base_url=server.url, trust_env=False, headers=headers) as client:
            assert (await client.get("/api/admin/audit")).status_code == 401


async def _is_open(client: httpx.AsyncClient, cast: Cast, route: str, role: str) -> bool:
    """Whether the door is open. A body that fits nothing stops behind it, before anything is done."""
    method, _, template = route.partition(" ")
    body = None if method in {"GET", "DELETE"} else {"nonsense": 1}
    answer = await client.request(method, cast.path(template), json=body, headers=cast.headers[role])
    if answer.status_code < 400:
        return True
    code = answer.json()["error"]["code"]
    assert code in {*REFUSED, "bad_request"}, f"{role} {route}: {code}"
    if "session_id" in template and role == "guest":
        return _own_door(code)
    return code not in REFUSED


def _own_door(code: str) -> bool:
    """A session of somebody else: the name is read before it is looked for, the end is refused at once."""
    return code not in {*REFUSED, "bad_request"}
