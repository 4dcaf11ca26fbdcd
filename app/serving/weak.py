"""Finds weak passwords in the URLs of the database and the store: well-known, short or missing."""

import os
from collections.abc import Iterator
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

from app.config.settings import Settings
from app.kit.addresses import is_this_machine

SHORTEST: Final = 12
_KNOWN: Final = frozenset(
    {
        "admin",
        "changeme",
        "default",
        "example",
        "foobared",
        "guangan",
        "letmein",
        "mahjong",
        "pass",
        "passwd",
        "password",
        "postgres",
        "postgresql",
        "qwerty",
        "redis",
        "replace-me",
        "root",
        "secret",
        "test",
        "valkey",
        "your-password",
        "yourpassword",
    }
)
_ADVICE: Final = "choose another one; `python -m app init-env --print` makes good ones"


def weak_passwords(settings: Settings) -> Iterator[str]:
    """One sentence for the operator about each URL of ``settings`` with a weak password.

    There is none if only this machine can reach HOST. A store or database on this machine needs no password.
    """
    if is_this_machine(settings.host):
        return
    for name, url in (("DATABASE_URL", settings.database_url), ("REDIS_URL", settings.redis_url)):
        reason = None if url is None else _weakness(url)
        if reason is not None:
            yield f"{name} {reason}, and other machines can reach HOST {settings.host}: {_ADVICE}."


def _weakness(url: str) -> str | None:
    parts = urlsplit(url)
    query = parse_qs(parts.query)
    password = unquote(parts.password or "") or query.get("password", [""])[0]
    user = unquote(parts.username or "") or query.get("user", [""])[0]
    postgres = parts.scheme.startswith("postgres")
    if not password and postgres:
        password = os.environ.get("PGPASSWORD", "")
    if not password:
        safe = _is_here(url) or (postgres and "PGPASSFILE" in os.environ)
        return None if safe else "has no password for a server on another machine"
    plain = password.lower().replace("_", "-")
    if plain.strip("0123456789!") in {*_KNOWN, "", "change-me"} or password == user:
        return "has a well-known password"
    return f"has a password of fewer than {SHORTEST} characters" if len(password) < SHORTEST else None


def _is_here(url: str) -> bool:
    """Whether the URL names a file, a local socket or a server on this machine."""
    parts = urlsplit(url)
    if not parts.scheme.startswith(("postgres", "redis", "valkey")):
        return True
    host = parse_qs(parts.query).get("host", [parts.hostname or ""])[0]
    return not host or host.startswith("/") or is_this_machine(host)
