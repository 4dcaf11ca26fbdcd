"""Passwords that keep nobody out: refused where strangers can knock, and never named."""

import pytest

from app.config.settings import ANY_ADDRESS, Settings, load_settings
from app.serving.weak import weak_passwords
from tests.support.processes import outcome, spawn

GOOD = "f3a9c2d8e1b7460592ad"


def weak(database: str | None = None, redis: str | None = None, host: str = ANY_ADDRESS) -> list[str]:
    """What there is to say."""
    given = load_settings(host=host, database_url=database, redis_url=redis)
    found: Settings = given.changed(database_url=database, redis_url=redis)
    return list(weak_passwords(found))


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    for name in ("PGPASSWORD", "PGPASSFILE", "DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(str(tmp_path))


@pytest.mark.parametrize(
    "password",
    ["postgres", "Password", "changeme", "CHANGE_ME", "change-me", "secret123", "12345678901234", "guangan"],
)
@pytest.mark.parametrize("host", ["db.example", "127.0.0.1", "localhost"])
def test_what_everybody_knows_is_refused_wherever_the_server_is(password: str, host: str) -> None:
    (database,) = weak(database=f"postgresql://u:{password}@{host}/guangan")
    (store,) = weak(redis=f"redis://:{password}@{host}:6379/0")
    assert database.startswith("DATABASE_URL has a well-known password")
    assert store.startswith("REDIS_URL has a well-known password")


def test_one_s_own_name_is_no_password() -> None:
    (database,) = weak(database="postgresql://a-long-user-name:a-long-user-name@localhost/x")
    assert "has a well-known password" in database


@pytest.mark.parametrize(
    ("database", "redis"),
    [
        (f"postgresql://u:{GOOD}@db.example/x", f"redis://:{GOOD}@store.example:6379/0"),
        (None, None),
        ("sqlite:///data/x.db", "unix:///run/redis.sock?db=3"),
        ("postgresql://u@localhost/x", "redis://127.0.0.1:6379/0"),
        ("postgresql://u@/x?host=/run/postgresql", "valkey://[::1]:6379"),
        (f"postgresql://db.example/x?user=u&password={GOOD}", f"redis://store.example/0?password={GOOD}"),
        (f"postgresql://u:{GOOD}%40%2f@db.example/x", f"rediss://:{GOOD}@store.example"),
    ],
)
def test_good_ones_and_none_on_this_machine(database: str | None, redis: str | None) -> None:
    assert weak(database, redis) == []


@pytest.mark.parametrize("name", ["database", "redis"])
def test_none_and_short_ones_elsewhere_are_refused(name: str) -> None:
    scheme = "postgresql" if name == "database" else "redis"
    (none,) = weak(**{name: f"{scheme}://store.example/0"})
    assert "has no password for a server on another machine" in none
    (short,) = weak(**{name: f"{scheme}://u:x8!kQ2pZ4@store.example/0"})
    assert "has a password of fewer than 12 characters" in short
    assert "x8!kQ2pZ4" not in short


def test_the_environment_of_postgresql_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGPASSWORD", GOOD)
    assert weak(database="postgresql://u@db.example/x") == []
    monkeypatch.setenv("PGPASSWORD", "postgres")
    assert len(weak(database="postgresql://u@db.example/x")) == 1
    monkeypatch.delenv("PGPASSWORD")
    monkeypatch.setenv("PGPASSFILE", "/somewhere")
    assert weak(database="postgresql://u@db.example/x") == []


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_a_server_for_this_machine_alone_may_have_what_it_likes(host: str) -> None:
    assert weak("postgresql://postgres:postgres@db.example/x", "redis://store.example", host) == []


@pytest.mark.process
async def test_serve_refuses_and_says_why_in_one_sentence() -> None:
    process = await spawn(
        "serve", HOST=ANY_ADDRESS, PORT="0", DATABASE_URL="postgresql://postgres:postgres@127.0.0.1:1/x",
        REDIS_URL="redis://127.0.0.1:1/0",
    )  # fmt: skip
    code, output = await outcome(process)
    assert code == 2
    assert output.startswith(
        "DATABASE_URL has a well-known password, and other machines can reach HOST 0.0.0.0: "
    )
    assert len(output.splitlines()) == 1


@pytest.mark.process
async def test_play_only_warns(tmp_path: object) -> None:
    """A table for tonight is opened; here it ends at the store that does not answer."""
    process = await spawn(
        "play",
        HOST=ANY_ADDRESS,
        PORT="0",
        REDIS_URL="redis://:changeme@127.0.0.1:1/0",
        DATA_DIR=str(tmp_path),
    )
    code, output = await outcome(process)
    assert code == 2
    warning, refusal = output.splitlines()
    assert warning.startswith("注意 Warning: REDIS_URL has a well-known password")
    assert refusal.startswith("REDIS_URL cannot be used: ")
