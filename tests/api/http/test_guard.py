"""Origins, addresses and rates."""

import pytest
from starlette.requests import HTTPConnection

from app.api.http.errors import ApiError
from app.api.http.guard import client_address, limit_address, origin_allowed
from app.stores import Stores
from tests.support.exact import exactly


def _from(client: str = "203.0.113.9", **headers: str) -> HTTPConnection:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "headers": raw, "client": (client, 1234)})


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        ("http://192.168.1.5:8000", "192.168.1.5:8000", True),
        ("https://play.example.org", "play.example.org", True),
        ("HTTPS://Play.Example.org", "play.example.ORG", True),
        ("http://192.168.1.5:8000", "192.168.1.5:8001", False),
        ("http://evil.example", "play.example.org", False),
        ("http://play.example.org.evil.example", "play.example.org", False),
        ("null", "play.example.org", False),
        ("file://", "play.example.org", False),
        ("play.example.org", "play.example.org", False),
        ("https://listed.example", "inside:8000", True),
        ("https://public.example", "inside:8000", True),
        ("http://public.example", "inside:8000", False),
    ],
)
def test_whose_page_it_is(origin: str, host: str, allowed: bool) -> None:
    connection = _from(origin=origin, host=host)
    judged = origin_allowed(connection, ("https://listed.example",), "https://public.example/mahjong")
    assert judged is allowed


def test_no_origin_is_no_page() -> None:
    assert origin_allowed(_from(host="x"), (), None)


def test_a_household_counts_as_one_address() -> None:
    assert client_address(_from("203.0.113.9")) == "203.0.113.9"
    assert client_address(_from("2001:db8:1:2:aaaa::1")) == client_address(_from("2001:db8:1:2:bbbb::2"))
    assert client_address(_from("2001:db8:1:2::1")) != client_address(_from("2001:db8:1:3::1"))
    assert client_address(HTTPConnection({"type": "http", "headers": [], "client": None})) == "unknown"


@pytest.mark.store
async def test_addresses_are_limited_and_this_machine_is_not(stores: Stores) -> None:
    for _ in range(2):
        await limit_address(stores.limits, "kind", "203.0.113.9", 2, 60)
    with pytest.raises(ApiError, match=exactly("rate_limited")):
        await limit_address(stores.limits, "kind", "203.0.113.9", 2, 60)
    await limit_address(stores.limits, "kind", "203.0.113.10", 2, 60)
    for _ in range(5):
        await limit_address(stores.limits, "kind", "127.0.0.1", 2, 60)
