"""A cookie is not enough to change anything: every changing method asks where the request comes from."""

from collections.abc import AsyncIterator
from typing import Any, Final

import httpx
import pytest

from tests.support.api.console import Console, console
from tests.support.api.declared import operations
from tests.support.live import Live

pytestmark = [pytest.mark.store, pytest.mark.database]
FOREIGN: Final = ("http://evil.example", "https://evil.example", "null", "")
CHANGES: Final = [route for route in operations() if not route.startswith("GET ")]
HARMLESS: Final = {"POST /api/score"}
"""It reads no cookie and stores nothing."""


@pytest.fixture
async def boss(server: Live) -> AsyncIterator[Console]:
    """A browser that is signed in as a guest and as an operator."""
    async with console(server) as signed:
        answer = await signed.client.post("/api/guests", json={"name": "阿勇"})
        assert answer.status_code == 201
        yield signed


def path_of(route: str) -> str:
    """An address of the route; what it names need not be there."""
    return (
        route.partition(" ")[2]
        .replace("{session_id}", "0" * 64)
        .replace("{code}", "123456")
        .replace("{player_id}", "0" * 32)
        .replace("{room_id}", "0" * 32)
    )


def body_of(route: str) -> Any:
    """A right body, as its type shows one; None for a route without."""
    operation, document = operations()[route]
    if "requestBody" not in operation:
        return None
    name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    return document["components"]["schemas"][name].get("examples", [{}])[0]


async def ask(boss: Console, route: str, origin: str | None, *, csrf: bool = True) -> httpx.Response:
    """A request with every cookie."""
    method = route.partition(" ")[0]
    headers = {"X-CSRF-Token": boss.csrf} if csrf else {}
    request = boss.client.build_request(method, path_of(route), json=body_of(route), headers=headers)
    del request.headers["Origin"]
    if origin is not None:
        request.headers["Origin"] = origin
    return await boss.client.send(request)


def code_of(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal."""
    return answer.status_code, answer.json()["error"]["code"] if answer.is_error else ""


async def test_no_other_page_changes_anything(boss: Console) -> None:
    wrong = [
        (route, origin, code_of(answer))
        for route in CHANGES
        if route not in HARMLESS
        for origin in FOREIGN
        if code_of(answer := await ask(boss, route, origin)) != (403, "bad_origin")
    ]
    assert wrong == []


async def test_a_cookie_without_an_origin_changes_nothing(boss: Console) -> None:
    """The console has its token besides, and refuses for want of that one."""
    wrong = []
    for route in CHANGES:
        if operations()[route][0]["security"] == []:
            continue
        code = "bad_csrf" if "/api/admin/" in route else "bad_origin"
        answer = await ask(boss, route, None, csrf=False)
        if code_of(answer) != (403, code):
            wrong.append((route, code_of(answer)))
    assert wrong == []


async def test_routes_without_a_session_are_few(boss: Console) -> None:
    """What may be called without an Origin: it gives a session, or stores nothing."""
    open_to_all = {route for route in CHANGES if operations()[route][0]["security"] == []}
    assert open_to_all == HARMLESS | {"POST /api/guests", "POST /api/recover", "POST /api/admin/login"}


async def test_our_own_page_is_let_in(boss: Console, server: Live) -> None:
    """The same requests from our page are refused for no such reason, so the tests above see the origin."""
    last = ["POST /api/logout", "POST /api/me/delete", "POST /api/admin/logout", "POST /api/admin/login"]
    for route in sorted(CHANGES, key=lambda route: last.index(route) if route in last else -1):
        answer = await ask(boss, route, server.url)
        assert code_of(answer)[1] not in {"bad_origin", "bad_csrf"}, route
