"""Sessions of players: a random token, in a cookie for browsers or as a bearer token for other clients."""

import secrets
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends, Request, Response

from app.api.http.deps import Deps, Parts
from app.api.http.errors import ApiError
from app.api.http.guard import origin_allowed
from app.db.hands.records import PlayerRecord, SessionKind
from app.db.people import sessions

COOKIE: Final = "session"
LIFETIME_MS: Final = 180 * 24 * 3600 * 1000
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_LONGEST: Final = 100


@dataclass(frozen=True, slots=True)
class Signed:
    """The session of a request. ``expires_at``: server ms. ``repr`` does not show the token."""

    player: PlayerRecord
    kind: SessionKind
    token: str
    expires_at: int

    def __repr__(self) -> str:
        return f"Signed({self.player.id!r}, {self.kind!r})"


def new_token() -> str:
    """A random token of 256 bits."""
    return secrets.token_urlsafe(32)


def _presented(request: Request) -> tuple[str, SessionKind] | None:
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and 0 < len(bearer) <= _LONGEST:
        return bearer.strip(), "bearer"
    cookie = request.cookies.get(COOKIE, "")
    return (cookie, "cookie") if 0 < len(cookie) <= _LONGEST else None


async def signed_or_none(request: Request, deps: Parts) -> Signed | None:
    """The session of the request; None without one. Raises ApiError bad_origin, banned.

    A browser sends the cookie with requests of any page, so a changing method needs an allowed Origin too.
    """
    presented = _presented(request)
    if presented is None:
        return None
    token, kind = presented
    if kind == "cookie" and request.method not in _SAFE:
        require_own_page(request, deps, missing_is_fine=False)
    async with deps.db.read() as tx:
        found = await sessions.find(tx, token, deps.wall_ms())
    if found is None or found.kind != kind:
        return None
    if found.banned:
        raise ApiError("banned")
    return Signed(found.player, kind, token, found.expires_at)


async def signed(session: Annotated[Signed | None, Depends(signed_or_none)]) -> Signed:
    """The session of the request. Raises ApiError no_session."""
    if session is None:
        raise ApiError("no_session")
    return session


def require_own_page(request: Request, deps: Deps, *, missing_is_fine: bool) -> None:
    """Raises ApiError bad_origin unless a page of this server sent the request.

    ``missing_is_fine``: accept a request without the header Origin.
    """
    settings = deps.settings
    if "origin" not in request.headers and not missing_is_fine:
        raise ApiError("bad_origin")
    if not origin_allowed(request, settings.allowed_origins, settings.public_base):
        raise ApiError("bad_origin")


def set_cookie(request: Request, response: Response, token: str) -> None:
    """Set the session cookie. Scripts cannot read it, other sites cannot send it with a change."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=LIFETIME_MS // 1000,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def drop_cookie(response: Response) -> None:
    """Delete the session cookie."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")


Me = Annotated[Signed, Depends(signed)]
MaybeMe = Annotated[Signed | None, Depends(signed_or_none)]
