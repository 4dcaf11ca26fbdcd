"""A socket ends with its session, and a ticket admits only its player."""

import asyncio

import httpx
import pytest

from app.api.http import sessions as sessions_api
from app.api.public import people as people_api
from app.db import Database
from app.db.people import sessions
from app.gateway import session_loop
from app.gateway.closing import CloseCode
from app.play.revocations import Revocations
from app.stores import Stores, StoreUnavailable
from tests.support.api.console import console
from tests.support.live import Live, Player
from tests.support.raw import raw

pytestmark = [pytest.mark.store, pytest.mark.database]


async def _ticket(player: Player) -> str:
    return await player.api.ticket()


async def _said(server: Live, ticket: str, room_id: str) -> tuple[str, int | None]:
    """Type of the first message to a socket with this ticket, and its close code, None if it is welcome."""
    async with raw(server.url) as socket:
        await socket.say({"type": "hello", "version": 1, "ticket": ticket, "room": room_id})
        first = await socket.hear()
        kind = str(first["type"])
        return kind, None if kind == "welcome" else await socket.closed()


async def test_a_ban_ends_the_sockets_and_the_tickets(server: Live, four: list[Player]) -> None:
    await four[0].create()
    await four[0].connect()
    room_id = four[0].room["id"]
    ticket = await _ticket(four[0])
    async with console(server) as boss:
        rights = {"banned": True, "muted": False}
        await boss.call("PUT", f"/players/{four[0].account.id}/rights", rights)
    assert await four[0].until_closed() == CloseCode.SESSION
    assert await _said(server, ticket, room_id) == ("error", CloseCode.SESSION)
    assert (await four[0].call("POST", "/api/ws-ticket", {})).status_code == 403


async def test_a_ban_while_the_store_is_away_is_carried_out_and_marked_later(
    server: Live, four: list[Player], stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    await four[0].create()
    await four[0].connect()
    ticket = await _ticket(four[0])
    revocations: Revocations = server.app.state.deps.revocations
    elsewhere = Revocations(stores.link, stores.limits, stores.pokes, server.app.state.deps.db, lambda: 0)
    digest = sessions.token_hash(four[0].account.token)

    async def away(_: str) -> None:
        raise StoreUnavailable("the store does not answer")

    async with console(server) as boss:
        with monkeypatch.context() as patch:
            patch.setattr(revocations, "_mark", away)
            path = f"/players/{four[0].account.id}/rights"
            await boss.call("PUT", path, {"banned": True, "muted": False})
            assert await four[0].until_closed() == CloseCode.SESSION
            assert await _said(server, ticket, four[0].room["id"]) == ("error", CloseCode.SESSION)
            assert not await elsewhere.revoked(digest)
    await revocations.mark()
    assert await elsewhere.revoked(digest)


@pytest.mark.parametrize(
    ("method", "path", "body"), [("POST", "/api/logout", {}), ("POST", "/api/me/delete", {"forever": True})]
)
async def test_a_session_that_ends_takes_its_tickets_along(
    server: Live, four: list[Player], method: str, path: str, body: object
) -> None:
    await four[1].create()
    ticket = await _ticket(four[0])
    assert (await four[0].call(method, path, body)).status_code == 204
    assert await _said(server, ticket, four[1].room["id"]) == ("error", CloseCode.SESSION)


async def test_a_session_ends_its_socket_although_the_poke_is_lost(
    server: Live, four: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another worker has ended it and died before it told the store. The database says so."""
    monkeypatch.setattr(session_loop, "LOOK_S", 0.05)
    await four[0].create()
    await four[0].connect()
    await four[1].create()
    await four[1].connect()
    db: Database = server.app.state.deps.db
    async with db.write() as tx:
        assert await sessions.revoke(tx, four[0].account.token, 1)
    async with asyncio.timeout(20):
        assert await four[0].until_closed() == CloseCode.SESSION
    assert four[1].closed is None


async def test_the_mark_of_a_revoked_session_comes_before_the_poke(server: Live, stores: Stores) -> None:
    """Another worker looks for the mark once, when the poke comes."""
    revocations: Revocations = server.app.state.deps.revocations
    elsewhere = Revocations(stores.link, stores.limits, stores.pokes, server.app.state.deps.db, lambda: 0)
    listening = asyncio.create_task(stores.pokes.run())
    try:
        await stores.pokes.ready()
        for number in range(20):
            with elsewhere.listen(f"session-{number}") as wake:
                await revocations.revoke((f"session-{number}",))
                assert await wake.wait(20)
                assert await elsewhere.revoked(f"session-{number}")
    finally:
        listening.cancel()


async def test_a_socket_ends_with_the_time_of_its_session(
    server: Live, four: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_loop, "LOOK_S", 0.05)
    monkeypatch.setattr(sessions_api, "LIFETIME_MS", 2_000)
    monkeypatch.setattr(people_api, "LIFETIME_MS", 2_000)
    code = (await four[0].call("POST", "/api/me/recovery-code", {})).json()["code"]
    await four[0].create()
    await four[0].leave_line()
    async with httpx.AsyncClient(base_url=server.url, trust_env=False) as client:
        token = (await client.post("/api/recover", json={"code": code, "bearer": True})).json()["token"]
        bearer = {"Authorization": f"Bearer {token}"}
        ticket = (await client.post("/api/ws-ticket", json={}, headers=bearer)).json()["ticket"]
        async with raw(server.url) as socket:
            said = {"type": "hello", "version": 1, "ticket": ticket, "room": four[0].room["id"]}
            await socket.say(said)
            assert (await socket.hear())["type"] == "welcome"
            async with asyncio.timeout(20):
                assert await socket.closed() == CloseCode.SESSION
        assert (await client.get("/api/me", headers=bearer)).status_code == 401


async def test_an_operator_has_no_seat(server: Live, four: list[Player]) -> None:
    """The token of the console neither gets a ticket nor is one."""
    await four[0].create()
    async with console(server) as boss:
        token = boss.client.cookies["admin_session"]
        refused = await boss.client.post("/api/ws-ticket", json={}, headers={"Cookie": f"session={token}"})
        assert refused.status_code == 401
        assert await _said(server, token, four[0].room["id"]) == ("error", CloseCode.SESSION)


async def test_a_player_s_token_is_no_ticket(server: Live, four: list[Player]) -> None:
    await four[0].create()
    assert await _said(server, four[0].account.token, four[0].room["id"]) == ("error", CloseCode.SESSION)


async def test_a_ticket_opens_only_the_rooms_of_its_player(server: Live, four: list[Player]) -> None:
    """A player without a room and one of another room get the same refusal."""
    await four[0].create()
    await four[1].create()
    for player in (four[1], four[2]):
        assert await _said(server, await _ticket(player), four[0].room["id"]) == (
            "error",
            CloseCode.NOT_MEMBER,
        )
    assert await _said(server, await _ticket(four[1]), four[1].room["id"]) == ("welcome", None)
