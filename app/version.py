"""The version of the program. Nothing else holds it."""

from hashlib import sha256
from pathlib import Path
from typing import Final

VERSION: Final = "0.2.0"


def build_of(web_dir: Path) -> str:
    """The version and a digest of the built page. An open page compares them to notice a newer page.

    Only the version if the page is not built.
    """
    try:
        page = (web_dir / "index.html").read_bytes()
    except OSError:
        return VERSION
    return f"{VERSION}+{sha256(page).hexdigest()[:8]}"
