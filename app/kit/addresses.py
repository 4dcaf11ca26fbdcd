"""Addresses: those under which this machine can be reached, and those that others come from."""

import ipaddress
import socket
from ipaddress import IPv4Address, IPv6Address
from typing import Final

# Nothing is sent: connecting a UDP socket only asks the kernel which way it would go.
_ELSEWHERE: Final = (("192.168.255.255", 9), ("10.255.255.255", 9), ("198.51.100.1", 9))


def lan_address() -> str | None:
    """An IPv4 address of this machine in its own network, None without a network."""
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
    """The address, None if it is none. IPv4 that came through an IPv6 socket is IPv4; a zone is left out."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def household(host: str) -> str:
    """What counts as one party: an IPv4 address, of IPv6 the /64 of one household; else the text itself."""
    address = plain_address(host)
    if isinstance(address, IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return host if address is None else str(address)


def masked(host: str) -> str | None:
    """An address that may be shown: ``203.0.113.x``, ``2001:db8:1::/48``. None if it says nothing of anybody.

    That are texts which are no address, and this machine itself.
    """
    address = plain_address(host)
    if address is None or address.is_loopback or address.is_unspecified:
        return None
    if isinstance(address, IPv6Address):
        return str(ipaddress.ip_network((address, 48), strict=False))
    return f"{str(address).rpartition('.')[0]}.x"


def is_this_machine(host: str) -> bool:
    """Whether a host name or address means the machine itself and nothing that others can reach."""
    name = host.strip("[]").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def listens_everywhere(host: str) -> bool:
    """Whether a server bound to ``host`` answers to the address in the local network."""
    return host in {"", str(ipaddress.IPv4Address(0)), "::"}


def split_host(netloc: str) -> tuple[str, int | None]:
    """Host and port of a Host header; an IPv6 address keeps its brackets."""
    host, colon, port = netloc.rpartition(":")
    if colon and port.isdecimal() and (not host.startswith("[") or host.endswith("]")):
        return host, int(port)
    return netloc, None
