"""Passwords in URLs that are none: known to everybody, short, or missing."""

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
_ADVICE: Final = "`python -m app init-env --print` makes good ones"


def weak_passwords(settings: Settings) -> Iterator[str]:
    """A sentence for each URL of ``settings`` whose password does not keep anybody out.

    Nothing to say of a server that only this machine reaches. Without a password is fine for what listens on
    this machine.
    """
    if is_this_machine(settings.host):
        return
    for name, url in (("DATABASE_URL", settings.database_url), ("REDIS_URL", settings.redis_url)):
        reason = None if url is None else _weakness(url)
        if reason is not None:
            yield f"{name} {reason}, and HOST {settings.host} is for everybody: choose another; {_ADVICE}."


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
        return "has a password that everybody knows"
    return f"has a password of fewer than {SHORTEST} characters" if len(password) < SHORTEST else None


def _is_here(url: str) -> bool:
    """Whether it is a file, a socket of this machine, or an address of its own."""
    parts = urlsplit(url)
    if not parts.scheme.startswith(("postgres", "redis", "valkey")):
        return True
    host = parse_qs(parts.query).get("host", [parts.hostname or ""])[0]
    return not host or host.startswith("/") or is_this_machine(host)
