"""Trace names: each piece of work has a name in the logs. It is a request, one action, or a round of a loop.

The name follows the work through tasks and awaits. The outbox carries it to the worker that books the result.
"""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

__all__ = ["accepted", "begin", "current", "fresh", "within"]

_FORM: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
_current: Final[ContextVar[str]] = ContextVar("trace", default="")


def fresh() -> str:
    """A new name of 16 hexadecimal digits."""
    return secrets.token_hex(8)


def accepted(given: str | None) -> str:
    """The name that a proxy sent, if it has the form of a trace name. Otherwise a new name."""
    return given if given is not None and _FORM.fullmatch(given) else fresh()


def begin(name: str) -> None:
    """Give the work of this task the name ``name`` from now on."""
    _current.set(name)


def current() -> str:
    """The name of the current work. Empty if it has none."""
    return _current.get()


@contextmanager
def within(name: str) -> Iterator[None]:
    """Give the work of this block the name ``name``."""
    token = _current.set(name)
    try:
        yield
    finally:
        _current.reset(token)
