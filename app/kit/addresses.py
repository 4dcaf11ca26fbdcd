"""Network addresses: those of this machine and those of clients."""

import ipaddress
import socket
from ipaddress import IPv4Address, IPv6Address
from typing import Final

# Connecting a UDP socket sends nothing. The kernel only chooses the route and with it our own address.
_ELSEWHERE: Final = (("192.168.255.255", 9), ("10.255.255.255", 9), ("198.51.100.1", 9))

_WIDER: Final = ((56, 4), (48, 16))
"""Lengths of wider IPv6 networks, and how many times the limit of a household they have."""


def lan_address() -> str | None:
    """The IPv4 address of this machine in the local network, or None without a network.

    Prefers a private address.
    """
    found = []
    for target in _ELSEWHERE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(target)
            except OSError:
                continue
            address = ipaddress.ip_address(probe.getsockname()[0])
        if not address.is_loopback and not address.is_unspecified:
            found.append(address)
    found.sort(key=lambda address: not address.is_private)
    return str(found[0]) if found else None


def plain_address(host: str) -> IPv4Address | IPv6Address | None:
    """Parse an address. None if ``host`` is not an address.

    Drops the zone of an IPv6 address. Turns an IPv4 address in IPv6 form (``::ffff:…``) into IPv4.
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def household(host: str) -> str:
    """The key under which limits count a client: the IPv4 address, or the /64 network of an IPv6 address.

    A household usually has a /64 network. The key of ``::1``, which is this machine, is the address. If
    ``host`` is not an address, the key is ``host`` itself.
    """
    address = plain_address(host)
    if isinstance(address, IPv6Address) and not address.is_loopback:
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return host if address is None else str(address)


def parties(host: str) -> tuple[tuple[str, int], ...]:
    """The keys under which limits count a client, the narrowest network first.

    With each key comes how many times the limit of a household its network has. An IPv4 address and a /64
    network have one. A customer may have a /56 or /48 network with many /64 networks: these have more, so
    that one customer cannot multiply a limit, and neighbours do not lock each other out.
    """
    address, household_key = plain_address(host), household(host)
    if not isinstance(address, IPv6Address) or address.is_loopback:
        return ((household_key, 1),)
    wider = ((str(ipaddress.ip_network((address, bits), strict=False)), times) for bits, times in _WIDER)
    return ((household_key, 1), *wider)


def masked(host: str) -> str | None:
    """The part of an address that people may see: ``203.0.113.x`` or ``2001:db8:1::/48``.

    None if ``host`` is not an address, or is an address of this machine.
    """
    address = plain_address(host)
    if address is None or address.is_loopback or address.is_unspecified:
        return None
    if isinstance(address, IPv6Address):
        return str(ipaddress.ip_network((address, 48), strict=False))
    return f"{str(address).rpartition('.')[0]}.x"


def is_this_machine(host: str) -> bool:
    """Whether a host name or address is a loopback one, which other machines cannot reach."""
    name = host.strip("[]").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def listens_everywhere(host: str) -> bool:
    """Whether a server that is bound to ``host`` listens on all addresses of this machine."""
    return host in {"", str(ipaddress.IPv4Address(0)), "::"}


def split_host(netloc: str) -> tuple[str, int | None]:
    """Host and port of a Host header. Without a port it is None. An IPv6 address keeps its brackets."""
    host, colon, port = netloc.rpartition(":")
    if colon and port.isdecimal() and (not host.startswith("[") or host.endswith("]")):
        return host, int(port)
    return netloc, None
