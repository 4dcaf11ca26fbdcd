"""An id for each request, in the answer and in every log line of the request."""

import logging
import time
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.telemetry import metrics, trace
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
HEADER: Final = "x-request-id"
_API: Final = "/api"


class RequestTrace:
    """ASGI middleware: takes the X-Request-ID of the proxy or makes one, measures, and logs one line."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on. The answer carries the id."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        name = trace.accepted(Headers(scope=scope).get(HEADER))
        trace.begin(name)
        begun, status = time.monotonic(), 500

        async def named(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message.get("headers", ()), (HEADER.encode(), name.encode())]
                message = {**message, "headers": headers}
            await send(message)

        try:
            await self._app(scope, receive, named)
        finally:
            _note(scope, status, time.monotonic() - begun)


def _note(scope: Scope, status: int, seconds: float) -> None:
    route = _pattern(scope)
    method = scope["method"] if route != "?" else "?"
    metrics.http_answered(route, method, status, seconds)
    level = logging.INFO if route.startswith(f"{_API}/") or status >= 500 else logging.DEBUG
    _log.log(
        level, "request", extra=fields(route=route, method=method, status=status, ms=round(seconds * 1000))
    )


def _pattern(scope: Scope) -> str:
    """The pattern of the route that answered, with the prefix, which the route itself does not know."""
    pattern = str(getattr(scope.get("route"), "path", "?"))
    included = scope["path"].startswith(f"{_API}/") and pattern.startswith("/") and "{path" not in pattern
    return f"{_API}{pattern}" if included and not pattern.startswith(f"{_API}/") else pattern
