"""Starts the server: checks settings and surroundings, then runs one worker or several.

The surroundings are the data folder, the store, the database and the ports. A failed check raises Unusable.
"""

import asyncio
import contextlib
import os
import socket
import sys
from collections.abc import Callable, Coroutine, Iterator, Mapping
from typing import TypeVar

from app.config.settings import Settings
from app.db import DatabaseUnavailable, check_database, check_revision, migrate
from app.serving.descriptors import raise_limit
from app.stores.embedded.embedded import EmbeddedValkey
from app.stores.server.connect import check_server, open_redis
from app.stores.server.errors import StoreError

Result = TypeVar("Result")


class Unusable(Exception):
    """The server cannot start; the message is one sentence for the operator."""


def check_folder(settings: Settings) -> None:
    """Create the data folder if it is missing. Raises Unusable if the server cannot write files there."""
    folder = settings.data_dir.absolute()
    probe = folder / f".write-test-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise Unusable(f"The data folder {folder} cannot be written to: {error.strerror}.") from None


@contextlib.contextmanager
def embedded_store(settings: Settings) -> Iterator[str]:
    """The URL of the store: REDIS_URL, or else that of a private Valkey server, which this block starts.

    The private server stops at the end of the block. Raises Unusable if it does not start.
    """
    if settings.redis_url is not None:
        yield settings.redis_url
        return
    try:
        server = EmbeddedValkey.start(settings.data_dir / "store")
    except StoreError as error:
        raise Unusable(_sentence(error)) from None
    with server:
        yield server.url


async def check_surroundings(settings: Settings, *, may_migrate: bool) -> tuple[str, ...]:
    """Check that the server can use the store and the database. Returns warnings for the operator.

    With ``may_migrate`` it updates the tables of the database first. Raises Unusable.
    """
    if settings.redis_url is None:
        raise Unusable(
            "REDIS_URL is not set: set it to the URL of a Redis or Valkey server. "
            "Only `play` starts its own store."
        )
    try:
        redis = open_redis(settings.redis_url)
        try:
            report = await check_server(redis)
        finally:
            await redis.aclose()
    except StoreError as error:
        raise Unusable(f"REDIS_URL cannot be used: {_sentence(error)}") from None
    try:
        await (migrate if may_migrate else check_database)(settings.database)
        newer = await check_revision(settings.database)
    except DatabaseUnavailable as error:
        name = "DATABASE_URL cannot be used: " if settings.database_url else ""
        raise Unusable(f"{name}{_sentence(error)}") from None
    return report.warnings if newer is None else (*report.warnings, newer)


def run_worker(settings: Settings, sock: socket.socket, parent_fd: int | None = None) -> None:
    """Serve in this process until a signal stops it, or until ``parent_fd`` closes. Raises Unusable."""
    from app.main import create_app, drain
    from app.serving.worker import serve

    raise_limit()
    with metrics_served(settings):
        app = create_app(settings)
        run_async(serve(app, settings, sock, lambda: drain(app), parent_fd))


@contextlib.contextmanager
def metrics_served(settings: Settings) -> Iterator[None]:
    """Serve the metrics of this process during this block if METRICS_PORT is set.

    Raises Unusable if the port is not free.
    """
    if settings.metrics_port is None:
        yield
        return
    from app.telemetry import metrics
    from app.version import VERSION

    metrics.built(VERSION)
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(metrics.served(settings.metrics_host, settings.metrics_port))
        except OSError as error:
            raise Unusable(_no_numbers(settings, settings.metrics_port, error)) from None
        yield


def check_numbers(settings: Settings) -> None:
    """Check before the start that the metrics port of each worker is free. Raises Unusable if one is not."""
    if settings.metrics_port is None:
        return
    for port in range(settings.metrics_port, settings.metrics_port + settings.workers):
        try:
            family = socket.getaddrinfo(settings.metrics_host, port, type=socket.SOCK_STREAM)[0][0]
            socket.create_server((settings.metrics_host, port), family=family).close()
        except OSError as error:
            raise Unusable(_no_numbers(settings, port, error)) from None


def _no_numbers(settings: Settings, port: int, error: OSError) -> str:
    place = f"METRICS_PORT {port} on METRICS_HOST {settings.metrics_host}"
    return f"{place} cannot be used: {error.strerror}."


def run_workers(settings: Settings, sock: socket.socket) -> int:
    """Serve in ``settings.workers`` processes until a signal stops them. Returns the exit code."""
    from app.serving.supervisor import WorkerSupervisor

    supervisor = WorkerSupervisor(sock, settings.workers, lambda index: worker_environment(settings, index))
    return asyncio.run(supervisor.run())


def worker_environment(settings: Settings, index: int) -> Mapping[str, str]:
    """The environment variables of worker ``index`` that differ from those of this process.

    Worker 0 serves its metrics on METRICS_PORT, worker 1 on the next port, and so on.
    """
    port = settings.metrics_port
    return {
        "HOST": settings.host,
        "PORT": str(settings.port),
        "DATA_DIR": str(settings.data_dir.absolute()),
        "WORKERS": str(settings.workers),
        "LOG_LEVEL": settings.log_level,
        "REDIS_URL": settings.redis_url or "",
        "DATABASE_URL": settings.database,
        "METRICS_HOST": settings.metrics_host,
        "METRICS_PORT": "" if port is None else str(port + index),
        "FREE_ROOMS": str(settings.rooms_are_free).lower(),
    }


def run_async(main: Coroutine[object, object, Result]) -> Result:
    """Run a coroutine to its end and return its result. Uses uvloop, except on Windows."""
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(main)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if sys.platform == "win32":
        return None
    import uvloop

    return uvloop.new_event_loop


def _sentence(error: Exception) -> str:
    text = str(error).strip()
    text = f"{text[:1].upper()}{text[1:]}"
    return text if text.endswith((".", "!", "?")) else f"{text}."
