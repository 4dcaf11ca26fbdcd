"""A limit for all requests of an address, health and files too. Each process counts by itself."""

import time
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from app.api.http.errors import ApiError, error_response
from app.api.http.guard import client_address
from app.kit.addresses import is_this_machine, parties
from app.kit.bucket import Bucket

REQUESTS_AT_ONCE: Final = 600
REQUESTS_PER_SECOND: Final = 20
"""A page loads some 60 files once, and many players may share an address."""
REMEMBERED: Final = 10_000
"""Networks whose buckets are kept. Strangers decide how many there are."""


class Flood:
    """ASGI middleware: answers 429 to an address with too many requests. This machine has no limit."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._buckets: dict[str, Bucket] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, or refuse."""
        if scope["type"] == "http" and not self._admits(client_address(HTTPConnection(scope))):
            await error_response(ApiError("rate_limited", after_s=1))(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _admits(self, address: str) -> bool:
        """Count a request. False if the address, or a network around it, has had too many."""
        if is_this_machine(address):
            return True
        now = time.monotonic()
        return all(self._bucket(network, times, now).spend(1, now) for network, times in parties(address))

    def _bucket(self, network: str, times: int, now: float) -> Bucket:
        found = self._buckets.get(network)
        if found is None:
            if len(self._buckets) >= REMEMBERED:
                self._forget(now)
            found = self._buckets[network] = Bucket(
                REQUESTS_AT_ONCE * times, REQUESTS_PER_SECOND * times, now
            )
        return found

    def _forget(self, now: float) -> None:
        """Forget the full buckets, which are like new ones. If there are few of them, the oldest too."""
        kept = {network: bucket for network, bucket in self._buckets.items() if not bucket.full(now)}
        surplus = len(kept) - REMEMBERED * 9 // 10
        self._buckets = dict(list(kept.items())[max(0, surplus) :])
