"""Logs that releases have written: this program replays each hand to the same bytes."""

from pathlib import Path

import pytest

from app.rules.record.log import log_bytes
from app.rules.record.replay import read_log, replay
from tests.compat.files import logs, releases

LOGS = [path for release in releases() for path in logs(release)]


@pytest.mark.parametrize("path", LOGS, ids=[f"{path.parent.parent.name}-{path.stem}" for path in LOGS])
def test_a_log_is_replayed_to_the_same_bytes(path: Path) -> None:
    data = path.read_bytes()
    hands = read_log(data)
    assert len(hands) >= 3
    assert b"".join(log_bytes(replay(lines)) for lines in hands) == data


def test_every_release_has_logs_of_every_preset() -> None:
    for release in releases():
        assert [path.stem for path in logs(release)] == ["classic", "folk", "listed", "mobile"]
