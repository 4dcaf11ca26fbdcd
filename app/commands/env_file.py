"""The ``.env`` of an installation with Docker: fresh secrets, and what an operator may want to change.

Needs nothing but the standard library of Python 3.11 or newer: it is written before anything is installed.
"""

import os
import re
import secrets
from pathlib import Path
from typing import Final

from app.commands.common import Refused

_SECRET_BYTES: Final = 24
_DOMAIN: Final = re.compile(r"[A-Za-z0-9.-]*")
_TEXT: Final = """\
# Written by `python -m app init-env`. Keep it to yourself, and keep a copy elsewhere.
POSTGRES_PASSWORD={postgres}
REDIS_PASSWORD={redis}
GRAFANA_PASSWORD={grafana}

# The name under which friends reach this server, such as play.example.org: it brings https.
# Ports 80 and 443 have to be reachable then. Without a name it is plain http.
DOMAIN={domain}
HTTP_PORT=80
HTTPS_PORT=443

# Processes that serve players, behind one address.
REPLICAS=1

# Any setting of the server may follow, for example:
# FREE_ROOMS=true
# LOG_LEVEL=info
# LIMITS__GUESTS_PER_DAY=200
"""


def env_text(domain: str = "") -> str:
    """The text of a new file, with secrets that nobody has seen. Raises Refused for a URL."""
    if not _DOMAIN.fullmatch(domain):
        raise Refused("A domain is a bare name such as play.example.org, without https:// or a port.")
    return _TEXT.format(postgres=_secret(), redis=_secret(), grafana=_secret(), domain=domain)


def write_env(file: Path, text: str) -> None:
    """Make the file, readable by its owner alone. Raises Refused, also if it is there already."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Refused(
            f"{file} exists, and the database knows its password: edit it, or move it away first."
        ) from None
    except OSError as error:
        raise Refused(f"{file} cannot be written to: {error.strerror}.") from None
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        opened.write(text)


def _secret() -> str:
    """Letters and digits, so that it may stand in a URL and in any shell."""
    return secrets.token_hex(_SECRET_BYTES)
