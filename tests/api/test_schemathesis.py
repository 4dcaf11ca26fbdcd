"""Generated requests, right and wrong ones, get only answers that the documents declare."""

import asyncio
from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy
from typing import Any, Final

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode

from tests.support.api.console import Console, console
from tests.support.api.declared import documents
from tests.support.live import Live, Player

pytestmark = [pytest.mark.store, pytest.mark.database, pytest.mark.timeout(300)]
load_all_checks()
NAMES: Final = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "ignored_auth",
)
CHECKED: Final = CHECKS.get_by_names(list(NAMES))
EXAMPLES: Final = 8
LAST: Final = ("/api/logout", "/api/me/delete", "/api/admin/logout")
"""They end the session, so they come last."""


def operations_of(document: dict[str, Any]) -> Iterator[Any]:
    """The operations of a document, those that end a session last."""
    every = schemathesis.openapi.from_dict(document).get_all_operations()
    found = [each.ok() for each in every if isinstance(each, Ok)]
    assert len(found) == sum(len(methods) for methods in document["paths"].values())
    yield from sorted(found, key=lambda operation: operation.path in LAST)


def signed(document: dict[str, Any]) -> dict[str, Any]:
    """The document as those see it who are signed in already: no request has other credentials."""
    paths = {
        path: {method: {**operation, "security": []} for method, operation in methods.items()}
        for path, methods in document["paths"].items()
    }
    components = {name: part for name, part in document["components"].items() if name != "securitySchemes"}
    return {**document, "paths": paths, "components": components}


def try_all(url: str, document: dict[str, Any], headers: dict[str, str]) -> None:
    """Send generated requests to every operation. Raises what a check finds."""
    with requests.Session() as session:
        session.trust_env = False
        session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        for operation in operations_of(document):
            try_one(operation, GenerationMode.POSITIVE, url, session, headers)
            if "parameters" in operation.definition.raw or "requestBody" in operation.definition.raw:
                try_one(operation, GenerationMode.NEGATIVE, url, session, headers)


def try_one(
    operation: Any, mode: GenerationMode, url: str, session: requests.Session, headers: dict[str, str]
) -> None:
    """Send generated requests to one operation."""

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        case.call_and_validate(base_url=url, session=session, headers=headers, checks=CHECKED)

    send()


@pytest.mark.parametrize("document", documents(), ids=["public", "console"])
async def test_anybody(server: Live, document: dict[str, Any]) -> None:
    await asyncio.to_thread(try_all, server.url, document, {"Origin": server.url})


async def test_a_player(server: Live) -> None:
    async with Player(server.url, "阿勇") as player:
        await player.create()
        headers = {"Authorization": f"Bearer {player.account.token}"}
        await asyncio.to_thread(try_all, server.url, signed(documents()[0]), headers)


async def test_an_operator(server: Live) -> None:
    async with console(server) as boss:
        await asyncio.to_thread(try_all, server.url, signed(documents()[1]), headers_of(boss, server))


def headers_of(boss: Console, server: Live) -> dict[str, str]:
    """What the browser of an operator sends."""
    cookie = f"admin_session={boss.client.cookies['admin_session']}"
    return {"Cookie": cookie, "X-CSRF-Token": boss.csrf, "Origin": server.url}
