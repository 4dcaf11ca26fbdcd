"""Requests that have no limit of their own: health, files, addresses that do not exist."""

import httpx
import pytest

from app.api.http import flood
from tests.support.live import Live
from tests.support.live_fixtures import redis_url, server, settings, stores, template

__all__ = ["redis_url", "server", "settings", "stores", "template"]
pytestmark = [pytest.mark.store, pytest.mark.database]
PATHS = ["/livez", "/readyz", "/", "/assets/none.js", "/api/none", "/api/openapi.json", "/api/me"]


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three requests of an address, and no more."""
    monkeypatch.setattr(flood, "REQUESTS_AT_ONCE", 3)
    monkeypatch.setattr(flood, "REQUESTS_PER_SECOND", 1e-9)


async def ask(server: Live, path: str, address: str | None) -> httpx.Response:
    """A request that comes through the proxy from an address; None: from this machine."""
    headers = {} if address is None else {"X-Forwarded-For": address}
    async with httpx.AsyncClient(base_url=server.url, trust_env=False, headers=headers) as client:
        return await client.get(path)


@pytest.mark.parametrize("path", PATHS)
async def test_every_request_counts(strict: None, server: Live, path: str) -> None:
    for _ in range(3):
        assert (await ask(server, "/livez", "203.0.113.9")).status_code == 200
    refused = await ask(server, path, "203.0.113.9")
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "rate_limited")
    assert refused.headers["retry-after"] == "1"
    assert "content-security-policy" in refused.headers
    assert (await ask(server, "/livez", "203.0.113.10")).status_code == 200


async def test_this_machine_asks_as_often_as_it_likes(strict: None, server: Live) -> None:
    """A proxy looks whether the server is ready, all the time."""
    for _ in range(10):
        assert (await ask(server, "/readyz", None)).status_code == 200


async def test_one_customer_has_no_thousand_addresses(strict: None, server: Live) -> None:
    statuses = [
        (await ask(server, "/livez", f"2001:db8:1:{number:x}::1")).status_code for number in range(14)
    ]
    assert statuses == [200] * 12 + [429] * 2
