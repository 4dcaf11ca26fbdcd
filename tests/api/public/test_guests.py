"""Guests, their sessions and their tickets."""

import httpx
import pytest

from app.api.http.sessions import COOKIE
from app.db import Database
from app.db.people import sessions
from tests.support.live import Live, Player

pytestmark = [pytest.mark.store, pytest.mark.database]


def _browser(server: Live, **headers: str) -> httpx.AsyncClient:
    """What a browser on our own page sends."""
    return httpx.AsyncClient(base_url=server.url, trust_env=False, headers={"Origin": server.url, **headers})


async def test_a_browser_gets_a_cookie_that_scripts_cannot_read(server: Live) -> None:
    async with _browser(server) as browser:
        made = await browser.post("/api/guests", json={"name": " 阿 勇\u200b "})
        assert made.status_code == 201
        assert made.json()["player"]["name"] == "阿 勇"
        assert "token" not in made.json()
        cookie = made.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Secure" not in cookie, "plain http works"
        me = await browser.get("/api/me")
        assert me.json()["player"] == made.json()["player"]
        assert me.json()["room"] is None
        assert me.headers["cache-control"] == "no-store"


async def test_others_get_a_bearer_token(server: Live) -> None:
    async with httpx.AsyncClient(base_url=server.url, trust_env=False) as client:
        made = await client.post("/api/guests", json={"name": "阿勇", "bearer": True})
        assert "set-cookie" not in made.headers
        token = made.json()["token"]
        assert len(token) >= 40
        me = await client.get("/api/me", headers={"Authorization": f"Bearer {token}"})
        assert me.status_code == 200
        cookie = await client.get("/api/me", headers={"Cookie": f"{COOKIE}={token}"})
        assert cookie.status_code == 401, "a bearer token is no cookie"


@pytest.mark.parametrize(
    "name", ["", "   ", "\u200b\u202e", "一二三四五六七八九十一二三", "\u0000", "x" * 65]
)
async def test_names_that_nobody_could_read(server: Live, name: str) -> None:
    async with _browser(server) as browser:
        refused = await browser.post("/api/guests", json={"name": name})
    assert refused.status_code == 422
    assert refused.json()["error"]["field"] == "name"


async def test_a_value_of_another_type_is_named_by_its_field(server: Live) -> None:
    async with _browser(server) as browser:
        refused = await browser.post("/api/guests", json={"name": 5})
    error = refused.json()["error"]
    assert (refused.status_code, error["code"], error["field"]) == (422, "bad_request", "name")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"name":1}',
        b'{"name":"a","admin":true}',
        b'{"name":"a","bearer":"yes"}',
        b"\xff",
    ],
)
async def test_bodies_that_are_not_meant(server: Live, body: bytes) -> None:
    async with _browser(server) as browser:
        refused = await browser.post(
            "/api/guests", content=body, headers={"Content-Type": "application/json"}
        )
    assert refused.status_code == 422
    assert refused.json()["error"]["code"] == "bad_request"


async def test_forms_and_giants_are_refused(server: Live) -> None:
    async with _browser(server) as browser:
        form = await browser.post("/api/guests", data={"name": "x"})
        giant = await browser.post("/api/guests", json={"name": "x" * 100_000})
    assert form.json()["error"]["code"] == "bad_request"
    assert (giant.status_code, giant.json()["error"]["code"]) == (413, "too_large")


async def test_another_site_cannot_use_the_cookie(server: Live) -> None:
    async with _browser(server) as browser:
        await browser.post("/api/guests", json={"name": "阿勇"})
        for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}):
            stolen = await browser.post("/api/ws-ticket", json={}, headers=headers)
            assert (stolen.status_code, stolen.json()["error"]["code"]) == (403, "bad_origin")
        del browser.headers["Origin"]
        assert (await browser.post("/api/ws-ticket", json={})).status_code == 403
        assert (await browser.get("/api/me")).status_code == 200
        planted = await browser.post(
            "/api/guests", json={"name": "x"}, headers={"Origin": "http://evil.example"}
        )
        assert planted.status_code == 403


async def test_another_name(server: Live, four: list[Player]) -> None:
    renamed = await four[0].call("PATCH", "/api/me", {"name": "新名字"})
    assert renamed.json()["player"]["name"] == "新名字"
    assert (await four[0].api.me())["player"]["name"] == "新名字"
    assert (await four[0].call("PATCH", "/api/me", {"name": ""})).status_code == 422


async def test_after_logout_the_token_is_worth_nothing(server: Live, four: list[Player]) -> None:
    left = await four[0].call("POST", "/api/logout", {})
    assert left.status_code == 204
    after = await four[0].call("GET", "/api/me")
    assert (after.status_code, after.json()["error"]["code"]) == (401, "no_session")
    assert (await four[0].call("POST", "/api/ws-ticket", {})).status_code == 401


async def test_only_the_digest_of_a_token_is_kept(server: Live, four: list[Player]) -> None:
    db = Database(server.settings.database)
    try:
        async with db.read() as tx:
            found = await sessions.find(tx, four[0].account.token, 0)
            wrong = await sessions.find(tx, sessions.token_hash(four[0].account.token), 0)
    finally:
        await db.close()
    assert found is not None
    assert wrong is None


async def test_tickets_are_counted(server: Live, four: list[Player]) -> None:
    most = server.settings.limits.tickets_per_min
    statuses = [(await four[0].call("POST", "/api/ws-ticket", {})).status_code for _ in range(most + 1)]
    assert statuses == [200] * most + [429]
