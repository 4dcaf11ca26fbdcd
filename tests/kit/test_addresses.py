"""Addresses of others: what counts as one party, and what of it may be shown."""

import pytest

from app.config.settings import ANY_ADDRESS
from app.kit.addresses import household, masked, parties, plain_address


@pytest.mark.parametrize(
    ("host", "party", "shown"),
    [
        ("203.0.113.77", "203.0.113.77", "203.0.113.x"),
        ("192.168.1.20", "192.168.1.20", "192.168.1.x"),
        ("::ffff:203.0.113.77", "203.0.113.77", "203.0.113.x"),
        ("::FFFF:CB00:714D", "203.0.113.77", "203.0.113.x"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", "2001:db8:1::/48"),
        ("2001:db8:1:2::", "2001:db8:1:2::", "2001:db8:1::/48"),
        ("fe80::1%eth0", "fe80::", "fe80::/48"),
        ("127.0.0.1", "127.0.0.1", None),
        ("::1", "::1", None),
        ("::ffff:127.0.0.1", "127.0.0.1", None),
        (ANY_ADDRESS, ANY_ADDRESS, None),
        ("unknown", "unknown", None),
        ("", "", None),
        ("203.0.113.256", "203.0.113.256", None),
        ("203.0.113.77:80", "203.0.113.77:80", None),
    ],
)
def test_party_and_what_is_shown(host: str, party: str, shown: str | None) -> None:
    assert household(host) == party
    assert masked(host) == shown
    assert shown is None or masked(party) == shown, "the party is enough to show it"


def test_one_address_in_two_spellings_is_one() -> None:
    assert plain_address("::ffff:203.0.113.77") == plain_address("203.0.113.77")
    assert plain_address("2001:DB8::1") == plain_address("2001:db8:0:0::1")
    assert plain_address("nonsense") is None


def test_networks_around_a_client() -> None:
    """A customer with a /48 has 65,536 households; the limits of the wider networks hold for all of them."""
    assert parties("203.0.113.77") == parties("::ffff:203.0.113.77") == (("203.0.113.77", 1),)
    assert parties("2001:db8:1:2ff:3::6") == (
        ("2001:db8:1:2ff::", 1),
        ("2001:db8:1:200::/56", 4),
        ("2001:db8:1::/48", 16),
    )
    assert parties("::1") == (("::1", 1),)
    assert parties("unknown") == (("unknown", 1),)


@pytest.mark.parametrize("host", ["203.0.113.77", "2001:db8:1:2ff:3::6", "::1", "fe80::1%eth0", "unknown"])
def test_the_party_has_the_same_networks(host: str) -> None:
    assert parties(household(host)) == parties(host)
