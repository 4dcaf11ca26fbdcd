"""Reads docker-compose.yml as Docker Compose does with a given ``.env``."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).resolve().parents[3]
FILE: Final = ROOT / "docker-compose.yml"
_START: Final = re.compile(r"\$(?:(\$)|\{([A-Z0-9_]+)(?::([-?+]))?)")


class Unset(Exception):
    """The file requires a variable with ``:?``, and it has no value."""


def interpolated(text: str, env: Mapping[str, str]) -> str:
    """The text with its names filled in, as Docker Compose does it.

    They are ``${NAME}``, ``${NAME:-default}``, ``${NAME:+text}``, ``${NAME:?message}`` and ``$$``. Defaults
    and texts may hold such names too.
    """
    filled = []
    while found := _START.search(text):
        filled.append(text[: found.start()])
        dollar, name, mark = found.groups()
        if dollar:
            filled.append("$")
            text = text[found.end() :]
            continue
        end = _end(text, found.end())
        filled.append(_value(env, name, mark, text[found.end() : end]))
        text = text[end + 1 :]
    return "".join([*filled, text])


def _end(text: str, start: int) -> int:
    """The place of the brace that closes the one before ``start``."""
    depth = 1
    for place in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place
    raise ValueError(f"a brace is not closed: {text[start : start + 40]}")


def _value(env: Mapping[str, str], name: str, mark: str | None, more: str) -> str:
    given = env.get(name, "")
    if mark == "+":
        return interpolated(more, env) if given else ""
    if given:
        return given
    if mark == "?":
        raise Unset(f"{name}: {more}")
    return interpolated(more, env)


def env_of(text: str) -> dict[str, str]:
    """A ``.env`` file as names and values."""
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return {name: value for name, _, value in (line.partition("=") for line in lines)}


def compose(env: Mapping[str, str], file: Path = FILE) -> dict[str, Any]:
    """The content of the file, with variables filled in and anchors merged."""
    found: dict[str, Any] = yaml.safe_load(interpolated(file.read_text("utf-8"), env))
    return found
