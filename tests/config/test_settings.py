"""Settings: from the environment, checked, frozen."""

import re
from pathlib import Path

import pytest

from app.config.names import COMPOSE, doubtful_names, known_names
from app.config.settings import ANY_ADDRESS, Settings, SettingsInvalid, load_settings
from app.db.engine.urls import parse_url, sqlite_file
from app.play.loops.reaper import Patience
from app.play.loops.tidy import KeepDays
from tests.support.exact import exactly
from tests.support.processes import ROOT

NAMES = ("HOST", "PORT", "DATA_DIR", "REDIS_URL", "DATABASE_URL", "PUBLIC_URL", "WORKERS", "LOG_LEVEL")


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(str(tmp_path))


def test_defaults_are_a_table_for_tonight() -> None:
    settings = load_settings()
    assert (settings.host, settings.port, settings.workers) == (ANY_ADDRESS, 8000, 1)
    assert settings.database == "sqlite:///data/guangan.db"
    assert settings.redis_url is None


def test_what_is_kept_and_how_long_rooms_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load_settings()
    kept = {"logs_days": 90, "rooms_days": 365, "guests_days": 30, "sessions_days": 7}
    assert settings.retention.model_dump() == kept
    assert KeepDays(**kept) == KeepDays(90, 365, 7, 30)
    assert Patience(**settings.reap.model_dump()) == Patience()
    monkeypatch.setenv("RETENTION__LOGS_DAYS", "0")
    monkeypatch.setenv("REAP__GAME_MINUTES", "90")
    settings = load_settings()
    assert (settings.retention.logs_days, settings.reap.game_minutes) == (0, 90)


def test_the_environment_speaks_and_arguments_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "9000")
    monkeypatch.setenv("PACE__BOT_MS", "5")
    monkeypatch.setenv("REDIS_URL", "")
    monkeypatch.setenv("ALLOWED_ORIGINS", "https://A.example/, http://b.example:8080")
    monkeypatch.setenv("PUBLIC_URL", "https://play.example.org/")
    settings = load_settings(host="127.0.0.1", port=None)
    assert (settings.host, settings.port, settings.pace.bot_ms) == ("127.0.0.1", 9000, 5)
    assert settings.redis_url is None, "an empty variable is none"
    assert settings.allowed_origins == ("https://a.example", "http://b.example:8080")
    assert settings.public_base == "https://play.example.org"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "70000"),
        ("WORKERS", "0"),
        ("PUBLIC_URL", "play.example.org"),
        ("ALLOWED_ORIGINS", "example.org"),
        ("ALLOWED_ORIGINS", "https://example.org/path"),
        ("FORWARDED_ALLOW_IPS", "proxy.example"),
        ("FORWARDED_ALLOW_IPS", "10.0.0.1/8"),
        ("LOG_LEVEL", "loud"),
        ("PACE__NONSENSE", "1"),
        ("LIMITS__GUESTS_PER_DAY", "0"),
        ("RETENTION__LOGS_DAYS", "-1"),
        ("RETENTION__CARDS_DAYS", "1"),
        ("REAP__LOBBY_MINUTES", "0"),
        ("REAP__FORGOTTEN_HOURS", "1.5"),
        ("CARD_PRICES", '{"split":{"8":4'),
        ("CARD_PRICES", "cheap"),
        ("PACE", "slow"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsInvalid, match=f"^{name} cannot be used: .*\\.$"):
        load_settings()


def test_no_json_is_called_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARD_PRICES", '{"split":{"8":4')
    with pytest.raises(SettingsInvalid, match=exactly("CARD_PRICES cannot be used: it is not valid JSON.")):
        load_settings()


def test_names_that_nothing_reads_are_told_without_their_values(monkeypatch: pytest.MonkeyPatch) -> None:
    given = ("FREE_ROOM=s3cret", "log_level=info", "HOBBY=s3cret", "COMPOSE_PROFILES=watch", "PACE__BOT_MS=1")
    Path(".env").write_text("\n".join((*given, *(f"{name}=1" for name in COMPOSE))))
    monkeypatch.setenv("RETENTION_LOGS_DAYS", "s3cret")
    monkeypatch.setenv("EDITOR", "s3cret")
    assert doubtful_names() == (
        "FREE_ROOM in .env is not the name of a setting. Did you mean FREE_ROOMS?",
        "HOBBY in .env is not the name of a setting.",
        (
            "RETENTION_LOGS_DAYS in the environment is not the name of a setting. "
            "Did you mean RETENTION__LOGS_DAYS?"
        ),
    )


def test_nothing_is_told_of_names_that_are_right(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in known_names():
        monkeypatch.setenv(name, "1")
    assert doubtful_names() == ()


def test_what_compose_reads_from_the_same_file_is_known() -> None:
    files = (ROOT / "docker-compose.yml", *(ROOT / "deploy").glob("*.yml"))
    text = "".join(file.read_text("utf-8") for file in files)
    read = set(re.findall(r"(?<!\$)\$\{([A-Z0-9_]+)", text))
    assert read - {name.upper() for name in Settings.model_fields} == COMPOSE


@pytest.mark.parametrize(
    ("given", "kept", "behind"),
    [
        ("127.0.0.1", "127.0.0.1", False),
        ("127.0.0.1, ::1", "127.0.0.1,::1", False),
        ("", "127.0.0.1", False),
        ("*", "*", True),
        ("10.0.0.0/8 *", "*", True),
        ("10.0.0.0/8 192.0.2.7,2001:db8::/64", "10.0.0.0/8,192.0.2.7,2001:db8::/64", True),
    ],
)
def test_proxies_are_addresses_and_networks(
    given: str, kept: str, *, behind: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", given)
    settings = load_settings()
    assert (settings.forwarded_allow_ips, settings.behind_proxy) == (kept, behind)


@pytest.mark.parametrize("name", ["a?b#c", "a%41", "a b", "牌桌", "a'b"])
def test_a_folder_may_have_any_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATA_DIR", name)
    settings = load_settings()
    assert sqlite_file(parse_url(settings.database)) == settings.sqlite_path.absolute()


@pytest.mark.parametrize(
    "text", ["# 中文\nFREE_ROOMS=true\n".encode("gbk"), "FREE_ROOMS=true".encode("utf-16")]
)
def test_a_file_in_another_encoding_is_named(text: bytes) -> None:
    Path(".env").write_bytes(text)
    with pytest.raises(
        SettingsInvalid, match=exactly(".env is not UTF-8 text: save it with the encoding UTF-8.")
    ):
        load_settings()


def test_a_folder_in_place_of_the_file_is_named() -> None:
    Path(".env").mkdir()
    with pytest.raises(SettingsInvalid, match=exactly(".env cannot be read: Is a directory.")):
        load_settings()
