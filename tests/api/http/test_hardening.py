"""Every answer has the headers that keep others out, whatever went wrong; cookies are for our page alone."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.api.console.admin_session import TRIES, TRIES_FOR_NAME
from app.api.http import headers as api_headers
from app.api.http.headers import MOST_BODY_BYTES, policy_for
from app.config.settings import Settings
from app.play.lobby import Lobby
from tests.support.api.console import NAME, PASSWORD, login, make_admin
from tests.support.api.declared import operations
from tests.support.live import Live, Player, live

pytestmark = [pytest.mark.store, pytest.mark.database]
GUARDS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
LOGIN = {"name": NAME, "password": PASSWORD}


@pytest.fixture
async def visitor(server: Live) -> AsyncIterator[httpx.AsyncClient]:
    """A browser on our own page."""
    headers = {"Origin": server.url}
    async with httpx.AsyncClient(base_url=server.url, trust_env=False, headers=headers) as client:
        yield client


def guarded(answer: httpx.Response) -> None:
    """It has every security header once, and nobody keeps what the interface says."""
    for name, value in GUARDS.items():
        assert answer.headers.get_list(name) == [value], answer.request.url
    [written] = answer.headers.get_list("content-security-policy")
    policy = dict(part.split(" ", 1) for part in written.split("; "))
    assert policy["default-src"] == "'self'", "no script and no style but ours, none inline"
    assert not {"script-src", "style-src"} & set(policy)
    host = answer.request.url.netloc.decode()
    assert policy["connect-src"] == f"'self' ws://{host} wss://{host}"
    assert {"object-src", "base-uri", "frame-ancestors"} == {
        name for name, value in policy.items() if value == "'none'"
    }
    assert "x-request-id" in answer.headers
    if answer.request.url.path.startswith("/api/"):
        assert "no-store" in answer.headers["cache-control"] or answer.is_success


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/admin", 200),
        ("HEAD", "/admin", 200),
        ("GET", "/me", 200),
        ("GET", "/assets/none.js", 404),
        ("GET", "/readyz", 200),
        ("GET", "/api/config", 200),
        ("GET", "/api/openapi.json", 200),
        ("GET", "/api/me", 401),
        ("GET", "/api/admin/session", 401),
        ("GET", "/api/rooms/000000", 404),
        ("GET", "/api/nothing", 404),
        ("DELETE", "/api/rooms", 405),
        ("OPTIONS", "/api/rooms", 405),
        ("POST", "/api/guests", 422),
        ("PUT", "/", 405),
    ],
)
async def test_every_kind_of_answer(
    settings: Settings, tmp_path: Path, method: str, path: str, status: int
) -> None:
    page = tmp_path / "dist"
    page.mkdir()
    await asyncio.to_thread((page / "index.html").write_text, "<!doctype html>")
    async with (
        live(settings.changed(web_dir=page)) as server,
        httpx.AsyncClient(base_url=server.url, trust_env=False) as client,
    ):
        answer = await client.request(method, path)
    guarded(answer)
    assert answer.status_code == status
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    ("hosts", "named"),
    [
        (("mj.example.com",), " ws://mj.example.com wss://mj.example.com"),
        (("MJ.example.com:8443",), " ws://mj.example.com:8443 wss://mj.example.com:8443"),
        (("[fd00::1]:8000",), ""),
        (("app:8000", "mj.cn"), " ws://app:8000 wss://app:8000 ws://mj.cn wss://mj.cn"),
        (("mj.cn", "mj.cn"), " ws://mj.cn wss://mj.cn"),
        ((None, None), ""),
        (("*",), ""),
        (("a.cn; script-src *",), ""),
        (("a.cn *",), ""),
        (("a.cn/x",), ""),
        (("a.cn,b.cn",), ""),
        (("\u4e2d.cn",), ""),
    ],
)
def test_a_page_talks_to_its_own_host_alone(hosts: tuple[str | None, ...], named: str) -> None:
    policy = dict(part.split(" ", 1) for part in policy_for(*hosts).split("; "))
    assert policy["connect-src"] == f"'self'{named}"
    assert len(policy) == 8


async def test_pages_are_kept_apart_where_browsers_heed_it(visitor: httpx.AsyncClient) -> None:
    name = "cross-origin-opener-policy"
    assert name not in (await visitor.get("/api/config")).headers
    behind_https = await visitor.get("/api/config", headers={"X-Forwarded-Proto": "https"})
    assert behind_https.headers.get_list(name) == ["same-origin"]


async def test_a_body_that_is_too_large(visitor: httpx.AsyncClient) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(MOST_BODY_BYTES // 1000 + 2):
            yield b"x" * 1000

    for body in (b"x" * (MOST_BODY_BYTES + 1), endless()):
        answer = await visitor.post("/api/guests", content=body)
        guarded(answer)
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


async def test_a_fault_of_ours(visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(_self: Lobby, _code: str) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(Lobby, "find", broken)
    answer = await visitor.get("/api/rooms/123456")
    guarded(answer)
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal")
    assert "secret detail" not in answer.text
    assert (await visitor.get("/api/config")).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        "[" * 8_000,
        "[" * 8_000 + "]" * 8_000,
        '{"name":' * 1_500 + "1" + "}" * 1_500,
        json.dumps({"name": "x" * 15_000}),
        '{"name":1e999999}',
        '{"name":"' + "\\ud800" * 100 + '"}',
        "",
        "null",
        "\x00",
    ],
    ids=range(9),
)
@pytest.mark.parametrize("path", ["/api/guests", "/api/recover", "/api/score", "/api/admin/login"])
async def test_bodies_that_are_deep_or_odd_are_answered(
    visitor: httpx.AsyncClient, path: str, body: str
) -> None:
    answer = await visitor.post(path, content=body.encode())
    guarded(answer)
    assert answer.status_code in {400, 422}


async def test_a_body_that_does_not_come(server: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_headers, "BODY_S", 0.05)
    host, _, port = server.url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(b'POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 90\r\n\r\n{"name":')
    async with asyncio.timeout(20):
        answer = await reader.readuntil(b"too slowly")
    writer.close()
    assert answer.startswith(b"HTTP/1.1 422 ")
    assert b"content-security-policy" in answer


async def _cookies(client: httpx.AsyncClient) -> list[str]:
    """The cookies that the server sets: a player's session and an operator's."""
    guest = await client.post("/api/guests", json={"name": "阿勇"})
    boss = await client.post("/api/admin/login", json=LOGIN)
    return [answer.headers["set-cookie"] for answer in (guest, boss)]


@pytest.mark.parametrize("proto", ["http", "https"])
async def test_cookies_are_for_our_page_alone(server: Live, proto: str) -> None:
    await make_admin(server)
    host = server.url.removeprefix("http://")
    headers = {"Origin": f"{proto}://{host}", "X-Forwarded-Proto": proto}
    async with httpx.AsyncClient(base_url=server.url, trust_env=False, headers=headers) as client:
        cookies = await _cookies(client)
    for cookie in cookies:
        words = {word.strip().lower() for word in cookie.split(";")}
        assert "httponly" in words
        assert {"samesite=lax", "samesite=strict"} & words
        assert ("secure" in words) is (proto == "https")
        assert not any(word.startswith("domain") for word in words)


async def _from(server: Live, address: str, **more: str) -> httpx.Response:
    """A sign-in that comes through the proxy from an address."""
    headers = {"Origin": server.url, "X-Forwarded-For": address}
    async with httpx.AsyncClient(base_url=server.url, trust_env=False, headers=headers) as client:
        return await login(client, **more)


async def test_strangers_do_not_lock_the_operator_out(server: Live) -> None:
    """Strangers use up the tries of the name. The operator still gets in from a known address."""
    await make_admin(server)
    assert (await _from(server, "198.51.100.7")).status_code == 200
    statuses = [
        (await _from(server, f"203.0.113.{number // TRIES}", name=NAME, password="x")).status_code
        for number in range(TRIES_FOR_NAME)
    ]
    assert statuses == [401] * (TRIES_FOR_NAME - 1) + [429], "the operator's first sign-in counts too"
    assert (await _from(server, "192.0.2.9")).status_code == 429, (
        "a new address is refused, with the right password too"
    )
    assert (await _from(server, "198.51.100.7")).status_code == 200
    wrong = [(await _from(server, "198.51.100.7", password="x")).status_code for _ in range(TRIES + 1)]
    assert wrong == [401] * TRIES + [429], "a known address has its own limit"


async def test_codes_of_rooms_are_not_found_by_trying(server: Live, four: list[Player]) -> None:
    limits = server.settings.limits
    tries = [(await four[0].call("GET", f"/api/rooms/{n:06}")).status_code for n in range(20)]
    assert tries == [404] * limits.wrong_codes_per_session + [429] * (20 - limits.wrong_codes_per_session)
    await four[1].create()
    code = four[1].room["code"]
    assert (await four[0].call("GET", f"/api/rooms/{code}")).status_code == 429, "not even a right one"
    assert (await four[2].call("GET", f"/api/rooms/{code}")).status_code == 200


async def test_nor_by_many_players_of_one_address(server: Live, four: list[Player]) -> None:
    limits, here = server.settings.limits, {"X-Forwarded-For": "203.0.113.77"}
    tries = [
        (await four[number % 4].call("GET", f"/api/rooms/{number:06}", **here)).status_code
        for number in range(limits.wrong_codes_per_address + 4)
    ]
    assert tries == [404] * limits.wrong_codes_per_address + [429] * 4
    code = await four[0].create()
    right = await four[1].call("GET", f"/api/rooms/{code}", **here)
    assert right.status_code == 429, "not even a right one"
    assert (await four[1].call("GET", f"/api/rooms/{code}")).status_code == 200, "elsewhere it is"


async def test_a_wrong_method_hears_the_right_ones(visitor: httpx.AsyncClient) -> None:
    methods: dict[str, set[str]] = {}
    for route in operations():
        method, _, path = route.partition(" ")
        methods.setdefault(path, set()).add(method)
    for path, right in methods.items():
        for method in {"GET", "PUT", "POST", "DELETE", "PATCH"} - right:
            answer = await visitor.request(method, re.sub(r"\{\w+\}", "1", path))
            assert (answer.status_code, answer.json()["error"]["code"]) == (405, "method_not_allowed"), path
            assert answer.headers["allow"] == ", ".join(sorted(right)), path
