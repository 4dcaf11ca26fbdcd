"""How many files and sockets this process may have open."""

import sys
from typing import Final

WANTED: Final = 65_536


def raise_limit() -> None:
    """Let this process open as many as the system allows without asking, up to 65,536. Raises nothing.

    A shell often allows 1,024, and each client takes one.
    """
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
