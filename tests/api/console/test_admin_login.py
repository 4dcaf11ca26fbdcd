"""The door of the console."""

import time
from collections.abc import AsyncIterator

import httpx
import pytest

from app.api.console.admin_session import TRIES, TRIES_FROM_ADDRESS
from app.kit.secrecy import STEP_S, totp
from tests.support.api.console import NAME, console, login, make_admin
from tests.support.live import Live, Player

pytestmark = [pytest.mark.store, pytest.mark.database]


@pytest.fixture
async def browser(server: Live) -> AsyncIterator[httpx.AsyncClient]:
    """A browser on our own page."""
    headers = {"Origin": server.url}
    async with httpx.AsyncClient(base_url=server.url, trust_env=False, headers=headers) as client:
        yield client


async def test_the_cookie_is_for_the_console_alone(server: Live, browser: httpx.AsyncClient) -> None:
    await make_admin(server)
    answer = await login(browser)
    cookie = answer.headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=strict", "Path=/api/admin"):
        assert part in cookie
    assert (await browser.get("/api/admin/session")).json() == {"name": NAME, "csrf": answer.json()["csrf"]}
    assert (await browser.get("/api/me")).status_code == 401


async def test_changes_need_the_token_beside_the_cookie(server: Live) -> None:
    async with console(server) as boss:
        right = boss.csrf
        for wrong in ("", "x", right[:-1], right + "0"):
            boss.csrf = wrong
            refused = await boss.call("PUT", "/notices/drain", {"on": True})
            assert (refused.status_code, refused.json()["error"]["code"]) == (403, "bad_csrf")
        boss.csrf = right
        boss.client.headers["Origin"] = "http://evil.example"
        assert (await boss.call("PUT", "/notices/drain", {"on": True})).status_code == 403
        boss.client.headers["Origin"] = server.url
        assert (await boss.get("/notices"))["draining"] is False
        assert (await boss.call("POST", "/logout", {})).status_code == 204
        assert (await boss.call("GET", "/session")).status_code == 401


async def test_wrong_names_and_passwords_sound_alike(server: Live, browser: httpx.AsyncClient) -> None:
    await make_admin(server)
    name, password = await login(browser, name="nobody"), await login(browser, password="wrong password")
    assert (name.status_code, name.json()) == (password.status_code, password.json())
    assert name.json()["error"]["code"] == "bad_login"


async def test_passwords_cannot_be_tried_for_long(server: Live, browser: httpx.AsyncClient) -> None:
    await make_admin(server)
    statuses = [(await login(browser, password=f"wrong {n}")).status_code for n in range(TRIES)]
    assert statuses == [401] * TRIES
    assert (await login(browser)).status_code == 429, "not even with the right one"


async def test_right_passwords_lock_nobody_out(server: Live, browser: httpx.AsyncClient) -> None:
    await make_admin(server)
    for _ in range(TRIES + 2):
        assert (await login(browser)).status_code == 200


async def test_a_right_password_frees_no_other_name(server: Live, browser: httpx.AsyncClient) -> None:
    await make_admin(server)
    for number in range(TRIES):
        assert (await login(browser, name="other", password=f"wrong {number}")).status_code == 401
        assert (await login(browser)).status_code == 200
    assert (await login(browser, name="other")).status_code == 429
    tries = TRIES_FROM_ADDRESS - 2 * TRIES
    statuses = [(await login(browser)).status_code for _ in range(tries + 1)]
    assert statuses == [200] * tries + [429], "nor the address"


async def test_a_right_password_with_a_wrong_code_counts(server: Live, browser: httpx.AsyncClient) -> None:
    told = await make_admin(server, totp=True)
    secret = told.partition("secret=")[2].partition("&")[0]
    for _ in range(TRIES):
        assert (await login(browser, code="000000")).status_code == 401
    code = totp(secret, int(time.time()) // STEP_S)
    assert (await login(browser, code=code)).status_code == 429


async def test_a_new_password_ends_the_sessions(server: Live) -> None:
    async with console(server) as boss:
        assert "new password" in await make_admin(server)
        assert (await boss.call("GET", "/session")).status_code == 401


async def test_players_and_operators_are_strangers(server: Live, four: list[Player]) -> None:
    token = four[0].account.token
    cookie = {"Cookie": f"admin_session={token}; session={token}"}
    assert (await four[0].call("GET", "/api/admin/audit", **cookie)).status_code == 401


async def test_an_authenticator_code_opens_once(server: Live, browser: httpx.AsyncClient) -> None:
    told = await make_admin(server, totp=True)
    secret = told.partition("secret=")[2].partition("&")[0]
    assert (await login(browser)).status_code == 401, "the password alone is not enough"
    code = totp(secret, int(time.time()) // STEP_S)
    assert (await login(browser, code=code)).status_code == 200
    assert (await login(browser, code=code)).status_code == 401, "seen over the shoulder"
