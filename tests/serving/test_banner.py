"""What a starting server prints: addresses that work."""

import pytest

from app.config.settings import ANY_ADDRESS
from app.serving import banner
from app.serving.banner import addresses


@pytest.mark.parametrize(
    ("host", "public", "proxied", "here", "others"),
    [
        ("::1", None, False, "http://[::1]:8000", None),
        ("2001:db8::5", None, False, "http://[2001:db8::5]:8000", "http://[2001:db8::5]:8000"),
        ("127.0.0.1", None, False, "http://127.0.0.1:8000", None),
        ("192.168.1.5", None, False, "http://192.168.1.5:8000", "http://192.168.1.5:8000"),
        (ANY_ADDRESS, None, False, "http://localhost:8000", "http://192.168.1.7:8000"),
        (ANY_ADDRESS, None, True, "http://localhost:8000", None),
        (ANY_ADDRESS, "https://play.example.org", True, "http://localhost:8000", "https://play.example.org"),
    ],
)
def test_addresses_of_a_server(
    host: str,
    public: str | None,
    *,
    proxied: bool,
    here: str,
    others: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(banner, "lan_address", lambda: "192.168.1.7")
    assert addresses(host, 8000, public, proxied=proxied) == (here, others)
