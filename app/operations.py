"""What ``backup``, ``restore`` and ``migrate`` do, with one sentence for the operator at their end."""

import asyncio
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

if TYPE_CHECKING:
    from app.settings import Settings

Result = TypeVar("Result")


class Refused(Exception):
    """The command cannot be carried out; the message is one sentence."""


def back_up(file: Path) -> str:
    """Write a backup into a new file, read it through, and only then give it its name. Raises Refused."""
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
    """Write a backup into an open stream. Raises Refused, OSError."""
    from app.db import check_database
    from app.db.backup import write_backup
    from app.version import VERSION

    url = _settings().database

    async def work() -> Mapping[str, int]:
        await check_database(url)
        return await write_backup(url, out, VERSION, time.time_ns() // 1_000_000)

    return _summary(_run(work()))


def check(file: BinaryIO) -> str:
    """Read a backup through. Raises Refused."""
    from app.db.backup import verify_backup

    found = _told(lambda: verify_backup(file))
    made = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(found.header.made_at / 1000))
    about = f"made {made} UTC by version {found.header.server}, tables of revision {found.header.revision}"
    return f"The backup is whole: {about}, {_summary(found.counts)}"


def put_back(file: BinaryIO, *, discard_live: bool) -> str:
    """Restore into the empty database of the settings, beside a store without rooms. Raises Refused."""
    from app.db.backup import ensure_empty, restore_backup, verify_backup
    from app.serving.launch import check_folder

    settings = _settings()
    if settings.database_url is None:
        _told(lambda: check_folder(settings))
    start = file.tell()
    _told(lambda: verify_backup(file))
    file.seek(start)
    _run(ensure_empty(settings.database))
    _clear_store(settings, discard=discard_live)
    verified = _run(restore_backup(settings.database, file))
    return f"Restored {_summary(verified.counts)} Rooms go on from their last booked hand."


def bring_to(revision: str | None) -> None:
    """Bring the database to the newest tables, or to a revision before them. Raises Refused."""
    from app.db import migrate
    from app.serving.launch import check_folder

    settings = _settings()
    if settings.database_url is None:
        _told(lambda: check_folder(settings))
    _run(migrate(settings.database, revision or "head"))


@contextmanager
def readable(source: Path | BinaryIO) -> Iterator[BinaryIO]:
    """A file that can be rewound, with the bytes of ``source``. Raises Refused."""
    try:
        with tempfile.TemporaryFile() if not isinstance(source, Path) else source.open("rb") as opened:
            if not isinstance(source, Path):
                shutil.copyfileobj(source, opened)
                opened.seek(0)
            yield opened
    except OSError as error:
        raise Refused(f"{source if isinstance(source, Path) else 'The input'}: {error.strerror}.") from None


def _clear_store(settings: "Settings", *, discard: bool) -> None:
    """Raises Refused if the store holds rooms, unless they are to go."""
    from app.serving.launch import embedded_store

    if settings.redis_url is None and not (settings.data_dir / "store").exists():
        return

    def clear() -> int:
        with embedded_store(settings) as url:
            return _run(_clear(url, discard=discard))

    left = _told(clear)
    if left:
        raise Refused(
            f"The store holds {left} live rooms and results that belong to another database: "
            "stop the server and add --discard-live."
        )


async def _clear(url: str, *, discard: bool) -> int:
    """Rooms and results that are left in the store."""
    from app.stores import Link, open_redis
    from app.stores.live import count_live, forget_live

    redis = open_redis(url)
    try:
        link = Link(redis)
        if discard:
            await forget_live(link)
        return await count_live(link)
    finally:
        await redis.aclose()


def _settings() -> "Settings":
    from app.settings import load_settings

    return _told(load_settings)


def _summary(counts: Mapping[str, int]) -> str:
    told = ", ".join(f"{rows} {name.replace('_', ' ')}" for name, rows in counts.items() if rows)
    return f"{sum(counts.values())} rows ({told})." if told else "no rows."


def _run(work: Coroutine[object, object, Result]) -> Result:
    return _told(lambda: asyncio.run(work))


def _told(work: Callable[[], Result]) -> Result:
    """What ``work`` gives. Raises Refused with the sentence of any error that an operator can act on."""
    from app.db import DatabaseError
    from app.serving.launch import Unusable
    from app.settings import SettingsInvalid
    from app.stores.errors import StoreError

    try:
        return work()
    except (DatabaseError, SettingsInvalid, StoreError, Unusable) as error:
        raise Refused(str(error)) from None
