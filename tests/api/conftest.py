"""Fixtures of a whole server, whose every answer the documents declare."""

from collections.abc import Iterator

import pytest

from tests.support.api.declared import Answers
from tests.support.live_fixtures import four, redis_url, server, settings, stores, template

__all__ = ["four", "redis_url", "server", "settings", "stores", "template"]


@pytest.fixture(autouse=True)
def answers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Answers]:
    """Compares every answer of the servers of a test with the documents."""
    seen = Answers()
    monkeypatch.setattr("tests.support.live.create_app", seen.create_app)
    yield seen
    assert seen.undeclared == []
