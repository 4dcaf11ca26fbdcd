"""The version of the server, and of the page it serves."""

from hashlib import sha256
from pathlib import Path
from typing import Final

VERSION: Final = "0.1.0"


def build_of(web_dir: Path) -> str:
    """Changes with every build of the browser client, so that an open page notices."""
    try:
        page = (web_dir / "index.html").read_bytes()
    except OSError:
        return VERSION
    return f"{VERSION}+{sha256(page).hexdigest()[:8]}"
