"""Runs the commands of docs/operating.md on a real engine: call ``deploy/prove-docker.sh``, as root.

Two languages have the same commands (tests/docs compares them), so each runs once. What it cannot run here it
says at the end.
"""

import argparse
import asyncio
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import httpx

from tests.support.deploy.compose import ROOT, env_of
from tests.support.deploy.engine import Engine, NoEngine, engine
from tests.support.deploy.outage import Outage, outage
from tests.support.live import Player, guests, seat_four, start

_ENGLISH: Final = "docs/operating.md"
_NOT_PROVEN: Final = 3
_MIGRATION: Final = '''"""A table that only the next version has."""

import sqlalchemy as sa
from alembic import op

revision = "9001"
down_revision = "{head}"


def upgrade() -> None:
    op.create_table("of_tomorrow", sa.Column("id", sa.Integer, primary_key=True))


def downgrade() -> None:
    op.drop_table("of_tomorrow")
'''
_ORIGIN: Final = {"Origin": "https://play.example.org"}
_skipped: list[str] = [
    "full disks",
    "lost certificates (no authority to ask)",
    "the profile watch (no stand-ins)",
]


def main() -> int:
    """0 when all is proven, 3 without an engine; else an exception that says what failed."""
    parser = argparse.ArgumentParser(description="Run the commands of docs/operating.md on a real engine.")
    parser.add_argument("folder", type=Path, help="where engine and images go; about 8 GB")
    folder = parser.parse_args().folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with engine(folder) as found:
            asyncio.run(_prove(found, folder))
    except NoEngine as error:
        sys.stderr.write(f"\n######## NOT PROVEN: {error} ########\n")
        return _NOT_PROVEN
    for line in _skipped:
        _say(f"NOT PROVEN HERE: {line}")
    return 0


def commands(name: str) -> Iterator[tuple[str, str]]:
    """Heading and text of each shell block of a page."""
    heading, block = "", list[str]()
    inside = False
    for line in (ROOT / name).read_text("utf-8").splitlines():
        if inside and line == "```":
            yield heading, "\n".join(block)
            inside = False
        elif inside:
            block.append(line)
        elif line == "```sh":
            block, inside = [], True
        elif line.startswith("#"):
            heading = line.lstrip("# ")


class Home:
    """A clone with its own installation."""

    def __init__(self, found: Engine, folder: Path, origin: Path) -> None:
        self.engine, self.folder = found, folder
        subprocess.run(["git", "clone", "-q", str(origin), str(folder)], check=True)
        self._blocks: dict[str, list[str]] = {}
        for heading, text in commands(_ENGLISH):
            self._blocks.setdefault(heading, []).append(text)

    def guide(self, heading: str, number: int = 0, change: Callable[[str], str] = str) -> None:
        """Run a block of the guide, as it is or with a change for this test."""
        text = change(self._blocks[heading][number])
        if "--pull" in text:
            _skip("`--pull` and `docker compose pull` (no registry)")
            text = text.replace(" --pull", "").replace("docker compose pull --ignore-buildable", "true")
        self.shell(text)

    def shell(self, text: str) -> str:
        """Run lines of a shell in the clone. Returns their output. Raises CalledProcessError if one fails."""
        _say(f"[{self.folder.name}] " + text.strip().replace("\n", "\n      "))
        environment = {**self.engine.environment, "BUILDKIT_PROGRESS": "quiet", "COMPOSE_ANSI": "never"}
        done = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", text],
            cwd=self.folder,
            env=environment,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            stdin=subprocess.DEVNULL,
        )
        if done.returncode:
            sys.stdout.write(done.stdout[-4000:])
            subprocess.run(
                ["docker", "compose", "logs", "--tail", "20"],
                cwd=self.folder,
                env=environment,
                check=False,
                stdin=subprocess.DEVNULL,
            )
            raise subprocess.CalledProcessError(done.returncode, text)
        return done.stdout

    def setting(self, **values: str) -> None:
        """Set names in .env."""
        file = self.folder / ".env"
        lines = [
            line for line in file.read_text("utf-8").splitlines() if line.partition("=")[0] not in values
        ]
        file.write_text(
            "\n".join([*lines, *(f"{name}={value}" for name, value in values.items()), ""]), "utf-8"
        )

    @property
    def env(self) -> dict[str, str]:
        """The names of .env."""
        return env_of((self.folder / ".env").read_text("utf-8"))


async def _prove(found: Engine, folder: Path) -> None:
    origin = _origin(folder)
    homes = folder / "homes"
    shutil.rmtree(homes, ignore_errors=True)
    homes.mkdir()
    home, second = Home(found, homes / "one", origin), Home(found, homes / "two", origin)
    try:
        _install(home, 8080, 8443)
        await _away(home)
        await _two(home, second)
        await _back(home, origin)
        await _proxies(home)
        await _restore(home)
    finally:
        for each in (home, second):
            if (each.folder / ".env").exists():
                each.shell("docker compose --profile '*' down --volumes --timeout 5")


def _origin(folder: Path) -> Path:
    """A repository with this tree; its Dockerfile needs no frontend from a registry."""
    origin, work = folder / "origin.git", folder / "origin"
    for each in (origin, work):
        shutil.rmtree(each, ignore_errors=True)
    subprocess.run(["git", "clone", "-q", str(ROOT), str(work)], check=True)
    subprocess.run(["git", "checkout", "-q", "-B", "main"], cwd=work, check=True)
    dockerfile = work / "Dockerfile"
    dockerfile.write_text(re.sub(r"^# syntax=.*\n", "", dockerfile.read_text("utf-8")), "utf-8")
    _commit(work, "stand-in")
    subprocess.run(["git", "clone", "-q", "--bare", str(work), str(origin)], check=True)
    subprocess.run(["git", "remote", "set-url", "origin", str(origin)], cwd=work, check=True)
    return origin


def _commit(work: Path, message: str) -> None:
    who = ["-c", "user.name=prove", "-c", "user.email=prove@localhost"]
    subprocess.run(["git", "add", "--all"], cwd=work, check=True)
    subprocess.run(["git", *who, "commit", "-q", "-m", message], cwd=work, check=True)


def _install(home: Home, http: int, https: int) -> None:
    def prepared(text: str) -> str:
        ours = f"sed -i 's/^HTTP_PORT=.*/HTTP_PORT={http}/; s/^HTTPS_PORT=.*/HTTPS_PORT={https}/' .env"
        lines = [ours, "echo FREE_ROOMS=true >> .env"]
        first, rest = text.split("\n", 1)
        return "\n".join(
            [
                first,
                *lines,
                rest.replace("docker compose ps", "docker compose up -d --wait\ndocker compose ps"),
            ]
        )

    _build_on_the_network_of_this_machine(home)
    home.guide("Install", 0, prepared)
    home.guide("Install", 1)
    home.guide("Install", 2, _make_boss)


def _make_boss(text: str) -> str:
    """The first line of the block, with a password and without a terminal."""
    line = text.split("\n", 1)[0].replace("exec app", "exec -T app").replace("NAME", "boss")
    return f"echo a-long-password | {line}"


def _build_on_the_network_of_this_machine(home: Home) -> None:
    """Builds may need proxies and names of this machine."""
    text = "services:\n" + "".join(
        f"  {name}: {{build: {{network: host}}}}\n" for name in ("proxy", "app", "migrate")
    )
    (home.folder / "docker-compose.override.yml").write_text(text, "utf-8")


async def _away(home: Home) -> None:
    """Figures for the table of outages."""
    url = "http://127.0.0.1:8080"
    async with guests(url) as players:
        await seat_four(players)
        await start(players)
        home.setting(REPLICAS="2")
        seen = await _told(
            url, players, "one replica more", lambda: home.shell("docker compose up -d --wait")
        )
        assert (seen.disconnects, seen.away_s) == (0, 0), seen
        home.setting(GRAFANA_PASSWORD="another")
        seen = await _told(url, players, "Grafana's password", lambda: home.shell("docker compose up -d"))
        assert (seen.disconnects, seen.away_s) == (0, 0), seen
        names = home.shell("docker compose ps --format '{{.Name}}' app").split()
        home.shell(f"docker pause {names[0]}")
        seen = await _told(url, players, "a replica hangs", lambda: home.shell("sleep 20"))
        assert seen.slowest_s < 8, seen
        home.shell(f"docker unpause {names[0]} && sleep 15")
        home.setting(REPLICAS="1")
        await _told(url, players, "one replica less", lambda: home.shell("docker compose up -d --wait"))
        home.setting(LOG_LEVEL="debug")
        seen = await _told(
            url, players, "a changed setting", lambda: home.shell("docker compose up -d --wait")
        )
        assert seen.refused_s == 0, seen
        await _told(url, players, "the store restarts", lambda: home.shell("docker compose restart store"))
        await _told(
            url, players, "the database restarts", lambda: home.shell("docker compose restart database")
        )
        await _told(url, players, "the proxy restarts", lambda: home.shell("docker compose restart proxy"))


async def _told(url: str, players: list[Player], name: str, act: Callable[[], object]) -> Outage:
    seen = await outage(url, players, act)
    _say(f"FIGURES {name}: {seen}")
    return seen


async def _two(home: Home, second: Home) -> None:
    """A second clone on the same machine has its own data."""
    _install(second, 8081, 8444)
    assert home.env["COMPOSE_PROJECT_NAME"] != second.env["COMPOSE_PROJECT_NAME"]
    for number, port in enumerate((8080, 8081)):
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
            assert (await client.get("/livez")).status_code == 200, number
    count = "docker compose exec -T database psql -U guangan -Atc 'select count(*) from players'"
    assert int(home.shell(count)) >= 4
    assert int(second.shell(count)) == 0
    second.shell("docker compose down --volumes --timeout 5")


async def _back(home: Home, origin: Path) -> None:
    """A new version with a migration comes by the lines of the guide, and goes by them."""
    work = origin.parent / "origin"
    known = sorted(file.name[:4] for file in (work / "migrations/versions").glob("0*.py"))
    (work / "migrations/versions/9001_of_tomorrow.py").write_text(_MIGRATION.format(head=known[-1]), "utf-8")
    _commit(work, "tomorrow")
    home.shell(f"git -C {work} push -q origin main")
    revision = (
        "docker compose exec -T database psql -U guangan -Atc 'select version_num from alembic_version'"
    )
    url = "http://127.0.0.1:8080"
    async with guests(url) as players:
        await seat_four(players)
        seen = await _told(url, players, "an update", lambda: home.guide("Upgrade, and back", 0))
        assert seen.refused_s < 5, seen
    home.shell("docker compose up -d --wait")
    assert home.shell(revision).strip() == "9001"
    home.guide("Upgrade, and back", 1)
    home.shell("docker compose up -d --wait")
    assert home.shell(revision).strip() == known[-1]
    home.guide("Upgrade, and back", 2)
    home.shell("docker compose up -d --wait")
    home.shell("git checkout -q $(cat before-upgrade.version) && docker compose up -d --build --wait")
    assert home.shell(revision).strip() == "9001", "an older program leaves newer tables alone and serves"
    home.shell("git checkout -q main && docker compose up -d --build --wait")


async def _proxies(home: Home) -> None:
    """A proxy of the operator says who the client is; over IPv6 the client's address arrives."""
    home.setting(TRUSTED_PROXIES="172.16.0.0/12 192.168.0.0/16", PUBLIC_URL="https://play.example.org")
    home.shell("docker compose up -d --wait")
    async with httpx.AsyncClient(base_url="http://127.0.0.1:8080", trust_env=False) as client:
        given = {**_ORIGIN, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
        answers = [await client.post("/api/guests", json={"name": "阿勇"}, headers=given) for _ in range(21)]
        assert "Secure" in answers[0].headers["set-cookie"]
        assert answers[-1].status_code == 429
        other = await client.post(
            "/api/guests", json={"name": "阿勇"}, headers={**given, "X-Forwarded-For": "203.0.113.8"}
        )
        assert other.status_code == 201
        given["Origin"] = "https://strange.example"
        assert (await client.post("/api/guests", json={"name": "阿勇"}, headers=given)).status_code == 403
    assert "https://strange.example asks for host" in home.shell("docker compose logs app")
    home.setting(COMPOSE_FILE="docker-compose.yml:docker-compose.override.yml:deploy/ipv6.yml")
    home.guide("Players with IPv6", 0, lambda text: text.partition("\n")[2])
    home.shell("docker compose up -d --wait")
    await _addresses_of_ipv6(home)


async def _addresses_of_ipv6(home: Home) -> None:
    """Two clients with IPv6 have a limit each."""
    own = home.shell(
        "ip -6 -o addr show scope global | sed -n 's/.*inet6 \\([^/]*\\).*/\\1/p' | head -n 1"
    ).strip()
    if not own:
        _skip("players with IPv6 (this machine has no address of IPv6)")
        return
    other = "fd77::5"
    home.shell(f"ip -6 addr add {other}/128 dev lo")
    try:
        statuses: list[int] = []
        for address, times in ((own, 21), (other, 1)):
            transport = httpx.AsyncHTTPTransport(local_address=address)
            async with httpx.AsyncClient(
                base_url=f"http://[{own}]:8080", transport=transport, headers=_ORIGIN
            ) as client:
                made = [await client.post("/api/guests", json={"name": "阿勇"}) for _ in range(times)]
            statuses += [answer.status_code for answer in made]
        assert statuses == [*([201] * 20), 429, 201], statuses
    finally:
        home.shell(f"ip -6 addr del {other}/128 dev lo")


async def _restore(home: Home) -> None:
    """A backup comes back on an empty machine."""
    home.guide("Back up", 0)
    count = "docker compose exec -T database psql -U guangan -Atc 'select count(*) from players'"
    before = home.shell(count)
    home.guide("Restore", 1)
    home.guide("Restore", 0, lambda text: text.replace("2026-11-30", "now"))
    home.shell("docker compose up -d --wait")
    assert home.shell(count) == before
    home.guide("Restore", 2)
    home.guide("What is kept, and for how long")
    home.guide("Stop, start, more replicas", 0)
    home.guide("Stop, start, more replicas", 1)


def _skip(line: str) -> None:
    if line not in _skipped:
        _skipped.append(line)


def _say(line: str) -> None:
    sys.stdout.write(f"== {line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
