"""Clients of httpx read all certificate authorities when they are made, also for plain http."""

from collections.abc import Callable
from functools import cache
from typing import Any

from httpx._transports import default


def share_tls_contexts() -> None:
    """From now on, clients with the same settings share what they know of certificates."""
    patched: Any = default
    make: Callable[..., Any] = patched.create_ssl_context
    patched.create_ssl_context = cache(make)
