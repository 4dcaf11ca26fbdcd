"""Accepted database URLs, and the messages for unusable ones."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.db import Database, DatabaseUnavailable, check_database, migrate
from app.db.engine.checks import check_existing, has_tables
from app.db.engine.urls import parse_url, place_of
from tests.support.exact import exactly

pytestmark = pytest.mark.database

USE = "use sqlite:///path/to/file or postgresql://user:password@host:5432/name."
PLAIN_FILE = "SQLite needs a plain file: use sqlite:///path/to/file."


@pytest.fixture
def closed_port() -> Iterator[int]:
    """A port on which nobody listens and that nobody else can take."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port: int = bound.getsockname()[1]
        yield port


@pytest.mark.parametrize(
    ("text", "driver"),
    [
        ("sqlite:///data/guangan.db", "sqlite+aiosqlite"),
        ("sqlite+aiosqlite:////var/lib/guangan.db", "sqlite+aiosqlite"),
        ("postgresql://gm:secret@db/guangan", "postgresql+asyncpg"),
        ("postgres://gm:secret@db/guangan", "postgresql+asyncpg"),
        ("postgresql+asyncpg://gm@/guangan?host=/run/postgresql", "postgresql+asyncpg"),
    ],
)
def test_known_urls_get_the_async_driver(text: str, driver: str) -> None:
    assert parse_url(text).drivername == driver


def test_sslmode_is_what_asyncpg_calls_ssl() -> None:
    assert parse_url("postgresql://db/guangan?sslmode=require").query == {"ssl": "require"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f"The database URL cannot be read: {USE}"),
        ("guangan.db", f"The database URL cannot be read: {USE}"),
        ("postgresql://gm:secret@db:port/guangan", f"The database URL cannot be read: {USE}"),
        ("mysql://gm:secret@db/guangan", f"mysql is not a database this server knows: {USE}"),
        (
            "postgresql+psycopg://gm:secret@db/guangan",
            f"postgresql+psycopg is not a database this server knows: {USE}",
        ),
        ("sqlite://", PLAIN_FILE),
        ("sqlite:///:memory:", PLAIN_FILE),
        ("sqlite:///data/guangan.db?mode=ro", PLAIN_FILE),
        ("postgresql://gm:secret@db", f"The database URL names no database: {USE}"),
        (
            "postgresql://gm:secret@db/guangan?speed=high",
            "The database URL has a parameter this server does not know: speed. Remove it.",
        ),
    ],
)
async def test_other_urls_are_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(DatabaseUnavailable, match=exactly(sentence)) as caught:
        await check_database(text)
    message = str(caught.value)
    assert "secret" not in message
    with pytest.raises(DatabaseUnavailable, match=exactly(sentence)):
        Database(text)


def test_places_are_named_without_user_and_password() -> None:
    assert (
        place_of(parse_url("postgresql://gm:secret@db/guangan")) == "PostgreSQL at db:5432 (database guangan)"
    )
    assert place_of(parse_url("postgresql:///x?host=/run/pg")) == "PostgreSQL at /run/pg:5432 (database x)"
    assert place_of(parse_url("sqlite:////srv/g.db")) == "The database file /srv/g.db"


async def test_a_good_database_passes(empty_url: str) -> None:
    await check_database(empty_url)
    await migrate(empty_url)
    await check_database(empty_url)


async def test_the_folder_of_an_sqlite_file_is_made(tmp_path: Path) -> None:
    await check_database(f"sqlite:///{tmp_path}/new/deep/guangan.db")
    assert (tmp_path / "new" / "deep" / "guangan.db").exists()


async def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    for use in (check_database, migrate):
        with pytest.raises(DatabaseUnavailable) as caught:
            await use(f"sqlite:///{tmp_path}/file/guangan.db")
        assert (
            str(caught.value)
            == f"The database folder {tmp_path}/file cannot be created (File exists): set DATA_DIR."
        )


async def test_a_folder_that_cannot_be_written() -> None:
    # nobody can create files in /proc, not even root
    with pytest.raises(DatabaseUnavailable) as caught:
        await check_database("sqlite:////proc/guangan.db")
    message = str(caught.value)
    assert message.startswith(
        "The database file /proc/guangan.db does not answer (unable to open database file): check the file, "
    )
    assert message.endswith(".")


async def test_a_file_that_has_to_exist(tmp_path: Path, empty_url: str) -> None:
    url = f"sqlite:///{tmp_path}/guangan.db"
    with pytest.raises(DatabaseUnavailable, match="does not exist: set DATABASE_URL or DATA_DIR"):
        await check_existing(url)
    assert not (tmp_path / "guangan.db").exists()
    await check_database(url)
    await check_existing(url)
    await check_database(empty_url)
    await check_existing(empty_url)
    assert not await has_tables(empty_url)
    await migrate(empty_url)
    assert await has_tables(empty_url)


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "guangan.db").write_text("房卡麻将 " * 500)
    with pytest.raises(
        DatabaseUnavailable, match=r"guangan.db does not answer \(file is not a database\): check"
    ):
        await check_database(f"sqlite:///{tmp_path}/guangan.db")


async def test_a_server_that_is_not_there(closed_port: int) -> None:
    with pytest.raises(DatabaseUnavailable) as caught:
        await check_database(f"postgresql://gm:secret@127.0.0.1:{closed_port}/guangan")
    message = str(caught.value)
    assert message.startswith(f"PostgreSQL at 127.0.0.1:{closed_port} (database guangan) does not answer (")
    assert message.endswith("): check that the server runs and that DATABASE_URL is right.")
    assert message.count("\n") == 0
    assert "secret" not in message


async def test_a_database_that_does_not_exist(server_url: str) -> None:
    url = parse_url(server_url).set(database="gm_nowhere", password="secret")
    with pytest.raises(DatabaseUnavailable) as caught:
        await check_database(url.render_as_string(hide_password=False))
    message = str(caught.value)
    assert message.startswith("PostgreSQL at ")
    assert message.endswith(' cannot be used (database "gm_nowhere" does not exist): check DATABASE_URL.')
    assert "secret" not in message


async def test_a_running_server_says_so_as_well(closed_port: int) -> None:
    db = Database(f"postgresql://gm:secret@127.0.0.1:{closed_port}/guangan")
    for attempt in (db.read().__aenter__, db.write().__aenter__):
        with pytest.raises(DatabaseUnavailable, match="does not answer"):
            await attempt()
    await db.close()
