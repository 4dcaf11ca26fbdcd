"""How many files and sockets this process may have open."""

import sys
from typing import Final

WANTED: Final = 65_536
LEAST: Final = 256
"""With fewer the server cannot even start its parts."""


def raise_limit() -> int:
    """Let this process open as many as the system allows without asking, up to 65,536. Returns how many.

    A shell often allows 1,024, and each client takes one.
    """
    if sys.platform == "win32":
        return WANTED
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return WANTED if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most
