"""Runs the app on the locked packages for arm64, under emulation: call ``deploy/prove-arm64.sh``."""

import argparse
import asyncio
import shutil
import subprocess
import sys
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

import httpx
from packaging.requirements import Requirement

from tests.support.deploy.compose import ROOT
from tests.support.live import all_until, eventually, guests, play_hand, seat_four, start
from tests.support.process_fixtures import free_port
from tests.support.services import embedded_valkey

_DEBS: Final = (
    *("python3-minimal", "python3", "libpython3-stdlib", "ca-certificates"),
    *("libsqlite3-0", "libssl3", "libffi8", "zlib1g", "libexpat1", "libbz2-1.0", "liblzma5"),
    "libstdc++6",
)
_PYTHON: Final = {
    "python_version": "3.11",
    "python_full_version": "3.11.2",
    "platform_machine": "aarch64",
    "sys_platform": "linux",
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
}
_PLATFORMS: Final = ("manylinux2014_aarch64", "manylinux_2_17_aarch64", "manylinux_2_28_aarch64")
_PATIENCE_S: Final = 180.0
_LOCK: Final = ROOT / "requirements" / "runtime.txt"


def main() -> int:
    """0 when it is proven; else an exception that says what failed."""
    parser = argparse.ArgumentParser(description="Run the app on arm64, emulated.")
    parser.add_argument("folder", type=Path, help="where the root goes; emptied first")
    folder: Path = parser.parse_args().folder.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    root, packages = folder / "root", folder / "packages"
    subprocess.run(
        ["mmdebstrap", "--variant=extract", "--arch=arm64", f"--include={','.join(_DEBS)}", "bookworm", root],
        check=True,
    )
    _unpack(folder, packages)
    asyncio.run(_run(root, packages, folder))
    return 0


def _unpack(folder: Path, packages: Path) -> None:
    """The wheels of the lock for the other machine, checked against their hashes."""
    lock, wheels = folder / "lock.txt", folder / "wheels"
    lock.write_text("\n".join(_wanted(_LOCK.read_text("utf-8"))) + "\n", "utf-8")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--require-hashes", "--only-binary=:all:", "--implementation=cp", "--python-version=3.11"]
    command += [f"--platform={name}" for name in _PLATFORMS]
    subprocess.run([*command, "-d", wheels, "-r", lock], check=True)
    for wheel in wheels.iterdir():
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(packages)


def _wanted(lock: str) -> Iterator[str]:
    """The locked requirements that the other machine's Python wants, without their markers."""
    for entry in lock.replace("\\\n", " ").splitlines():
        text, *hashes = entry.partition("--hash")[0], *entry.split()
        if not text.strip() or text.startswith("#"):
            continue
        requirement = Requirement(text.strip())
        if requirement.marker is None or requirement.marker.evaluate(dict(_PYTHON)):
            kept = " ".join(word for word in hashes if word.startswith("--hash"))
            yield f"{requirement.name}{requirement.specifier} {kept}"


async def _run(root: Path, packages: Path, folder: Path) -> None:
    python = ["qemu-aarch64-static", "-L", str(root), "-E", f"PYTHONHOME={root / 'usr'}"]
    python += ["-E", f"PYTHONPATH={packages}", "-E", "PYTHONDONTWRITEBYTECODE=1", "-E", "FREE_ROOMS=true"]
    port = free_port()
    with embedded_valkey() as redis:
        python += ["-E", f"REDIS_URL={redis}", "-E", f"DATA_DIR={folder}", "-E", f"PORT={port}"]
        python += ["-E", "HOST=127.0.0.1", str(root / "usr/bin/python3.11")]
        machine = await asyncio.create_subprocess_exec(
            *python, "-c", "import platform; assert platform.machine() == 'aarch64'", cwd=ROOT
        )
        assert await machine.wait() == 0
        migrated = await asyncio.create_subprocess_exec(*python, "-m", "app", "migrate", cwd=ROOT)
        assert await migrated.wait() == 0
        async with _serving(python, f"http://127.0.0.1:{port}") as url:
            await _play(url)


@asynccontextmanager
async def _serving(python: list[str], url: str) -> AsyncIterator[str]:
    """The server, which has to end in order."""
    server = await asyncio.create_subprocess_exec(*python, "-m", "app", "serve", cwd=ROOT)
    try:
        await eventually(partial(_ready, url), _PATIENCE_S)
        yield url
        server.terminate()
        assert await asyncio.wait_for(server.wait(), 60) == 0
    finally:
        if server.returncode is None:
            server.kill()
            await server.wait()


async def _ready(url: str) -> bool:
    async with httpx.AsyncClient(trust_env=False) as client:
        try:
            return (await client.get(f"{url}/readyz")).status_code == 200
        except httpx.TransportError:
            return False


async def _play(url: str) -> None:
    async with guests(url) as players:
        await seat_four(players)
        await start(players)
        await play_hand(players)
        views = await all_until(players, "ended")
        booked = await players[0].api.hand(f"{players[0].room['id']}.1.1")
    assert booked["deltas"] == views[0]["results"][0]
    sys.stdout.write("== a hand was played and booked on arm64\n")


if __name__ == "__main__":
    sys.exit(main())
