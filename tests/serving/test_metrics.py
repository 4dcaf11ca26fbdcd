"""The numbers of a running server: at the private port, one port for each worker, and never a name."""

import asyncio
import functools
import re
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from app.client.table import Rejected
from app.telemetry import metrics
from tests.support.counted import counted
from tests.support.exact import exactly
from tests.support.live import Live, Player, eventually, guests, play_hand, seat_four, start
from tests.support.live_fixtures import four, redis_url, server, settings, stores, template
from tests.support.processes import outcome, running, spawn
from tests.support.services import short_folder

__all__ = ["four", "redis_url", "server", "settings", "stores", "template"]
pytestmark = [pytest.mark.store, pytest.mark.database]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A data folder with a short path."""
    with short_folder() as found:
        yield found


@pytest.fixture
async def ports() -> AsyncIterator[tuple[int, int]]:
    """A port for players, and the first of two neighbours for numbers, free a moment ago."""
    while True:
        async with AsyncExitStack() as stack:
            taken = [stack.enter_context(socket.socket()) for _ in range(3)]
            taken[0].bind(("127.0.0.1", 0))
            taken[1].bind(("127.0.0.1", 0))
            numbers = int(taken[1].getsockname()[1])
            try:
                taken[2].bind(("127.0.0.1", numbers + 1))
            except OSError:
                continue
            found = (int(taken[0].getsockname()[1]), numbers)
        yield found
        return


async def _read(port: int) -> str:
    async with httpx.AsyncClient(trust_env=False) as client:
        answer = await client.get(f"http://127.0.0.1:{port}/metrics")
    assert answer.status_code == 200
    return answer.text


async def test_every_name_is_ours_or_of_the_process() -> None:
    with metrics.served("127.0.0.1", 0) as port:
        text = await _read(port)
    names = {family.name for family in text_string_to_metric_families(text)}
    strangers = {name for name in names if not name.startswith(("guangan_", "process_", "python_"))}
    assert strangers == set()
    assert len([name for name in names if name.startswith("guangan_")]) >= 20
    assert not [name for name in names if name.endswith("_created")]


async def test_a_match_leaves_its_numbers_and_no_names(server: Live, four: list[Player]) -> None:
    new, ok = counted("guangan_openings_total", how="new"), counted("guangan_act_seconds_count", answer="ok")
    refused = counted("guangan_act_seconds_count", answer="rejected")
    hands = counted("guangan_hands_booked_total")
    code = await seat_four(four)
    await start(four)
    assert counted("guangan_openings_total", how="new") == new + 4
    assert counted("guangan_connections") == 4
    with pytest.raises(Rejected, match=exactly("wrong_phase")):
        await four[0].table.act({"type": "start"})
    assert counted("guangan_act_seconds_count", answer="rejected") == refused + 1
    await play_hand(four)
    assert counted("guangan_hands_booked_total") == hands + 1
    done = sum(len(player.done) for player in four)
    assert counted("guangan_act_seconds_count", answer="ok") >= ok + done
    with metrics.served("127.0.0.1", 0) as port:
        text = await _read(port)
    for secret in (code, four[0].room["id"], four[0].account.token, four[0].account.id, "阿勇"):
        assert secret not in text
    assert 'route="/api/rooms/{code}' in text, "patterns, not paths"
    assert 'guangan_http_seconds_count{method="POST",route="/api/rooms",status="201"}' in text


async def test_coming_back_is_counted_as_what_it_was(server: Live, four: list[Player]) -> None:
    await seat_four(four)
    resumed, resync = (counted("guangan_openings_total", how=how) for how in ("resumed", "resync"))
    await four[0].table.drop()
    await eventually(lambda: _more("resumed", resumed))
    assert counted("guangan_openings_total", how="resync") == resync
    four[1].table.hash = "0" * len(four[1].table.hash)
    await four[1].table.drop()
    await eventually(lambda: _more("resync", resync))


async def _answers(port: int) -> bool:
    try:
        return bool(await _read(port))
    except httpx.ConnectError:
        return False


async def _more(how: str, before: float) -> bool:
    return counted("guangan_openings_total", how=how) > before


async def test_a_closed_connection_is_counted_by_its_code(server: Live) -> None:
    before = counted("guangan_closings_total", code="1000")
    async with guests(server.url, "甲") as (owner,):
        await owner.create()
        await owner.connect()
        await owner.table.act({"type": "leave"})
        await owner.until_closed()
    assert counted("guangan_closings_total", code="1000") == before + 1


async def test_each_worker_has_a_port_of_its_own(folder: Path, ports: tuple[int, int]) -> None:
    port, numbers = ports
    more = {"DATA_DIR": str(folder), "METRICS_PORT": str(numbers)}
    async with running("play", "--workers", "2", port=port, **more):
        for each in (numbers, numbers + 1):
            await eventually(functools.partial(_answers, each))
        texts = await asyncio.gather(_read(numbers), _read(numbers + 1))
        assert all("guangan_loop_lag_seconds_bucket" in text for text in texts)
        assert all('guangan_build_info{version="' in text for text in texts)
        async with httpx.AsyncClient(trust_env=False) as client:
            page = await client.get(f"http://127.0.0.1:{port}/metrics")
        assert "guangan_" not in page.text, "the players' port does not tell"


async def test_without_the_setting_nothing_listens(folder: Path, ports: tuple[int, int]) -> None:
    async with running("play", port=ports[0], DATA_DIR=str(folder)):
        with pytest.raises(httpx.ConnectError):
            await _read(ports[1])


async def test_a_taken_port_is_one_sentence(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        numbers = taken.getsockname()[1]
        more = {"PORT": "0", "HOST": "127.0.0.1", "DATA_DIR": str(folder), "METRICS_PORT": str(numbers)}
        code, output = await outcome(await spawn("play", **more))
    assert (code, output.count("\n")) == (2, 1), "nobody was told to come"
    assert output.startswith(f"METRICS_PORT {numbers} on METRICS_HOST 127.0.0.1 cannot be used: ")


async def test_the_port_of_each_worker_is_looked_at(folder: Path, ports: tuple[int, int]) -> None:
    more = {"PORT": "0", "HOST": "127.0.0.1", "DATA_DIR": str(folder), "METRICS_PORT": str(ports[1])}
    with socket.create_server(("127.0.0.1", ports[1] + 1)):
        code, output = await outcome(await spawn("play", "--workers", "2", **more))
    assert (code, output.count("\n")) == (2, 1)
    assert output.startswith(f"METRICS_PORT {ports[1] + 1} on METRICS_HOST 127.0.0.1 cannot be used: ")


async def test_an_answer_carries_the_name_that_the_logs_have(folder: Path, ports: tuple[int, int]) -> None:
    async with running("play", port=ports[0], DATA_DIR=str(folder), LOG_LEVEL="info") as process:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{ports[0]}", trust_env=False) as client:
            named = await client.get("/api/rooms/123456", headers={"X-Request-ID": "from-the-proxy-1"})
            made = await client.get("/api/rooms/123456", headers={"X-Request-ID": 'bad "name"'})
        process.terminate()
        output = (await outcome(process))[1]
    assert named.headers["x-request-id"] == "from-the-proxy-1"
    assert re.fullmatch(r"[0-9a-f]{16}", made.headers["x-request-id"])
    for name in ("from-the-proxy-1", made.headers["x-request-id"]):
        assert re.search(rf'"request":"{name}","route":"/api/rooms/{{code}}"', output)
    assert "127.0.0.1:" not in output.partition("Ctrl-C")[2]
