"""What the browser client takes from the server: the form from ``GET /api/rules``, and texts by code."""

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.live import Live, Player

pytestmark = [pytest.mark.store, pytest.mark.database]

APP = Path(__file__).parents[3] / "app"
RECORDED = APP.parent / "web/tests/screens/rules.json"


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


def _named(pattern: str, folder: str) -> set[str]:
    """What the pattern captures in the sources of a folder of app."""
    sources = (APP / folder).rglob("*.py")
    return {name for source in sources for name in re.findall(pattern, source.read_text("utf-8"))}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_code_of_a_refusal_and_of_a_finding_has_words(language: str) -> None:
    texts = APP.parent / "web/src/i18n" / language
    errors = (texts / "core/errors.ts").read_text("utf-8")
    codes = _named(r'ApiError\(\s*"([a-z_]+)"', "api")
    assert len(codes) > 10
    assert [code for code in sorted(codes) if f"  {code}: " not in errors] == []
    console = (texts / "console.ts").read_text("utf-8")
    checks = _named(r'Finding\(\s*"([a-z-]+)"', "db/audit")
    assert len(checks) > 10
    assert [check for check in sorted(checks) if f"  found_{check.replace('-', '_')}: " not in console] == []
