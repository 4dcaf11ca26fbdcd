"""The work of ``backup``, ``restore`` and ``migrate``. Each function returns a message for the operator."""

import asyncio
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from app.commands.common import Refused, now_ms
from app.commands.settings import read_settings

if TYPE_CHECKING:
    from app.config.settings import Settings
    from app.db.backup import Verified

Result = TypeVar("Result")


def back_up(file: Path) -> str:
    """Write a backup into a new file. Raises Refused.

    It writes to ``FILE.part``, reads the result through, and only then renames it to ``FILE``.
    """
    from app.db.backup import verify_backup

    if file.exists():
        raise Refused(f"{file} exists: choose another name.")
    part = file.with_name(f"{file.name}.part")
    try:
        descriptor = os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w+b") as opened:
            done = back_up_to(opened)
            opened.flush()
            os.fsync(opened.fileno())
            opened.seek(0)
            _told(lambda: verify_backup(opened))
        part.rename(file)
    except OSError as error:
        raise Refused(f"{file} cannot be written to: {error.strerror}.") from None
    finally:
        part.unlink(missing_ok=True)
    return f"{file}: {done}"


def back_up_to(out: BinaryIO) -> str:
    """Write a backup to an open stream. Raises Refused, OSError."""
    from app.db.backup import write_backup
    from app.db.engine.checks import check_existing
    from app.version import VERSION

    url = _settings().database

    async def work() -> Mapping[str, int]:
        await check_existing(url)
        return await write_backup(url, out, VERSION, now_ms())

    return _summary(_run(work()))


def check(file: BinaryIO) -> str:
    """Read a backup through. Raises Refused if it is damaged or comes from a newer version."""
    from app.db.backup import require_known, verify_backup

    found = _told(lambda: verify_backup(file))
    _told(lambda: require_known(found.header))
    made = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(found.header.made_at / 1000))
    about = f"made {made} UTC by version {found.header.server}, tables of revision {found.header.revision}"
    return f"The backup is whole: {about}, {_summary(found.counts)}"


def put_back(file: BinaryIO, *, discard_live: bool) -> str:
    """Restore a backup into the empty database of the settings. Raises Refused if the store holds rooms.

    ``discard_live`` empties the store as the last step before the commit of the database. A crash between the
    two leaves both empty, and the operator can run the command again. In the other order a crash would leave
    old rooms in the store, and the server would take them for rooms of the restored database.
    """
    from app.db.backup import ensure_empty, require_known, verify_backup
    from app.db.engine.urls import parse_url, place_of
    from app.serving.launch import check_folder

    settings = _settings()
    if settings.database_url is None:
        _told(lambda: check_folder(settings))
    start = file.tell()
    header = _told(lambda: verify_backup(file)).header
    _told(lambda: require_known(header))
    file.seek(start)
    _run(ensure_empty(settings.database))
    with _store(settings) as store:
        verified = _run(_restored(settings.database, file, store, discard=discard_live))
    place = place_of(parse_url(settings.database))
    return f"{place} is restored: {_summary(verified.counts)} Rooms go on from their last booked hand."


def bring_to(revision: str | None, *, may_lose: bool) -> str:
    """Move the tables of the database to the newest revision, or to ``revision``. Raises Refused.

    Without ``may_lose`` it refuses a move that would lose rows. Tables that are newer than this program stay
    as they are: it serves with them, and `compose up` must not fail on the way there.
    """
    from app.db import migrate
    from app.db.engine.migrate import told
    from app.db.engine.urls import parse_url, place_of
    from app.serving.launch import check_folder

    settings = _settings()
    if settings.database_url is None:
        _told(lambda: check_folder(settings))
    if revision is None and (newer := _run(_newer_tables(settings.database))) is not None:
        return newer
    moved = _run(migrate(settings.database, "head" if revision is None else revision, may_lose=may_lose))
    place = place_of(parse_url(settings.database))
    if moved.before == moved.after:
        return f"{place} has revision {moved.after} already."
    lost = f", and lost {told(moved.lost)}" if moved.lost else ""
    return f"{place} went from {moved.before or 'no tables'} to {moved.after}{lost}."


async def _newer_tables(url: str) -> str | None:
    """A warning if the tables are newer than this program."""
    from app.db import DatabaseUnavailable, check_revision

    try:
        return await check_revision(url)
    except DatabaseUnavailable:
        return None


@contextmanager
def readable(source: Path | BinaryIO) -> Iterator[BinaryIO]:
    """Open ``source`` for reading and rewinding. A stream is copied to a temporary file. Raises Refused."""
    try:
        with tempfile.TemporaryFile() if not isinstance(source, Path) else source.open("rb") as opened:
            if not isinstance(source, Path):
                shutil.copyfileobj(source, opened)
                opened.seek(0)
            yield opened
    except OSError as error:
        raise Refused(f"{source if isinstance(source, Path) else 'The input'}: {error.strerror}.") from None


@contextmanager
def _store(settings: "Settings") -> Iterator[str | None]:
    """The URL of the store, or None if the data folder has none and REDIS_URL is not set. Raises Refused.

    During this block the private store of the data folder runs, so no other server can start in this folder.
    """
    from app.serving.launch import embedded_store

    if settings.redis_url is None and not (settings.data_dir / "store").exists():
        yield None
        return
    with ExitStack() as stack:
        yield _told(lambda: stack.enter_context(embedded_store(settings)))


async def _restored(database: str, file: BinaryIO, store: str | None, *, discard: bool) -> "Verified":
    """Restore the backup. With ``discard`` empty the store too, else raise Refused if it holds rooms."""
    from app.db.backup import restore_backup
    from app.stores import Link, open_redis
    from app.stores.live import count_live, forget_live

    if store is None:
        return await restore_backup(database, file)
    redis = open_redis(store)
    link = Link(redis)

    async def forget() -> None:
        if discard:
            await forget_live(link)

    try:
        left = await count_live(link)
        if left and not discard:
            raise Refused(
                f"The store holds {left} live rooms and results that belong to another database: "
                "stop the server, then use --discard-live to delete them."
            )
        return await restore_backup(database, file, forget)
    finally:
        await redis.aclose()


def _settings() -> "Settings":
    return _told(read_settings)


def _summary(counts: Mapping[str, int]) -> str:
    told = ", ".join(f"{rows} {name.replace('_', ' ')}" for name, rows in counts.items() if rows)
    return f"{sum(counts.values())} rows ({told})." if told else "no rows."


def _run(work: Coroutine[object, object, Result]) -> Result:
    return _told(lambda: asyncio.run(work))


def _told(work: Callable[[], Result]) -> Result:
    """The result of ``work``. Turns every error that the operator can act on into Refused."""
    from app.config.settings import SettingsInvalid
    from app.db import DatabaseError
    from app.serving.launch import Unusable
    from app.stores.server.errors import StoreError

    try:
        return work()
    except (DatabaseError, SettingsInvalid, StoreError, Unusable) as error:
        raise Refused(str(error)) from None
