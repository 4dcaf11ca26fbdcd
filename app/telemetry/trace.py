"""What a piece of work is called in the logs: a request, one act of a connection, a loop.

The name follows the work through tasks and awaits; the outbox carries it to the worker that books the result.
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
    """The name that a proxy gave, if it has the form of one; else a new one."""
    return given if given is not None and _FORM.fullmatch(given) else fresh()


def begin(name: str) -> None:
    """From here on, what this task does is called ``name``."""
    _current.set(name)


def current() -> str:
    """The name of the work at hand, empty without one."""
    return _current.get()


@contextmanager
def within(name: str) -> Iterator[None]:
    """Call the work of this block ``name``."""
    token = _current.set(name)
    try:
        yield
    finally:
        _current.reset(token)
