"""Names in the environment or the ``.env`` file that nothing reads, and that look like one that is read."""

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
        "REPLICAS",
    }
)
"""What docker-compose.yml reads from the same file."""
_OF_OTHERS: Final = re.compile(r"COMPOSE_|DOCKER_|BUILDKIT_|TZ$|LANG$|LC_")
_ALIKE: Final = 0.85


def known_names() -> frozenset[str]:
    """Every name of a setting, those inside of a group too."""
    return frozenset(_names())


def doubtful_names() -> tuple[str, ...]:
    """A sentence for each name in ``.env`` that nobody reads, and each in the environment that is nearly one.

    No values: they may be secrets.
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
    meant = f": {nearest} is one" if nearest else ""
    return f"{name} in {place} is not the name of a setting{meant}."
