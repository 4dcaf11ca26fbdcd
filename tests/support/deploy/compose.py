"""Reads docker-compose.yml as Docker Compose does with a given ``.env``."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).resolve().parents[3]
FILE: Final = ROOT / "docker-compose.yml"
_VARIABLE: Final = re.compile(r"\$(?:(\$)|\{([A-Z_]+)(?::([-?])([^}]*))?\})")


class Unset(Exception):
    """The file requires a variable with ``:?``, and it has no value."""


def interpolated(text: str, env: Mapping[str, str]) -> str:
    """The text with ``${NAME}``, ``${NAME:-default}``, ``${NAME:?message}`` and ``$$`` replaced."""

    def value(found: re.Match[str]) -> str:
        dollar, name, mark, more = found.groups()
        if dollar:
            return "$"
        given = env.get(name, "")
        if given:
            return given
        if mark == "?":
            raise Unset(f"{name}: {more}")
        return more or ""

    return _VARIABLE.sub(value, text)


def env_of(text: str) -> dict[str, str]:
    """A ``.env`` file as names and values."""
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return {name: value for name, _, value in (line.partition("=") for line in lines)}


def compose(env: Mapping[str, str]) -> dict[str, Any]:
    """The content of the file, with variables filled in and anchors merged."""
    found: dict[str, Any] = yaml.safe_load(interpolated(FILE.read_text("utf-8"), env))
    return found
