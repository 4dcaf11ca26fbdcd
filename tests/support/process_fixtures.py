"""Fixtures for tests that start servers as processes. A test module imports those that it uses."""

import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.support.live import Player
from tests.support.services import short_folder

__all__ = ["folder", "free_port", "port", "table"]


def free_port() -> int:
    """A port of this machine that was free a moment ago."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        found: int = sock.getsockname()[1]
        return found


@pytest.fixture
def folder() -> Iterator[Path]:
    """A data folder with a short path."""
    with short_folder() as found:
        yield found


@pytest.fixture
def port() -> int:
    """A port for the server."""
    return free_port()


@pytest.fixture
async def table(port: int) -> AsyncIterator[list[Player]]:
    """Four guests of a server that the test starts later."""
    players = [Player(f"http://127.0.0.1:{port}", name) for name in "甲乙丙丁"]
    yield players
    for player in players:
        await player.__aexit__(None, None, None)
