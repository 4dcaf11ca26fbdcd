"""Fixtures: the clients of a table fold each frame a second time."""

from typing import Any

import pytest

from tests.support.client import apply_frame
from tests.witness.second_fold import second


@pytest.fixture(autouse=True)
def folded_twice(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The kinds of events that were folded. The reference client and the second fold must agree."""
    seen: set[str] = set()

    def both(view: dict[str, Any], frame: dict[str, Any]) -> dict[str, Any]:
        folded = apply_frame(view, frame)
        assert second(view, frame) == folded
        seen.update(event["type"] for event in frame.get("events", ()))
        return folded

    monkeypatch.setattr("tests.support.rooms.table.apply_frame", both)
    return seen
