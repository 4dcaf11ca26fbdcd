"""The listening socket, set up so that a client that stops reading is let go."""

import errno
import socket
import sys
from typing import Final

SEND_BUFFER_BYTES: Final = 65_536
STUCK_PEER_MS: Final = 10_000
_BACKLOG: Final = 2048


class CannotListen(Exception):
    """The address is taken or not ours; the message is one sentence."""


def listen(host: str, port: int) -> socket.socket:
    """A listening TCP socket; port 0 takes a free one. Raises CannotListen.

    Accepted connections inherit the buffer size and, on Linux, TCP_USER_TIMEOUT: bytes that nobody takes for
    10 s end the connection, which no ping would notice.
    """
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError:
        raise CannotListen(f"HOST {host!r} is not an address of this machine.") from None
    sock = socket.socket(family, kind, proto)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        if sys.platform == "linux":
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STUCK_PEER_MS)
        sock.bind(address)
        sock.listen(_BACKLOG)
    except OSError as error:
        sock.close()
        raise CannotListen(_sentence(error, host, port)) from None
    sock.setblocking(False)
    return sock


def _sentence(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use by another program: stop it, or choose another with PORT={port + 1}."
    if error.errno == errno.EACCES:
        return f"Port {port} needs more rights than this user has: choose one above 1023, such as PORT=8000."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"HOST {host!r} is not an address of this machine."
    return f"Cannot listen on {host}:{port} ({errno.errorcode.get(error.errno or 0, 'unknown error')})."
