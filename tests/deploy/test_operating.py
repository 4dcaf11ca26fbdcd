"""Commands and tables of docs/operating.md name only commands, services, metrics and revisions that exist."""

import os
import re
import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from app.commands.env_file import env_text
from app.commands.program import parser
from tests.deploy.test_watching import series
from tests.support.deploy.compose import ROOT, compose, env_of
from tests.support.markdown import codes, page

GUIDE: Final = page("docs/operating.md")
COMPOSE: Final = compose(env_of(env_text()))
_COMPOSE_COMMANDS: Final = {
    "up",
    "ps",
    "run",
    "stop",
    "start",
    "restart",
    "down",
    "logs",
    "exec",
    "build",
    "pull",
}


def blocks() -> Iterator[str]:
    """The lines of the shell blocks."""
    for block in GUIDE.blocks:
        yield from (line for line in block.text.splitlines() if line.strip())


def _ours(line: str) -> Iterator[list[str]]:
    """The words after each ``python -m app``, up to a redirection."""
    for found in re.findall(r"python3? -m app ([^>`<|;&)]*)", line):
        yield shlex.split(found.rstrip(" ."))


OURS: Final = [words for line in (*blocks(), *codes(GUIDE.prose)) for words in _ours(line)]


@pytest.mark.parametrize("words", OURS, ids=" ".join)
def test_our_commands_are_understood(words: list[str]) -> None:
    parsed = parser().parse_args(["file" if word == "FILE" else word for word in words])
    assert callable(parsed.run)


def test_there_are_some() -> None:
    assert {words[0] for words in OURS} >= {
        "init-env",
        "backup",
        "restore",
        "migrate",
        "verify-ledger",
        "admin",
    }


@pytest.mark.parametrize("line", [line for line in blocks() if "docker compose" in line])
def test_compose_is_asked_for_services_that_there_are(line: str) -> None:
    command = re.split(r"[|<>]", line[line.index("docker compose") :])[0].split()[2:]
    profiles = {name for service in COMPOSE["services"].values() for name in service.get("profiles", ())}
    if command[0] == "--profile":
        assert command[1] in {"'*'", *profiles}
        command = command[2:]
    assert command[0] in _COMPOSE_COMMANDS
    services = [word for word in command[1:] if re.fullmatch(r"[a-z]+", word)]
    if command[0] in {"run", "exec"}:
        services = services[:1]
    assert set(services) <= set(COMPOSE["services"]), line


def test_services_and_their_volumes_are_those_of_compose() -> None:
    told = {codes(service)[0]: codes(data) for service, data in GUIDE.rows("Install", "service", "its data")}
    named = {
        service: [
            volume.partition(":")[0]
            for volume in spec.get("volumes", ())
            if volume.partition(":")[0] in COMPOSE["volumes"]
        ]
        for service, spec in COMPOSE["services"].items()
    }
    assert told == named


def test_names_in_commands_are_those_of_the_files() -> None:
    commands = "\n".join(blocks())
    assert COMPOSE["name"] == "guangan"
    assert set(re.findall(r"guangan_([a-z]+)", commands)) <= set(COMPOSE["volumes"])
    changed = set(re.findall(r"s/\^([A-Z_]+)=", commands))
    assert changed
    assert changed <= set(env_of(env_text()))


def test_the_metrics_to_look_at_exist() -> None:
    known = {name.removesuffix("_bucket") for name in series()}
    table = {codes(cell)[0].partition("{")[0] for (cell,) in GUIDE.rows("Watch", "look at")}
    in_text = {name for name in codes(GUIDE.section("Watch")) if re.fullmatch(r"guangan_[a-z_]+", name)}
    assert table | in_text <= known


def test_revisions_are_those_of_the_migrations() -> None:
    revisions = {file.name[:4] for file in (ROOT / "migrations" / "versions").glob("0*.py")}
    below = {codes(cell)[0] for (cell,) in GUIDE.rows("Upgrade, and back", "below")}
    assert below == revisions - {min(revisions)}
    assert set(re.findall(r"--to (\d{4})", "\n".join(blocks()))) <= revisions


_DOCKER: Final = """#!/bin/sh
# stands for `docker compose run --rm --no-deps -T app python …`
shift 7
exec "$PYTHON" "$@"
"""


@pytest.mark.database
def test_the_nightly_line_leaves_a_backup_that_was_read_through_or_none(tmp_path: Path) -> None:
    line = next(line for line in blocks() if re.match(r"\d+ \d+ \* \* \* ", line))
    command = line.split(" ", 5)[5]
    assert re.search(r"(?<!\\)%", command) is None, "cron reads a bare % as a line break"
    command = command.replace(r"\%", "%").replace("/srv/guangan", str(tmp_path))
    (tmp_path / "bin").mkdir()
    (tmp_path / "backups").mkdir()
    docker = tmp_path / "bin" / "docker"
    docker.write_text(_DOCKER)
    docker.chmod(0o755)

    def night(database: Path) -> int:
        environment = {
            **os.environ,
            "PATH": f"{docker.parent}:{os.environ['PATH']}",
            "PYTHON": sys.executable,
            "PYTHONPATH": str(ROOT),
            "DATABASE_URL": f"sqlite:///{database}",
        }
        return subprocess.run(["/bin/sh", "-c", command], env=environment, check=False).returncode

    assert night(tmp_path / "none.db") != 0
    assert list((tmp_path / "backups").glob("*.backup")) == []
    made = [sys.executable, "-m", "app", "migrate"]
    here = tmp_path / "here.db"
    subprocess.run(made, env={**os.environ, "DATABASE_URL": f"sqlite:///{here}"}, cwd=ROOT, check=True)
    with closing(sqlite3.connect(here)) as books, books:
        books.execute("UPDATE alembic_version SET version_num = '9999'")
    assert night(here) != 0, "a backup that nobody can restore is not kept"
    assert list((tmp_path / "backups").glob("*.backup")) == []
    with closing(sqlite3.connect(here)) as books, books:
        books.execute("UPDATE alembic_version SET version_num = '0001'")
    assert night(here) == 0
    (kept,) = (tmp_path / "backups").iterdir()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d\.backup", kept.name)
    assert kept.stat().st_mode & 0o777 == 0o600


def test_every_backup_that_a_shell_writes_is_private() -> None:
    lines = [line for line in blocks() if "app backup - >" in line]
    assert len(lines) == 5
    assert all("umask 077" in line for line in lines)


def test_on_the_host_of_docker_no_command_runs_beside_it() -> None:
    """Only ``init-env`` runs there, because nothing is installed before it."""
    names = ("operating.md", "operating.zh-CN.md", "cards.md", "cards.zh-CN.md")
    for name in ("README.md", "README.zh-CN.md", *(f"docs/{name}" for name in names)):
        for place, words in re.findall(
            r"(.{0,32})python3? -m app ((?:admin|verify|tidy|restore|backup|replay|migrate)[a-z-]*)",
            (ROOT / name).read_text("utf-8"),
        ):
            assert place.endswith((" app ", ".venv/bin/")), f"{name}: {words}"
