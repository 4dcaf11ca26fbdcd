"""Middleware for every request: security headers, uncaught faults, limits to the body."""

import asyncio
import logging
import re
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.http.errors import ApiError, error_response
from app.api.http.guard import host_of
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
MOST_BODY_BYTES: Final = 16_384
BODY_S: Final = 15.0
CLIENT_GONE: Final = 499
"""The status of a request whose client has gone in the midst of it. Only log and metrics have it."""
_CSP: Final = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'{sockets}",
        "media-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
_HOST: Final = re.compile(r"([0-9a-z-]+\.)*[0-9a-z-]+(:[0-9]{1,5})?")
"""A policy cannot name an IPv6 address."""
SECURITY_HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
# Browsers ignore it on plain http and print a warning.
_HTTPS_ONLY: Final = ((b"cross-origin-opener-policy", b"same-origin"),)


def policy_for(*hosts: str | None) -> str:
    """The Content-Security-Policy of an answer. ``hosts``: the Host of the request, and the public one.

    A page may talk to its own host alone. 'self' means the socket too, but not for WebKit before Safari 15.4,
    which many phones have inside WeChat. So the policy also names the sockets of these hosts. A value that is
    no host is left out.
    """
    named = dict.fromkeys(host for each in hosts if each and _HOST.fullmatch(host := each.lower()))
    return _CSP.format(sockets="".join(f" ws://{host} wss://{host}" for host in named))


class SecurityHeaders:
    """ASGI middleware: the headers above on all HTTP answers; ``/api`` answers are not stored.

    ``public_base``: the address of the server for its players, if it is known.
    """

    def __init__(self, app: ASGIApp, public_base: str | None) -> None:
        self._app = app
        self._public = None if public_base is None else host_of(public_base)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on. Add the headers to the start of the answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        api = scope["path"].startswith("/api/")
        policy = policy_for(Headers(scope=scope).get("host"), self._public)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                headers.append((b"content-security-policy", policy.encode()))
                headers.extend(SECURITY_HEADERS)
                headers.extend(_HTTPS_ONLY if scope["scheme"] == "https" else ())
                if api and not any(name.lower() == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message = {**message, "headers": headers}
            await send(message)

        await self._app(scope, receive, send_with_headers)


class Faults:
    """ASGI middleware: answers a fault with 500 and the headers of all other answers.

    The framework answers faults outside of every middleware, so without those headers. A client that goes
    away before its body is complete is no fault.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on. Raises a fault that comes after the start of the answer."""
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except ClientDisconnect:
            if not begun:
                # Nobody receives this answer. The log and the metrics get its status.
                await Response(status_code=CLIENT_GONE)(scope, receive, send)
        except Exception as error:
            if begun or scope["type"] != "http":
                raise
            route = str(getattr(scope.get("route"), "path", "?"))
            _log.error("a route failed", exc_info=error, extra=fields(route=route))
            await error_response(ApiError("internal"))(scope, receive, send)


class BodyLimit:
    """ASGI middleware: answers 413 to a body over 16 KiB and 422 to a slow one, and stops reading."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check Content-Length, and count the bytes of a body without it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if _announced(scope) > MOST_BODY_BYTES:
            await error_response(ApiError("too_large"))(scope, receive, send)
            return
        seen, whole = 0, False
        until = asyncio.get_running_loop().time() + BODY_S

        async def counted() -> Message:
            nonlocal seen, whole
            try:
                async with asyncio.timeout_at(None if whole else until):
                    message = await receive()
            except TimeoutError:
                raise ApiError(
                    "bad_request", message="The body comes too slowly. Send it within 15 s."
                ) from None
            if message["type"] == "http.request":
                whole = not message.get("more_body", False)
                seen += len(message.get("body", b""))
                if seen > MOST_BODY_BYTES:
                    raise ApiError("too_large")
            return message

        await self._app(scope, counted, send)


def _announced(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else MOST_BODY_BYTES + 1
    return 0
