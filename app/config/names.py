"""Finds names in the environment and the ``.env`` file that look like misspelt settings."""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Final

from pydantic import BaseModel
from pydantic_settings import DotEnvSettingsSource, EnvSettingsSource

from app.config.settings import Settings

COMPOSE: Final = frozenset(
    {
        "POSTGRES_PASSWORD",
        "REDIS_PASSWORD",
        "GRAFANA_PASSWORD",
        "GRAFANA_PORT",
        "DOMAIN",
        "HTTP_PORT",
        "HTTPS_PORT",
        "IPV6_SUBNET",
        "REPLICAS",
        "TRUSTED_PROXIES",
    }
)
"""The names that docker-compose.yml and its additions in ``deploy`` read from the same ``.env`` file."""
_OF_OTHERS: Final = re.compile(r"COMPOSE_|DOCKER_|BUILDKIT_|TZ$|LANG$|LC_")
_ALIKE: Final = 0.85


def known_names() -> frozenset[str]:
    """All names of settings, in capitals. Those inside of a group too, such as PACE__BOT_MS."""
    return frozenset(_names())


def doubtful_names() -> tuple[str, ...]:
    """One sentence for the operator about each doubtful name, without its value, which may be a secret.

    In ``.env`` every unknown name is doubtful. In the environment an unknown name is doubtful only if it
    resembles a setting, because other programs have their variables there.
    """
    known = known_names() | COMPOSE
    file = _upper(DotEnvSettingsSource(Settings).env_vars)
    around = _upper(EnvSettingsSource(Settings).env_vars)
    found = {name: ".env" for name in file if name not in known and not _OF_OTHERS.match(name)}
    found |= {name: "the environment" for name in around if name not in known and _nearest(name, known)}
    return tuple(_sentence(name, place, _nearest(name, known)) for name, place in sorted(found.items()))


def _names() -> Iterator[str]:
    for name, field in Settings.model_fields.items():
        yield name.upper()
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from (f"{name}__{inner}".upper() for inner in field.annotation.model_fields)


def _upper(variables: Mapping[str, str | None]) -> list[str]:
    return [name.upper() for name in variables]


def _nearest(name: str, known: frozenset[str]) -> str | None:
    return next(iter(get_close_matches(name, sorted(known), 1, _ALIKE)), None)


def _sentence(name: str, place: str, nearest: str | None) -> str:
    meant = f" Did you mean {nearest}?" if nearest else ""
    return f"{name} in {place} is not the name of a setting.{meant}"
