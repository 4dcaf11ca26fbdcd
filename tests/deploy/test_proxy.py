"""The real proxy with the real file in front of two replicas: sockets, names, https, a replica that dies."""

import asyncio
import re
import signal
import ssl
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.deploy.house import REPLICAS, House, house
from tests.support.live import all_until, eventually, guests, play_hand, seat_four, start
from tests.support.processes import outcome
from tests.support.services import short_folder

pytestmark = [pytest.mark.store, pytest.mark.database]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short path."""
    with short_folder() as found:
        yield found


@pytest.fixture
async def plain(folder: Path) -> AsyncIterator[House]:
    """Plain http, as without a domain."""
    async with house(folder, "http://") as found:
        yield found


async def _connected(running: House, address: str) -> float:
    async with httpx.AsyncClient(trust_env=False) as client:
        text = (await client.get(f"http://{address}:{running.numbers}/metrics")).text
    return float(re.findall(r"^guangan_connections (\S+)$", text, re.MULTILINE)[0])


async def _on_both(running: House) -> bool:
    return all([await _connected(running, address) for address in REPLICAS])


async def test_a_hand_through_the_proxy_while_a_replica_dies(plain: House) -> None:
    async with guests(plain.url) as players:
        await seat_four(players)
        await start(players)
        await eventually(lambda: _on_both(plain))
        hand = asyncio.create_task(play_hand(players))

        async def some_moves() -> bool:
            return sum(len(player.done) for player in players) >= 12

        await eventually(some_moves)
        plain.replicas[0].send_signal(signal.SIGKILL)
        await plain.replicas[0].wait()
        plain.names.addresses = [REPLICAS[1]]
        await hand
        views = await all_until(players, "ended")
        assert [view["results"] for view in views] == [views[0]["results"]] * 4
        assert sum(player.table.connections for player in players) > 4, "somebody had to come back"
        assert await _connected(plain, REPLICAS[1]) == 4
        booked = await players[0].api.hand(f"{players[0].room['id']}.1.1")
        assert booked["deltas"] == views[0]["results"][0]


async def test_a_replica_that_is_away_is_passed_over(plain: House) -> None:
    plain.replicas[0].send_signal(signal.SIGTERM)
    assert (await outcome(plain.replicas[0]))[0] == 0
    async with httpx.AsyncClient(base_url=plain.url, trust_env=False) as client:
        statuses = [(await client.get("/livez")).status_code for _ in range(20)]
        assert statuses == [200] * 20, "although its name is still given out"
        plain.names.addresses = [REPLICAS[1]]

        async def served() -> bool:
            made = await client.post("/api/guests", json={"name": "阿勇"}, headers={"Origin": plain.url})
            return made.is_success

        await eventually(served)
        assert all([await served() for _ in range(5)])


async def test_addresses_and_names_of_requests_are_the_proxys_word(plain: House) -> None:
    async with httpx.AsyncClient(base_url=plain.url, trust_env=False) as client:
        headers = {"X-Request-ID": "chosen-by-the-client", "X-Forwarded-For": "203.0.113.7"}
        answer = await client.get("/api/rooms/123456", headers=headers)
        page = await client.get("/")
    assert answer.headers["x-request-id"] != "chosen-by-the-client"
    assert re.fullmatch(r"[0-9a-f-]{36}", answer.headers["x-request-id"])
    assert "server" not in answer.headers
    assert "strict-transport-security" not in page.headers
    assert "content-security-policy" in page.headers
    for address in REPLICAS:
        async with httpx.AsyncClient(trust_env=False) as client:
            assert (await client.get(f"http://{address}:{plain.numbers}/metrics")).status_code == 200
    async with httpx.AsyncClient(base_url=plain.url, trust_env=False) as client:
        assert "guangan_" not in (await client.get("/metrics")).text


async def test_with_a_name_it_is_https(folder: Path) -> None:
    async with house(folder, "localhost", players=8443) as running:
        secure = f"https://localhost:{running.https}"
        authority = folder / "data" / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        await eventually(lambda: _there(authority))
        trusted = ssl.create_default_context(cafile=str(authority))
        async with httpx.AsyncClient(verify=trusted, trust_env=False) as client:
            await eventually(lambda: _connects(client, f"{secure}/livez"))
            moved = await client.get(f"http://localhost:{running.http}/livez")
            page = await client.get(f"{secure}/livez")
            made = await client.post(
                f"{secure}/api/guests", json={"name": "阿勇"}, headers={"Origin": secure}
            )
    assert moved.status_code == 308
    assert moved.headers["location"] == "https://localhost:8443/livez", "the port that players see"
    assert page.status_code == 200
    assert page.headers["strict-transport-security"] == "max-age=31536000"
    assert "Secure" in made.headers["set-cookie"]


async def test_a_replica_that_hangs_is_left(plain: House) -> None:
    """It still takes connections, because the system does that for it."""
    hangs = plain.replicas[0]
    async with (
        guests(plain.url) as players,
        httpx.AsyncClient(base_url=plain.url, trust_env=False, timeout=30) as client,
    ):
        await seat_four(players)
        await eventually(lambda: _on_both(plain))
        hangs.send_signal(signal.SIGSTOP)
        try:
            first = [await client.get("/livez") for _ in range(2)]
            assert [answer.status_code for answer in first] == [200, 200], "a GET is asked again of the other"
            failed = [(await client.post("/api/guests", json={})).status_code for _ in range(8)]
            assert failed.count(504) <= 2, failed
        finally:
            hangs.send_signal(signal.SIGCONT)


async def _guest(running: House, origin: str, **headers: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=running.url, trust_env=False) as client:
        given = {"Origin": origin, "Host": origin.partition("://")[2], **headers}
        return await client.post("/api/guests", json={"name": "阿勇"}, headers=given)


_FORWARDED = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}


async def test_a_proxy_of_ones_own_says_who_the_client_is_and_that_it_is_https(folder: Path) -> None:
    async with house(folder, "http://", trusted="127.0.0.1") as running:
        made = await _guest(running, "https://play.example.org", **_FORWARDED)
        assert made.status_code == 201
        assert "Secure" in made.headers["set-cookie"]
        limited = [(await _guest(running, "http://x", **_FORWARDED)).status_code for _ in range(20)]
        other = {**_FORWARDED, "X-Forwarded-For": "203.0.113.8"}
        assert (limited[-1], (await _guest(running, "http://x", **other)).status_code) == (429, 201)


async def test_a_stranger_cannot_say_that(plain: House) -> None:
    made = await _guest(plain, "http://play.example.org", **_FORWARDED)
    assert made.status_code == 201
    assert "Secure" not in made.headers["set-cookie"]
    # He counts as this machine, which has no limit, and not as the address that he gives.
    assert {(await _guest(plain, "http://x", **_FORWARDED)).status_code for _ in range(21)} == {201}


async def test_the_log_holds_no_address_and_no_path(plain: House) -> None:
    for replica in plain.replicas:
        replica.kill()
        await replica.wait()
    async with httpx.AsyncClient(base_url=plain.url, trust_env=False, timeout=30) as client:
        answer = await client.get("/r/123456", headers={"Cookie": "session=s3cret"})
    assert answer.status_code in {502, 503}

    async def told() -> bool:
        return '"logger":"http.log.error"' in await asyncio.to_thread(plain.log.read_text, "utf-8")

    await eventually(told)
    text = await asyncio.to_thread(plain.log.read_text, "utf-8")
    for secret in ("123456", "s3cret", "remote_ip"):
        assert secret not in text


async def _there(file: Path) -> bool:
    return await asyncio.to_thread(file.exists)


async def _connects(client: httpx.AsyncClient, url: str) -> bool:
    """Whether the proxy answers. Its certificate comes a moment after that of its authority."""
    try:
        return bool(await client.get(url))
    except httpx.ConnectError:
        return False


async def test_while_the_app_is_away_there_is_a_page_that_comes_back_by_itself(plain: House) -> None:
    for replica in plain.replicas:
        replica.kill()
        await replica.wait()
    for known in (True, False):
        if not known:
            plain.names.addresses = []
            await asyncio.sleep(2.5)  # until the name is asked for again
        async with httpx.AsyncClient(base_url=plain.url, trust_env=False, timeout=30) as client:
            page, call, made = await asyncio.gather(
                client.get("/r/123456"),
                client.get("/api/me"),
                client.post("/api/guests", json={"name": "阿勇"}),
            )
        assert page.status_code in {502, 503}
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        for text in ('http-equiv="refresh" content="5"', "马上回来", "Back in a moment"):
            assert text in page.text
        assert "http://" not in page.text, "it needs nothing else"
        for answer in (call, made):
            assert answer.status_code in {502, 503}
            assert answer.headers["content-type"] == "application/json"
            assert answer.json()["error"]["code"] == "away"
        for answer in (page, call, made):
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["retry-after"] == "5"
            assert "server" not in answer.headers
