"""Runs what Docker Compose would run, on this machine: two replicas behind Caddy with the real Caddyfile."""

import asyncio
import os
import shutil
import socket
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

from app.db import migrate
from tests.support.deploy.compose import ROOT
from tests.support.deploy.names import Names, names
from tests.support.live import eventually
from tests.support.processes import answers, spawn
from tests.support.services import embedded_valkey

REPLICAS: Final = ("127.0.0.2", "127.0.0.3")


@dataclass(frozen=True, slots=True)
class House:
    """Proxy and replicas. ``numbers``: the metrics port of each replica, on the address of the replica."""

    http: int
    https: int
    numbers: int
    replicas: tuple[Process, ...]
    names: Names
    log: Path

    @property
    def url(self) -> str:
        """The URL for players."""
        return f"http://127.0.0.1:{self.http}"


@asynccontextmanager
async def house(folder: Path, site: str, trusted: str = "", players: int = 443) -> AsyncIterator[House]:
    """A running house.

    ``site``: the domain, or http:// without one. ``trusted``: the value of TRUSTED_PROXIES. ``players``: the
    https port that players see.
    """
    app, numbers, http, https, check = _free_ports(5)
    async with AsyncExitStack() as stack:
        store = stack.enter_context(embedded_valkey())
        database = f"sqlite:///{folder / 'guangan.db'}"
        await migrate(database)
        settings = {
            "REDIS_URL": store,
            "DATABASE_URL": database,
            "PORT": str(app),
            "METRICS_PORT": str(numbers),
            "FORWARDED_ALLOW_IPS": f"{trusted} 127.0.0.0/8" if trusted else "*",
            "DATA_DIR": str(folder),
            "FREE_ROOMS": "true",
        }
        replicas = []
        for address in REPLICAS:
            process = await spawn("serve", HOST=address, METRICS_HOST=address, **settings)
            stack.push_async_callback(_end, process)
            replicas.append(process)
        for address, process in zip(REPLICAS, replicas, strict=True):
            await answers(process, f"http://{address}:{app}")
        server, port = await stack.enter_async_context(names(list(REPLICAS)))
        text = _caddyfile(http, https, check, port)
        log = folder / "proxy.log"
        settings = {
            "SITE_ADDRESS": site,
            "PLAIN_NAME": "nowhere.invalid" if site == "http://" else site,
            "HTTPS_PORT": str(players),
            "TRUSTED_PROXIES": trusted,
            "OWN_CERTIFICATE": "",
            "APP_PORT": str(app),
        }
        proxy = await _start_proxy(folder, text, log, settings)
        stack.push_async_callback(_end, proxy)
        await eventually(lambda: _open(f"http://127.0.0.1:{check}/"))
        yield House(http, https, numbers, tuple(replicas), server, log)


def _caddyfile(http: int, https: int, check: int, resolver: int) -> str:
    """The Caddyfile of the image with other ports, our name server, and certificates of a local authority."""
    text = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
    changes = {
        "http_port 8080": f"http_port {http}\n\tskip_install_trust",
        "https_port 8443": f"https_port {https}",
        "http://:8081 {": f"http://:{check} {{",
        "refresh 2s": f"refresh 2s\n\t\t\tresolvers 127.0.0.1:{resolver}",
    }
    for before, after in changes.items():
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


async def _start_proxy(folder: Path, text: str, log: Path, settings: Mapping[str, str]) -> Process:
    program = shutil.which("caddy")
    if program is None:
        raise RuntimeError("caddy is not on PATH: install Debian's package caddy")
    file = folder / "Caddyfile"
    file.write_text(text, "utf-8")
    environment = {
        "PATH": os.environ["PATH"],
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_DATA_HOME": str(folder / "data"),
        **settings,
    }
    arguments = ("run", "--config", str(file), "--adapter", "caddyfile")
    with log.open("wb") as output:
        return await asyncio.create_subprocess_exec(
            program, *arguments, env=environment, stdin=DEVNULL, stdout=DEVNULL, stderr=output
        )


async def _open(url: str) -> bool:
    try:
        async with httpx.AsyncClient(trust_env=False) as client:
            return (await client.get(url)).status_code == 200
    except httpx.TransportError:
        return False


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.kill()
    await process.communicate()


def _free_ports(count: int) -> list[int]:
    """Ports that were free a moment ago on the addresses used here."""
    found: list[int] = []
    while len(found) < count:
        with socket.socket() as first:
            first.bind((REPLICAS[0], 0))
            port = int(first.getsockname()[1])
            if port not in found:
                found.append(port)
    return found
