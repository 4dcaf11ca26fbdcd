"""Sessions of operators at the console: sign in, sign out, and the operator of a request."""

import asyncio
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request, Response

from app.api.console.answers import OperatorSession
from app.api.console.bodies import Credentials
from app.api.http.bodies import JsonBody, Nothing
from app.api.http.deps import Deps, Parts
from app.api.http.described import fails
from app.api.http.errors import ApiError
from app.api.http.guard import address_limits, client_address
from app.api.http.sessions import require_own_page
from app.db.operators import admins
from app.db.operators.admins import AdminRecord
from app.kit.secrecy import NOBODY, hash_password, is_outdated, password_matches, totp_step
from app.stores.limits import Limit

router = APIRouter()
ADMIN_COOKIE: Final = "admin_session"
CSRF_HEADER: Final = "x-csrf-token"
TRIES: Final = 5
"""Wrong sign-ins of one name from one address in ten minutes, since the last successful one."""
TRIES_FROM_ADDRESS: Final = 20
TRIES_FOR_NAME: Final = 50
"""Sign-ins of one name in ten minutes, from all addresses where the operator has not signed in lately.

Strangers cannot lock the operator out.
"""
LIFETIME_MS: Final = 12 * 3600 * 1000
_TEN_MINUTES_S: Final = 600.0
_KNOWN_S: Final = 90 * 24 * 3600.0
_PATH: Final = "/api/admin"
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_LONGEST: Final = 100


@dataclass(frozen=True, slots=True, repr=False)
class AdminSigned:
    """The operator of a request."""

    admin: AdminRecord
    token: str


def csrf_of(token: str) -> str:
    """The CSRF token of a session token. A page has to send it with the cookie, which it cannot read."""
    return hashlib.sha256(b"csrf\n" + token.encode()).hexdigest()


async def admin_signed(request: Request, deps: Parts) -> AdminSigned:
    """The operator of the request. Raises ApiError no_admin, bad_origin, bad_csrf."""
    token = request.cookies.get(ADMIN_COOKIE, "")
    if not 0 < len(token) <= _LONGEST:
        raise ApiError("no_admin")
    async with deps.db.read() as tx:
        admin = await admins.find_session(tx, token, deps.wall_ms())
    if admin is None:
        raise ApiError("no_admin")
    if request.method not in _SAFE:
        require_own_page(request, deps, missing_is_fine=True)
        given = request.headers.get(CSRF_HEADER, "")
        if not hmac.compare_digest(given.encode(), csrf_of(token).encode()):
            raise ApiError("bad_csrf")
    return AdminSigned(admin, token)


AdminMe = Annotated[AdminSigned, Depends(admin_signed)]


@router.post("/login", **fails("bad_login", "bad_origin"))
async def login(
    request: Request,
    response: Response,
    deps: Parts,
    body: Annotated[Credentials, Depends(JsonBody(Credentials))],
) -> OperatorSession:
    """Sign in: a cookie for the routes of the console, and the CSRF token that changes need."""
    require_own_page(request, deps, missing_is_fine=True)
    await _count(request, deps, body.name)
    admin, now = await _check(deps, body), deps.wall_ms()
    renewed = await asyncio.to_thread(hash_password, body.password) if is_outdated(admin.password) else None
    token = secrets.token_urlsafe(32)
    async with deps.db.write() as tx:
        if admin.totp_secret is not None:
            step = totp_step(admin.totp_secret, body.code, now)
            if step is None or not await admins.use_step(tx, admin.id, step):
                raise ApiError("bad_login")
        if renewed is not None:
            await admins.renew_password(tx, admin, renewed)
        await admins.begin_session(tx, token, admin.id, now, now + LIFETIME_MS)
        await admins.note(tx, admin.id, "login", "", {}, now)
    here = _from_here(request, body.name)
    # Only for this name from this address: a known account gives no further tries of another name.
    await deps.limits.forget("admin-login", here)
    await deps.limits.hit("admin-known", here, 1, _KNOWN_S)
    response.set_cookie(
        ADMIN_COOKIE,
        token,
        max_age=LIFETIME_MS // 1000,
        path=_PATH,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return OperatorSession(name=admin.name, csrf=csrf_of(token))


@router.get("/session", **fails())
async def session(me: AdminMe) -> OperatorSession:
    """The operator who is signed in, and the CSRF token that changes need."""
    return OperatorSession(name=me.admin.name, csrf=csrf_of(me.token))


@router.post("/logout", status_code=204, **fails())
async def logout(deps: Parts, me: AdminMe, _: Annotated[Nothing, Depends(JsonBody(Nothing))]) -> Response:
    """Sign out."""
    async with deps.db.write() as tx:
        await admins.end_session(tx, me.token)
        await admins.note(tx, me.admin.id, "logout", "", {}, deps.wall_ms())
    answer = Response(status_code=204)
    answer.delete_cookie(ADMIN_COOKIE, path=_PATH, httponly=True, samesite="strict")
    return answer


async def _count(request: Request, deps: Deps, name: str) -> None:
    """Count a try before checking it, from this machine too. Raises ApiError rate_limited.

    Tries of one name have a limit over all addresses, except those where its operator has signed in.
    """
    address, here = client_address(request), _from_here(request, name)
    known = await deps.limits.spent("admin-known", here)
    await deps.limits.take(
        Limit("admin-login", here, TRIES, _TEN_MINUTES_S),
        *address_limits("admin-login-address", address, TRIES_FROM_ADDRESS, _TEN_MINUTES_S),
        *(() if known else (Limit("admin-login-name", name, TRIES_FOR_NAME, _TEN_MINUTES_S),)),
    )


def _from_here(request: Request, name: str) -> str:
    return f"{name}\n{client_address(request)}"


async def _check(deps: Deps, body: Credentials) -> AdminRecord:
    """The account with this password. Takes as long without an account. Raises ApiError bad_login."""
    async with deps.db.read() as tx:
        admin, either = await admins.by_name(tx, body.name), await admins.has_scrypt(tx)
    stored = NOBODY if admin is None else admin.password
    fits = await asyncio.to_thread(password_matches, body.password, stored, either=either)
    if admin is None or not fits:
        raise ApiError("bad_login")
    return admin
