"""The version of the program: the only place where it is written."""

from hashlib import sha256
from pathlib import Path
from typing import Final

VERSION: Final = "0.2.0"


def build_of(web_dir: Path) -> str:
    """The version and a digest of the built page, by which an open page notices that there is a newer one."""
    try:
        page = (web_dir / "index.html").read_bytes()
    except OSError:
        return VERSION
    return f"{VERSION}+{sha256(page).hexdigest()[:8]}"
