"""Checks of a request: its origin, its address and its rate."""

from typing import Final

from starlette.requests import HTTPConnection

from app.api.http.foreign_pages import foreign_pages
from app.kit.addresses import household, is_this_machine, parties
from app.stores.limits import Limit

UNKNOWN_ADDRESS: Final = "unknown"


def client_address(connection: HTTPConnection) -> str:
    """The address for which limits count; for IPv6 the /64 network, which one household has."""
    return household(connection.client.host) if connection.client is not None else UNKNOWN_ADDRESS


def origin_allowed(connection: HTTPConnection, allowed: tuple[str, ...], public_base: str | None) -> bool:
    """Whether the header Origin names an allowed page: the Host of the request, or a listed origin.

    True without the header: no page sent the request. The caller decides what such a request may do. The log
    tells of each foreign page once.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    origin, host = origin.lower(), connection.headers.get("host", "").lower()
    scheme, _, netloc = origin.partition("://")
    if scheme not in {"http", "https"} or not netloc:
        return False
    if netloc == host or origin in allowed or (public_base is not None and origin == _origin_of(public_base)):
        return True
    foreign_pages.refused(origin, host)
    return False


def host_of(url: str) -> str:
    """Host and port of a URL, in small letters."""
    return url.lower().partition("://")[2].partition("/")[0]


def _origin_of(url: str) -> str:
    return f"{url.lower().partition('://')[0]}://{host_of(url)}"


def address_limits(kind: str, address: str, most: int, window_s: float) -> tuple[Limit, ...]:
    """The limits of an address and of the wider networks around it."""
    return tuple(Limit(kind, network, most * times, window_s) for network, times in parties(address))


def stranger_limits(kind: str, address: str, most: int, window_s: float) -> tuple[Limit, ...]:
    """The same, but none for this machine.

    Its requests come from the owner, or from a proxy that hides the client.
    """
    return () if is_this_machine(address) else address_limits(kind, address, most, window_s)
