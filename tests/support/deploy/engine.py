"""A Docker engine of its own on a Debian machine, with stand-ins for base images, for a test of the guide.

Debian has the engine, and its next release has the plugins ``compose`` and ``buildx``. The stand-ins have the
names of the real images and are made of Debian's packages, so sizes and times of pulls say nothing.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.support.deploy.roots import bring_node, make_base, mirror

_NEXT: Final = "trixie"
_PLUGINS: Final = ("docker-compose", "docker-buildx")
_START_S: Final = 60
_POSTGRES: Final = """#!/bin/sh
set -e
bin=$(echo /usr/lib/postgresql/*/bin)
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/pw
  set -- --pwfile=/tmp/pw --auth-host=scram-sha-256 $POSTGRES_INITDB_ARGS
  "$bin/initdb" -U "$POSTGRES_USER" "$@" >/dev/null
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  "$bin/pg_ctl" -w -o "-c listen_addresses=" start >/dev/null
  "$bin/createdb" -U "$POSTGRES_USER" -h /var/run/postgresql "$POSTGRES_DB" || true
  "$bin/pg_ctl" -w stop >/dev/null
fi
exec "$bin/postgres" -c listen_addresses='*'
"""


class NoEngine(Exception):
    """This machine cannot run an engine. The message says why."""


@dataclass(frozen=True, slots=True)
class Engine:
    """A running engine. ``variables`` lead a client to it."""

    variables: Mapping[str, str]

    def run(self, *words: str, folder: Path | None = None) -> str:
        """The output of ``docker WORDS``. Raises CalledProcessError."""
        done = subprocess.run(
            ["docker", *words],
            env=self.environment,
            cwd=folder,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        return done.stdout

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a shell that uses this engine."""
        return {**os.environ, **self.variables}


@contextmanager
def engine(folder: Path) -> Iterator[Engine]:
    """An engine whose data are in ``folder``, with the plugins and the stand-ins. Raises NoEngine."""
    if os.geteuid() != 0 or shutil.which("dockerd") is None:
        raise NoEngine("this needs root and dockerd (deploy/prove-docker.sh installs Debian's)")
    home, state = folder / "docker", folder / "engine"
    _bring_plugins(folder, home / "cli-plugins")
    state.mkdir(exist_ok=True)
    socket = state / "docker.sock"
    places = ("--data-root", state / "data", "--exec-root", state / "exec", "-p", state / "pid")
    with (state / "log").open("wb") as log:
        # An engine of before version 27 needs both flags for IPv6, and newer ones still know them.
        daemon = subprocess.Popen(
            ["dockerd", *map(str, places), "-H", f"unix://{socket}", "--experimental", "--ip6tables"],
            stdout=log,
            stderr=log,
        )
    found = Engine({"DOCKER_HOST": f"unix://{socket}", "DOCKER_CONFIG": str(home)})
    try:
        _await(found, daemon, state / "log")
        _make_images(found, folder)
        yield found
    finally:
        daemon.send_signal(signal.SIGTERM)
        daemon.wait()


def _await(found: Engine, daemon: "subprocess.Popen[bytes]", log: Path) -> None:
    until = time.monotonic() + _START_S
    while subprocess.run(
        ["docker", "info"], env=found.environment, capture_output=True, check=False
    ).returncode:
        if daemon.poll() is not None or time.monotonic() > until:
            raise NoEngine("dockerd does not start: " + log.read_text("utf-8").strip()[-600:])
        time.sleep(0.5)


def _bring_plugins(folder: Path, place: Path) -> None:
    """The plugins of Debian's next release, from the sources of this machine."""
    if all((place / name).exists() for name in _PLUGINS):
        return
    lists = folder / "lists"
    (lists / "partial").mkdir(parents=True, exist_ok=True)
    sources = folder / "next.list"
    sources.write_text(f"deb {mirror()} {_NEXT} main\n")
    options = [
        f"-oDir::Etc::sourcelist={sources}",
        "-oDir::Etc::sourceparts=-",
        f"-oDir::State::lists={lists}",
        "-oAPT::Sandbox::User=root",
    ]
    subprocess.run(["apt-get", *options, "-qq", "update"], check=True)
    subprocess.run(["apt-get", *options, "-qq", "download", *_PLUGINS], cwd=folder, check=True)
    place.mkdir(parents=True, exist_ok=True)
    for name in _PLUGINS:
        (package,) = folder.glob(f"{name}_*.deb")
        unpacked = folder / name
        subprocess.run(["dpkg", "-x", str(package), str(unpacked)], check=True)
        (program,) = unpacked.rglob(f"cli-plugins/{name}")
        shutil.copy2(program, place / name)


def _make_images(found: Engine, folder: Path) -> None:
    known = set(found.run("images", "--format", "{{.Repository}}:{{.Tag}}").split())
    base = make_base(folder)
    bring_node(base)
    for name in ("config", "data"):
        (base / name).mkdir(exist_ok=True)
    network = [
        "ENV PIP_CERT=/etc/ssl/certs/ca-certificates.crt",
        "ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt",
        "ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt",
    ]
    places = ["ENV XDG_CONFIG_HOME=/config", "ENV XDG_DATA_HOME=/data"]
    for image, more in {
        "python:3.11-slim-bookworm": [],
        "node:22-bookworm-slim": [],
        "caddy:2.11-alpine": places,
    }.items():
        if image not in known:
            _import(found, base, image, [*network, *more])
    servers = _servers(folder)
    entry = ["ENV PGDATA=/var/lib/postgresql/data", 'ENTRYPOINT ["/usr/local/bin/entrypoint"]']
    if "postgres:17-alpine" not in known:
        _import(found, servers, "postgres:17-alpine", entry)
    if "valkey/valkey:8-alpine" not in known:
        _import(found, servers, "valkey/valkey:8-alpine", ["WORKDIR /data"])


def _servers(folder: Path) -> Path:
    """A root with PostgreSQL and Valkey of Debian's next release."""
    root, done = folder / "servers", folder / "servers.done"
    if done.exists():
        return root
    shutil.rmtree(root, ignore_errors=True)
    include = "--include=postgresql-17,valkey-server,valkey-tools"
    subprocess.run(["debootstrap", "--variant=minbase", include, _NEXT, str(root), mirror()], check=True)
    entry = root / "usr/local/bin/entrypoint"
    entry.write_text(_POSTGRES)
    entry.chmod(0o755)
    link = "ln -sf /usr/lib/postgresql/*/bin/* /usr/local/bin/"
    subprocess.run(["chroot", str(root), "sh", "-c", link], check=True)
    for place, owner in (("var/lib/postgresql/data", (70, 70)), ("data", (999, 1000))):
        (root / place).mkdir(parents=True, exist_ok=True)
        os.chown(root / place, *owner)
    # not /var/run: that is a link, and leads out of the root
    (root / "run/postgresql").mkdir(parents=True, exist_ok=True)
    (root / "run/postgresql").chmod(0o1777)
    with (root / "etc/passwd").open("a") as users:
        users.write("pg:x:70:70::/var/lib/postgresql:/bin/sh\n")
    done.touch()
    return root


def _import(found: Engine, root: Path, image: str, changes: list[str]) -> None:
    sys.stdout.write(f"== image {image}\n")
    sys.stdout.flush()
    flags = [word for change in changes for word in ("-c", change)]
    packed = subprocess.Popen(
        ["tar", "--one-file-system", "--xattrs", "--xattrs-include=*", "-C", str(root), "-c", "."],
        stdout=subprocess.PIPE,
    )
    command = ["docker", "import", *flags, "-", image]
    subprocess.run(command, env=found.environment, stdin=packed.stdout, check=True, stdout=subprocess.DEVNULL)
    packed.wait()
