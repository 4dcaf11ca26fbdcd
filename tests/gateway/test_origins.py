"""Players who share a device or an address: what the room and the operator see, and what is stored."""

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import httpx
import pytest

from app.config.settings import Settings
from app.stores import Stores
from app.stores.server.link import as_bytes, as_list
from tests.support.api.console import console
from tests.support.live import Live, live
from tests.support.raw import Raw, raw

pytestmark = [pytest.mark.store, pytest.mark.database]
HOME = "203.0.113.77"
HOME_MAPPED = "::ffff:203.0.113.77"
SIX = "2001:db8:1:2:3:4:5:6"
SIX_BESIDE = "2001:db8:1:2:ffff::1"
FAR = "198.51.100.9"


class Browser:
    """A browser with cookies and a client address."""

    def __init__(self, server: Live, address: str) -> None:
        headers = {"Origin": server.url, "X-Forwarded-For": address}
        self.client = httpx.AsyncClient(base_url=server.url, trust_env=False, headers=headers)
        self.address = address
        self.answers: list[str] = []

    async def post(self, path: str, body: Any) -> Any:
        """Send a POST. Returns the JSON of its answer."""
        answer = await self.client.post(path, json=body)
        assert answer.is_success, answer.text
        self.answers.append(answer.text)
        return answer.json()

    async def sit_down(self, name: str, code: str | None = None) -> dict[str, Any]:
        """Become a new guest, and create a room or join one. Returns the room."""
        await self.post("/api/guests", {"name": name})
        if code is None:
            return dict((await self.post("/api/rooms", {"key": secrets.token_hex(8)}))["room"])
        return dict((await self.post(f"/api/rooms/{code}/join", {}))["room"])

    @asynccontextmanager
    async def at_table(self, room: dict[str, Any]) -> AsyncIterator[Raw]:
        """A socket at the room, after its snapshot."""
        base = str(self.client.base_url).rstrip("/")
        async with raw(base, origin=base, address=self.address) as socket:
            ticket = (await self.post("/api/ws-ticket", {}))["ticket"]
            await socket.say({"type": "hello", "version": 1, "ticket": ticket, "room": room["id"]})
            await socket.until("snapshot")
            yield socket


Opener: TypeAlias = Callable[[Live, str], Browser]


def sharing_of(socket: Raw) -> list[Any]:
    """The sharing in the newest message that has one."""
    for message in reversed(socket.heard):
        told = message.get("view") or message.get("room")
        if isinstance(told, dict) and "sharing" in told:
            return list(told["sharing"])
    raise AssertionError("no message has a sharing")


@pytest.fixture
async def browsers() -> AsyncIterator[Opener]:
    """Opens browsers, and closes them at the end of the test."""
    opened: list[Browser] = []

    def another(server: Live, address: str) -> Browser:
        opened.append(Browser(server, address))
        return opened[-1]

    yield another
    for browser in opened:
        await browser.client.aclose()


async def kept(stores: Stores, settings: Settings) -> str:
    """All keys and values of the store, and all bytes of the database."""
    books = Path(settings.database.removeprefix("sqlite:///"))
    files = [books, books.with_name(f"{books.name}-wal")]
    found = [(await asyncio.to_thread(file.read_bytes)).decode("latin-1") for file in files]
    for key in as_list(await stores.link.call("KEYS", "*")):
        kind = as_bytes(await stores.link.call("TYPE", as_bytes(key))).decode()
        how = {"string": ("GET",), "hash": ("HGETALL",), "zset": ("ZRANGE", "0", "-1"), "set": ("SMEMBERS",)}
        command, *rest = how.get(kind, ("XRANGE", "-", "+"))
        found.append(repr((key, await stores.link.call(command, as_bytes(key), *rest))))
    return "\n".join(found)


async def test_one_device_is_told_to_the_room(
    server: Live,
    settings: Settings,
    stores: Stores,
    browsers: Opener,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, "app")
    async with AsyncExitStack() as stack:
        phone, far = browsers(server, HOME), browsers(server, FAR)
        room = await phone.sit_down("甲")
        first = await stack.enter_async_context(phone.at_table(room))
        name = phone.client.cookies["device"]
        other = await far.sit_down("丙", room["code"])
        third = await stack.enter_async_context(far.at_table(other))
        assert sharing_of(third) == []
        await phone.sit_down("乙", room["code"])
        second = await stack.enter_async_context(phone.at_table(room))
        assert phone.client.cookies["device"] == name, "a browser keeps its device name"
        assert far.client.cookies["device"] != name
        expected = [{"what": "device", "seats": [0, 2]}]
        assert sharing_of(second) == expected
        for socket in (first, third):
            while sharing_of(socket) != expected:
                await socket.until(None)
        boss = await stack.enter_async_context(console(server))
        (seen,) = (await boss.get("/rooms"))["rooms"]
        assert seen["sharing"] == [{"what": "device", "seats": [0, 2], "address": None}]
        players = {each["name"]: each["sharing"] for each in (await boss.get("/players"))["players"]}
        assert players["甲"] == [{"what": "device", "names": ["乙"], "address": None}]
        assert players["丙"] == []
        said = "".join(phone.answers + first.texts + second.texts + third.texts)
        said += json.dumps([seen, players]) + caplog.text + repr([each.__dict__ for each in caplog.records])
        await phone.post("/api/ws-ticket", {})  # a ticket that stays unused
        everything = said + await kept(stores, settings)
        assert "203.0.113.x" in everything, "the shortened address is stored"
        for secret in (name, HOME, FAR):
            assert secret not in everything


@pytest.mark.parametrize("tells", [False, True])
async def test_one_address_is_told_to_the_operator(
    settings: Settings, stores: Stores, browsers: Opener, *, tells: bool
) -> None:
    async with live(settings.changed(same_address_notice=tells)) as running, AsyncExitStack() as stack:
        at_home = browsers(running, HOME)
        room = await at_home.sit_down("甲")
        sockets = [await stack.enter_async_context(at_home.at_table(room))]
        for name, address in (("乙", HOME_MAPPED), ("丙", SIX), ("丁", SIX_BESIDE)):
            browser = browsers(running, address)
            await browser.sit_down(name, room["code"])
            sockets.append(await stack.enter_async_context(browser.at_table(room)))
        groups = [{"what": "address", "seats": [0, 1]}, {"what": "address", "seats": [2, 3]}]
        assert sharing_of(sockets[3]) == (groups if tells else [])
        boss = await stack.enter_async_context(console(running))
        (seen,) = (await boss.get("/rooms"))["rooms"]
        assert [each["address"] for each in seen["sharing"]] == ["203.0.113.x", "2001:db8:1::/48"]
        found = (await boss.get(f"/players?q={room['code']}"))["players"]
        mine = {each["name"]: each["sharing"] for each in found}
        assert mine["丁"] == [{"what": "address", "names": ["丙"], "address": "2001:db8:1::/48"}]
        said = "".join(text for socket in sockets for text in socket.texts)
        everything = await kept(stores, settings)
        for secret in (HOME, "203.0.113", "2001:db8"):
            assert secret not in said
        for secret in (HOME, SIX, "2001:db8:1:2"):
            assert secret not in everything


async def test_a_client_cannot_choose_its_address(settings: Settings, browsers: Opener) -> None:
    """X-Forwarded-For counts only from FORWARDED_ALLOW_IPS, and addresses of this machine get no mark."""
    async with live(settings.changed(forwarded_allow_ips="192.0.2.1")) as running, AsyncExitStack() as stack:
        first, second = browsers(running, HOME), browsers(running, HOME)
        room = await first.sit_down("甲")
        await second.sit_down("乙", room["code"])
        for browser in (first, second):
            await stack.enter_async_context(browser.at_table(room))
        boss = await stack.enter_async_context(console(running))
        assert (await boss.get("/rooms"))["rooms"][0]["sharing"] == []


async def test_the_name_of_a_browser(server: Live, browsers: Opener) -> None:
    browser = browsers(server, HOME)
    await browser.sit_down("甲")
    asked = await browser.client.post("/api/ws-ticket", json={})
    (given,) = [line for line in asked.headers.get_list("set-cookie") if line.startswith("device=")]
    assert {"HttpOnly", "Path=/api/ws-ticket", "SameSite=strict"} <= set(given.split("; "))
    again = await browser.client.post("/api/ws-ticket", json={})
    assert "set-cookie" not in again.headers
    browser.client.cookies.set("device", "nonsense", path="/api/ws-ticket")
    for cookie in list(browser.client.cookies.jar):
        if cookie.name == "device" and cookie.value != "nonsense":
            browser.client.cookies.jar.clear(cookie.domain, cookie.path, cookie.name)
    other = await browser.client.post("/api/ws-ticket", json={})
    assert "device=" in other.headers["set-cookie"], "a malformed device name is replaced"


async def test_the_name_goes_with_the_account(server: Live, browsers: Opener) -> None:
    browser = browsers(server, HOME)
    await browser.post("/api/guests", {"name": "甲"})
    await browser.post("/api/ws-ticket", {})
    assert "device" in browser.client.cookies
    await browser.client.post("/api/me/delete", json={"forever": True})
    assert "device" not in browser.client.cookies
