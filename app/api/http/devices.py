"""A random name for each browser, to notice two players at one device. One route alone reads it."""

import re
import secrets
from typing import Final

from fastapi import Request, Response

COOKIE: Final = "device"
LIFETIME_S: Final = 365 * 24 * 3600
_PATH: Final = "/api/ws-ticket"
_FORM: Final = re.compile(r"[0-9a-f]{32}")


def device_of(request: Request) -> str | None:
    """The name of the browser; None without one."""
    name = request.cookies.get(COOKIE, "")
    return name if _FORM.fullmatch(name) else None


def name_device(request: Request, response: Response) -> str:
    """Set a random name. Scripts cannot read the cookie, other sites cannot send it."""
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
    """Delete the cookie with the name."""
    response.delete_cookie(COOKIE, path=_PATH, httponly=True, samesite="strict")
