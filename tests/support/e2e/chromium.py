"""The browser that the tests drive."""

import os
import shutil
from typing import Final

LAN_NAME: Final = "lan.test"
"""A host name that the browser does not take for a secure context, as in a home network with plain http."""
_PROGRAMS: Final = ("chromium", "google-chrome", "chromium-browser")
ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {LAN_NAME} 127.0.0.1",
)


def find_chromium() -> str:
    """Path of the browser: CHROMIUM, else one from PATH. Without one it raises a RuntimeError with advice."""
    named = os.environ.get("CHROMIUM")
    found = shutil.which(named) if named else next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if found is None:
        what = f"CHROMIUM={named} is no program" if named else "No Chromium or Chrome is on PATH"
        raise RuntimeError(
            f"{what}: install one (Debian, Ubuntu: apt-get install chromium fonts-noto-cjk) "
            "or set CHROMIUM to its path."
        )
    return found
