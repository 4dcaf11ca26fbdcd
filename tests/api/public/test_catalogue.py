"""``GET /api/rules``: the browser client draws its form from this answer alone."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.live import Live, Player

pytestmark = [pytest.mark.store, pytest.mark.database]

RECORDED = Path(__file__).parents[3] / "web/tests/screens/rules.json"


@pytest.fixture
async def rules(server: Live) -> AsyncIterator[dict[str, Any]]:
    """The answer."""
    async with httpx.AsyncClient(base_url=server.url, trust_env=False) as client:
        yield (await client.get("/api/rules")).json()


async def test_the_client_is_tested_with_what_the_server_serves(rules: dict[str, Any]) -> None:
    recorded = json.loads(RECORDED.read_text())
    assert recorded == rules, "run: PYTHONPATH=. .venv/bin/python web/tests/screens/record.py"


async def test_defaults_are_what_a_room_gets_that_names_nothing(
    rules: dict[str, Any], four: list[Player]
) -> None:
    made = await four[0].call("POST", "/api/rooms", {"key": "defaults0"})
    room = made.json()["room"]
    assert {name: room[name] for name in rules["defaults"]} == rules["defaults"]
    assert rules["defaults"]["preset"] in rules["presets"]
    assert rules["defaults"]["turn_seconds"] in rules["turn_seconds"]
    assert rules["defaults"]["window"] in rules["windows"]
