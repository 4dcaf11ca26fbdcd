"""Pages, files, headers, health: what every visitor gets."""

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.config.settings import ANY_ADDRESS, Settings
from tests.support.live import Live, live

pytestmark = [pytest.mark.store, pytest.mark.database]
SCRIPT = "console.log('" + "x" * 200 + "')"
GZIPPED = gzip.compress(SCRIPT.encode())


@pytest.fixture
def web_dir(tmp_path: Path) -> Path:
    """A built client, small."""
    dist = tmp_path / "dist"
    (dist / "assets").mkdir(parents=True)
    (dist / "index.html").write_text("<!doctype html><title>广安麻将</title>", "utf-8")
    (dist / "icon.svg").write_text("<svg/>", "utf-8")
    (dist / "assets" / "app-1f2e.js").write_text(SCRIPT, "utf-8")
    (dist / "assets" / "app-1f2e.js.br").write_bytes(b"brotli")
    (dist / "assets" / "app-1f2e.js.gz").write_bytes(GZIPPED)
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    return dist


@pytest.fixture
async def site(settings: Settings, web_dir: Path) -> AsyncIterator[Live]:
    """A server with that client."""
    async with live(settings.changed(web_dir=web_dir)) as running:
        yield running


@pytest.fixture
async def visitor(site: Live) -> AsyncIterator[httpx.AsyncClient]:
    """A browser."""
    async with httpx.AsyncClient(base_url=site.url, trust_env=False) as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/r/123456", "/history/anything", "/index.html"])
async def test_every_page_begins_with_the_same_file(visitor: httpx.AsyncClient, path: str) -> None:
    page = await visitor.get(path)
    assert page.status_code == 200
    assert "广安麻将" in page.text
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("accepts", "encoding"),
    [("br, gzip", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip"), ("identity", None)],
)
async def test_assets_are_compressed_ahead_and_kept(site: Live, accepts: str, encoding: str | None) -> None:
    async with httpx.AsyncClient(base_url=site.url, trust_env=False) as client:
        request = client.build_request("GET", "/assets/app-1f2e.js", headers={"Accept-Encoding": accepts})
        answer = await client.send(request, stream=True)
        body = b"".join([part async for part in answer.aiter_raw()])
        await answer.aclose()
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["vary"].lower() == "accept-encoding"
    assert "javascript" in answer.headers["content-type"]
    assert body == {"br": b"brotli", "gzip": GZIPPED, None: SCRIPT.encode()}[encoding]


@pytest.mark.parametrize(
    "path",
    [
        "/assets/gone.js",
        "/assets/app-1f2e.js.br",
        "/../secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/%2e%2e%2fsecret.txt",
        "/assets/..%5c..%5csecret.txt",
        "/api/nothing",
        "/api",
        "/favicon.ico",
        "/a%00b.js",
    ],
)
async def test_what_is_not_there(site: Live, visitor: httpx.AsyncClient, path: str) -> None:
    answer = await visitor.get(httpx.URL(site.url).copy_with(raw_path=path.encode()))
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"
    assert "secret" not in answer.text


@pytest.mark.parametrize("path", ["/", "/api/rules", "/api/me", "/livez", "/icon.svg", "/assets/gone.js"])
async def test_headers_that_keep_other_sites_out(visitor: httpx.AsyncClient, path: str) -> None:
    headers = (await visitor.get(path)).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "img-src 'self' data: blob:" in policy
    assert "connect-src 'self' ws://127.0.0.1:" in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers


async def test_without_a_build_the_page_says_so(settings: Settings, tmp_path: Path) -> None:
    async with (
        live(settings.changed(web_dir=tmp_path / "nothing")) as running,
        httpx.AsyncClient(base_url=running.url, trust_env=False) as client,
    ):
        page = await client.get("/")
    assert page.status_code == 503
    assert "make setup" in page.text


async def test_rules_name_every_option(visitor: httpx.AsyncClient) -> None:
    answer = await visitor.get("/api/rules")
    rules = answer.json()
    assert set(rules["presets"]) == {"classic", "listed", "mobile", "folk"}
    assert {option["name"] for option in rules["options"]} == set(rules["presets"]["classic"])
    assert rules["turn_seconds"] == [15, 30, 60, None]
    assert rules["windows"] == ["fast", "steady"]
    assert {"id", "rule", "ke"} == set(rules["items"][0])
    assert answer.headers["cache-control"].startswith("public")
    assert answer.headers["content-encoding"] == "gzip"


async def test_a_wrong_method(visitor: httpx.AsyncClient) -> None:
    answer = await visitor.put("/api/rooms")
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "method_not_allowed")


async def test_the_address_to_share(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.api.public.catalogue.lan_address", lambda: "192.168.1.5")

    async def share(bound_to: str, asked: str, proxies: str = "127.0.0.1") -> object:
        async with (
            live(settings.changed(host=bound_to, forwarded_allow_ips=proxies)) as running,
            httpx.AsyncClient(base_url=running.url, trust_env=False) as client,
        ):
            return (await client.get("/api/config", headers={"Host": asked})).json()["share_url"]

    assert await share(ANY_ADDRESS, "localhost:8000") == "http://192.168.1.5:8000"
    assert await share(ANY_ADDRESS, "[::1]:8000") == "http://192.168.1.5:8000"
    assert await share(ANY_ADDRESS, "192.168.1.7:8000") is None, "the page's own address will do"
    assert await share("127.0.0.1", "localhost:8000") is None, "nobody else could open it"
    assert await share(ANY_ADDRESS, "localhost", "*") is None, "inside of a container it is nobody's address"


async def test_ready_says_what_is_not_well(site: Live, visitor: httpx.AsyncClient) -> None:
    assert (await visitor.get("/livez")).status_code == 200
    ready = await visitor.get("/readyz")
    assert (ready.status_code, ready.json()["status"]) == (200, "ok")
    site.app.state.gateway.hub.draining = True
    draining = await visitor.get("/readyz")
    assert (draining.status_code, draining.json()["troubles"]) == (503, {"gateway": "draining"})
