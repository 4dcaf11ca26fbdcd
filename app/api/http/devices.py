"""A name for the browser, so that two players at one device are noticed. It is read by one route alone."""

import re
import secrets
from typing import Final

from fastapi import Request, Response

COOKIE: Final = "device"
LIFETIME_S: Final = 365 * 24 * 3600
_PATH: Final = "/api/ws-ticket"
_FORM: Final = re.compile(r"[0-9a-f]{32}")


def device_of(request: Request) -> str | None:
    """The browser's name, None if it has none yet."""
    name = request.cookies.get(COOKIE, "")
    return name if _FORM.fullmatch(name) else None


def name_device(request: Request, response: Response) -> str:
    """Give the browser a name of chance; scripts cannot read it, other sites cannot send it along."""
    name = secrets.token_hex(16)
    response.set_cookie(
        COOKIE,
        name,
        max_age=LIFETIME_S,
        path=_PATH,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return name


def forget_device(response: Response) -> None:
    """Take the name from the browser."""
    response.delete_cookie(COOKIE, path=_PATH, httponly=True, samesite="strict")
