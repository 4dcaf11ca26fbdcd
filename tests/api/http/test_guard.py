"""Origins, addresses and rates."""

import pytest
from starlette.requests import HTTPConnection

from app.api.http.foreign_pages import MOST, ForeignPages
from app.api.http.guard import address_limits, client_address, origin_allowed, stranger_limits
from app.stores.limits import Limit


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


def test_an_address_has_limits_for_the_networks_around_it() -> None:
    assert address_limits("kind", "203.0.113.9", 2, 60) == (Limit("kind", "203.0.113.9", 2, 60),)
    assert [(each.who, each.most) for each in address_limits("kind", "2001:db8:1:2::", 2, 60)] == [
        ("2001:db8:1:2::", 2),
        ("2001:db8:1::/56", 8),
        ("2001:db8:1::/48", 32),
    ]


def test_this_machine_is_no_stranger() -> None:
    for here in ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"):
        address = client_address(_from(here))
        assert stranger_limits("kind", address, 2, 60) == ()
        assert len(address_limits("kind", address, 2, 60)) == 1
    assert stranger_limits("kind", "203.0.113.9", 2, 60) == address_limits("kind", "203.0.113.9", 2, 60)


def test_the_log_tells_once_of_a_page_that_was_refused(caplog: pytest.LogCaptureFixture) -> None:
    pages = ForeignPages()
    for _ in range(3):
        pages.refused("https://play.example.org", "10.0.0.5:8000")
    (said,) = caplog.messages
    assert said == (
        "The page https://play.example.org asks for host 10.0.0.5:8000: refused. "
        "If it is yours, set PUBLIC_URL to it."
    )
    for number in range(2 * MOST):
        pages.refused(f"https://{number}.example\u202e", "x" * 500)
    assert len(caplog.messages) == MOST, "strangers do not fill the log"
    assert all(len(each) <= 200 and "\u202e" not in each for each in caplog.messages)


def test_a_refused_page_comes_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    assert not origin_allowed(_from(origin="https://seen.example", host="inside:8000"), (), None)
    assert [each for each in caplog.messages if "https://seen.example asks for host inside:8000" in each]
    assert not origin_allowed(_from(origin="null", host="inside:8000"), (), None)
    assert not [each for each in caplog.messages if "null" in each], "no setting allows it"
