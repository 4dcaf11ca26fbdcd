"""Generated hands with their scores, in every preset, and with single options changed."""

import json
from pathlib import Path
from typing import TypedDict

import pytest

from app.rules.scoring.score_line import score_line


class Golden(TypedDict):
    """A line of the file. ``unique`` is false if other readings reach the same total."""

    preset: str
    hand: str
    ke: int
    items: dict[str, int]
    multiplier: int
    unique: bool


def _lines() -> list[str]:
    path = Path(__file__).with_name("golden_hands.jsonl")
    return path.read_text(encoding="utf-8").splitlines()[1:]


def _differs(line: str) -> bool:
    golden: Golden = json.loads(line)
    result = score_line(line)
    if result.get("ke") != golden["ke"] or result.get("multiplier") != golden["multiplier"]:
        return True
    return golden["unique"] and result["items"] != golden["items"]


@pytest.mark.parametrize("preset", ["classic", "listed", "mobile", "folk"])
def test_golden_hands_agree(preset: str) -> None:
    lines = [line for line in _lines() if json.loads(line)["preset"] == preset]
    assert len(lines) >= 500
    assert [line for line in lines if _differs(line)] == []
