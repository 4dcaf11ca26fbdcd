"""A limit for all requests of an address, health and files too. Each process counts by itself."""

import time
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from app.api.http.errors import ApiError, error_response
from app.api.http.guard import client_address
from app.kit.bucket import Buckets

REQUESTS_AT_ONCE: Final = 600
REQUESTS_PER_SECOND: Final = 20
"""A page loads some 60 files once, and many players may share an address."""


class Flood:
    """ASGI middleware: answers 429 to an address with too many requests. This machine has no limit."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._buckets = Buckets(REQUESTS_AT_ONCE, REQUESTS_PER_SECOND)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, or refuse."""
        if scope["type"] == "http":
            address = client_address(HTTPConnection(scope))
            if not self._buckets.spend(address, time.monotonic()):
                await error_response(ApiError("rate_limited", after_s=1))(scope, receive, send)
                return
        await self._app(scope, receive, send)
