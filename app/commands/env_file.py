"""Writes the ``.env`` file of an installation with Docker: fresh secrets and the most common settings.

It needs only the standard library of Python 3.11 or newer, because it runs before anything is installed.
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
# Written by `python -m app init-env`. Keep this file secret, and keep a copy on another machine.
POSTGRES_PASSWORD={postgres}
REDIS_PASSWORD={redis}
GRAFANA_PASSWORD={grafana}

# The name of this installation on this machine. Its containers and its data have this name: never change it.
COMPOSE_PROJECT_NAME={project}

# The domain name of this server, such as play.example.org. With a name, the server uses https,
# and ports 80 and 443 must be reachable from the internet. Without a name, it uses plain http.
DOMAIN={domain}
HTTP_PORT=80
HTTPS_PORT=443

# The address that friends use. You need it only if a proxy of your own stands in front, or without a domain.
# PUBLIC_URL=https://play.example.org

# The number of app containers. They share one address, and each serves any player.
REPLICAS=1

# Any other setting may follow. docs/operating.md lists all of them. Examples:
# FREE_ROOMS=true
# LOG_LEVEL=info
# LIMITS__GUESTS_PER_DAY=200
"""


def env_text(domain: str = "") -> str:
    """The text of a new ``.env`` file with fresh secrets. Raises Refused if the domain is not plain."""
    if not _DOMAIN.fullmatch(domain):
        raise Refused("A domain must be a plain name such as play.example.org, without https:// or port.")
    project = f"guangan-{secrets.token_hex(2)}"
    return _TEXT.format(
        postgres=_secret(), redis=_secret(), grafana=_secret(), domain=domain, project=project
    )


def write_env(file: Path, text: str) -> None:
    """Write a new file that only its owner can read. Raises Refused if it exists or cannot be written."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Refused(
            f"{file} exists, and the database may use its password already: edit the file, or move it away."
        ) from None
    except OSError as error:
        raise Refused(f"{file} cannot be written to: {error.strerror}.") from None
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        opened.write(text)


def _secret() -> str:
    """A random secret of letters and digits only, so that URLs and shells need no quoting."""
    return secrets.token_hex(_SECRET_BYTES)
