"""The settings of the server. The operator sets them in the environment or in a ``.env`` file.

``load_settings`` checks them once, at the start. ``docs/operating.md`` explains each one.
"""

import re
from ipaddress import IPv4Address, ip_network
from pathlib import Path
from typing import Annotated, Final, Literal, Self
from urllib.parse import quote, urlsplit

from pydantic import AnyHttpUrl, BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from app.kit.addresses import is_this_machine

__all__ = [
    "CardPrices",
    "LimitSettings",
    "PaceSettings",
    "ReapSettings",
    "RetentionSettings",
    "Settings",
    "SettingsInvalid",
    "check_file",
    "load_settings",
]

ANY_ADDRESS: Final = str(IPv4Address(0))
EVERYBODY: Final = "*"
_NO_JSON: Final = re.compile(r'parsing value for field "(\w+)"')
_FROZEN: Final = ConfigDict(frozen=True, extra="forbid")
Prices = Annotated[
    dict[Annotated[int, Field(ge=1)], Annotated[int, Field(ge=0, le=1_000)]], Field(min_length=1)
]
Milliseconds = Annotated[int, Field(ge=0, le=600_000)]
Days = Annotated[int, Field(ge=0, le=36_500)]


class SettingsInvalid(Exception):
    """The server cannot use a setting. The message is one sentence that names it."""


class PaceSettings(BaseModel):
    """How long a table waits, in ms, set as ``PACE__BOT_MS=900`` and so on.

    A room keeps the values with which it was made. ``Pace`` in ``app/rooms/state/settings.py`` explains each.
    """

    model_config = _FROZEN

    pause_ms: Milliseconds = 600
    bot_ms: Milliseconds = 900
    steady_ms: Milliseconds = 3_000
    next_hand_ms: Milliseconds = 20_000
    vote_ms: Milliseconds = 60_000
    grace_ms: Milliseconds = 5_000
    absent_ms: Milliseconds = 60_000
    owner_ms: Milliseconds = 120_000
    silent_ms: Milliseconds = 300_000
    away_ms: Milliseconds = 180_000
    barred_ms: Milliseconds = 600_000


class LimitSettings(BaseModel):
    """How often one address or session may do something, set as ``LIMITS__GUESTS_PER_DAY=200`` and so on."""

    model_config = _FROZEN

    guests_per_10_min: Annotated[int, Field(ge=1)] = 20
    guests_per_day: Annotated[int, Field(ge=1)] = 200
    rooms_per_10_min: Annotated[int, Field(ge=1)] = 10
    wrong_codes_per_session: Annotated[int, Field(ge=1)] = 10
    wrong_codes_per_address: Annotated[int, Field(ge=1)] = 30
    tickets_per_min: Annotated[int, Field(ge=1)] = 60
    requests_per_min: Annotated[int, Field(ge=1)] = 600
    sockets_per_session: Annotated[int, Field(ge=1)] = 3
    sockets_per_address: Annotated[int, Field(ge=1)] = 40
    sockets_per_worker: Annotated[int, Field(ge=1)] = 2_000


class RetentionSettings(BaseModel):
    """How many days the server keeps old data, set as ``RETENTION__LOGS_DAYS=30`` and so on.

    0 means for ever. ``logs``: the logs of the hands of a closed room; without its log nobody can replay a
    hand. ``rooms``: the payments and receipts of these hands, and closed rooms without a finished hand.
    ``guests``: guests without room, hand, card, ban or recovery code, counted from their last visit.
    ``sessions``: sessions that have expired or were ended.
    """

    model_config = _FROZEN

    logs_days: Days = 90
    rooms_days: Days = 365
    guests_days: Days = 30
    sessions_days: Days = 7


class ReapSettings(BaseModel):
    """When the server closes a room in which nobody is online, set as ``REAP__LOBBY_MINUTES=30`` and so on.

    The time counts from the last change of the room. ``lobby``: before the first match. ``game``: during a
    match. ``ended``: after a match; a closed room stays in the store for the same time once more.
    ``forgotten``: an open room that the store has lost, counted from its creation and its last hand.
    """

    model_config = _FROZEN

    lobby_minutes: Annotated[int, Field(ge=1, le=10_080)] = 30
    game_minutes: Annotated[int, Field(ge=1, le=10_080)] = 60
    ended_minutes: Annotated[int, Field(ge=1, le=10_080)] = 10
    forgotten_hours: Annotated[int, Field(ge=1, le=720)] = 25


class CardPrices(BaseModel):
    """The price of a match in room cards, set as ``CARD_PRICES={"split":{"8":4,"16":8}}`` and so on.

    There is one price list for each payer: ``owner``, ``split`` (the seats share the price) and ``winner``.
    ``{"8": 4}`` means: a match of up to 8 hands costs 4 cards for the whole table. The entry with the most
    hands holds for longer matches too.
    """

    model_config = _FROZEN

    owner: Prices = {1: 1, 4: 2, 8: 4, 16: 8}
    split: Prices = {4: 4, 8: 4, 16: 8}
    winner: Prices = {1: 1, 4: 2, 8: 4, 16: 8}

    def of(self, payer: Literal["owner", "split", "winner"], hands: int) -> int:
        """The price of a match of ``hands`` hands, in room cards for the whole table."""
        prices: dict[int, int] = {"owner": self.owner, "split": self.split, "winner": self.winner}[payer]
        return prices[min((most for most in prices if most >= hands), default=max(prices))]


class Settings(BaseSettings):
    """All settings. Names in the environment are the field names in capitals."""

    model_config = SettingsConfigDict(
        frozen=True, extra="ignore", env_file=".env", env_nested_delimiter="__", env_ignore_empty=True
    )

    host: str = ANY_ADDRESS
    port: Annotated[int, Field(ge=0, le=65_535)] = 8_000
    data_dir: Path = Path("data")
    redis_url: str | None = None
    database_url: str | None = None
    public_url: AnyHttpUrl | None = None
    workers: Annotated[int, Field(ge=1, le=64)] = 1
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    allowed_origins: Annotated[tuple[str, ...], NoDecode] = ()
    forwarded_allow_ips: str = "127.0.0.1"
    same_address_notice: bool = False
    web_dir: Path = Path(__file__).resolve().parents[2] / "web" / "dist"
    drain_ms: Annotated[int, Field(ge=0, le=60_000)] = 1_000
    metrics_host: str = "127.0.0.1"
    metrics_port: Annotated[int, Field(ge=1, le=65_535)] | None = None
    free_rooms: bool | None = None
    card_prices: CardPrices = CardPrices()
    pace: PaceSettings = PaceSettings()
    limits: LimitSettings = LimitSettings()
    retention: RetentionSettings = RetentionSettings()
    reap: ReapSettings = ReapSettings()

    @field_validator("allowed_origins", mode="before")
    @classmethod
    def _split_origins(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part for part in (piece.strip() for piece in value.split(",")) if part)
        return value

    @field_validator("allowed_origins")
    @classmethod
    def _check_origins(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for origin in value:
            parts = urlsplit(origin)
            if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path not in {"", "/"}:
                raise ValueError(f"{origin!r} is not an origin such as https://play.example.org")
        return tuple(origin.rstrip("/").lower() for origin in value)

    @field_validator("forwarded_allow_ips")
    @classmethod
    def _check_proxies(cls, value: str) -> str:
        proxies = value.replace(",", " ").split()
        for each in proxies:
            if each != EVERYBODY and not _is_network(each):
                raise ValueError(f"{each!r} is neither an address such as 192.0.2.7, nor a network, nor *")
        return EVERYBODY if EVERYBODY in proxies else ",".join(proxies)

    @property
    def behind_proxy(self) -> bool:
        """Whether players come through a proxy elsewhere, so that this machine cannot know its address."""
        return any(not is_this_machine(each) for each in self.forwarded_allow_ips.split(",") if each)

    @property
    def public_base(self) -> str | None:
        """PUBLIC_URL without a slash at its end."""
        return str(self.public_url).rstrip("/") if self.public_url is not None else None

    @property
    def sqlite_path(self) -> Path:
        """The file of the SQLite database that the server uses if DATABASE_URL is not set."""
        return self.data_dir / "guangan.db"

    @property
    def database(self) -> str:
        """The URL of the database: DATABASE_URL, or else that of SQLite in the data folder."""
        return self.database_url or f"sqlite:///{quote(str(self.sqlite_path))}"

    @property
    def rooms_are_free(self) -> bool:
        """Whether rooms cost no cards: FREE_ROOMS. If it is not set, `play` sets true and `serve` false."""
        return self.free_rooms is not False

    def changed(self, **updates: object) -> Self:
        """A copy with other values. It does not check them."""
        return self.model_copy(update=updates)


def _is_network(text: str) -> bool:
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


def load_settings(**overrides: object) -> Settings:
    """Read and check the settings of this process. Raises SettingsInvalid.

    ``overrides`` win over the environment. An override of None counts as missing.
    """
    given = {name: value for name, value in overrides.items() if value is not None}
    check_file()
    try:
        return Settings.model_validate(given)
    except ValidationError as error:
        raise SettingsInvalid(_sentence(error)) from None


def check_file() -> None:
    """Raises SettingsInvalid if there is an ``.env`` that nobody can read as UTF-8 text."""
    file = Path(str(Settings.model_config.get("env_file")))
    try:
        file.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return
    except UnicodeDecodeError:
        raise SettingsInvalid(f"{file} is not UTF-8 text: save it with the encoding UTF-8.") from None
    except OSError as error:
        raise SettingsInvalid(f"{file} cannot be read: {error.strerror}.") from None


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    if parts := _NO_JSON.search(first["msg"]):
        return f"{parts[1].upper()} cannot be used: it is not valid JSON."
    name = "__".join(str(part) for part in first["loc"]).upper() or "The settings"
    detail = first["msg"].removeprefix("Value error, ")
    return f"{name} cannot be used: {detail[:1].lower()}{detail[1:]}."
