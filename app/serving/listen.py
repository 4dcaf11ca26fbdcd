"""The listening socket. Its options end the connections of clients that stop reading."""

import errno
import socket
import sys
from typing import Final

SEND_BUFFER_BYTES: Final = 65_536
STUCK_PEER_MS: Final = 10_000
_BACKLOG: Final = 2048


class CannotListen(Exception):
    """The server cannot listen on this address. The message is one sentence for the operator."""


def listen(host: str, port: int) -> socket.socket:
    """Open a listening TCP socket. Port 0 means any free port. Raises CannotListen.

    Accepted connections inherit the size of the send buffer. On Linux they also inherit TCP_USER_TIMEOUT: the
    kernel ends a connection whose client accepts no bytes for 10 s. Pings do not detect such a client. The
    gateway closes such a connection earlier if it has much to say.
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
        return f"Another program uses port {port}: stop it, or choose another port with PORT={port + 1}."
    if error.errno == errno.EACCES:
        return f"This user may not use port {port}: choose a port above 1023, for example PORT=8000."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"HOST {host!r} is not an address of this machine."
    return f"Cannot listen on {host}:{port} ({errno.errorcode.get(error.errno or 0, 'unknown error')})."
