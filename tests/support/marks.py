"""Marks of tests that need a service, and the check that a test without them starts nothing.

``make quick`` runs the tests without these marks. Tests get ``store`` and ``database`` from their fixtures.
``deep`` is for the tests named in tests/deep_tests.txt: they need no service but compute for seconds.
The other marks are written in the file of the test.
"""

import sys
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

SERVICES: Final = ("store", "database", "browser", "process")
DEEP: Final = frozenset((Path(__file__).parents[1] / "deep_tests.txt").read_text("utf-8").split())
_FIXTURES: Final = {
    "store": frozenset({"redis_url", "kind"}),
    "database": frozenset({"sqlite_server", "postgres_server", "server_url", "template"}),
}
_STARTS: Final = frozenset({"subprocess.Popen", "os.posix_spawn", "os.fork", "socket.bind"})
"""Audit events of Python for the start of a process and for a socket that gets an address."""
_running: list[str] = []
"""The test that runs now, if it has no mark of a service."""


class StartedWithoutMark(RuntimeError):
    """A test without a mark of a service starts a process or a server."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test by its fixtures, and mark those of tests/deep_tests.txt as ``deep``."""
    for item in items:
        if item.nodeid.partition("[")[0] in DEEP:
            item.add_marker("deep")
        used = frozenset(getattr(item, "fixturenames", ()))
        for mark, fixtures in _FIXTURES.items():
            if used & fixtures:
                item.add_marker(mark)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Note in ``_running`` which test runs."""
    if not any(item.get_closest_marker(mark) for mark in SERVICES):
        _running.append(item.nodeid)
    try:
        return (yield)
    finally:
        _running.clear()


def _refuse(event: str, _: tuple[object, ...]) -> None:
    if event in _STARTS and _running:
        marks = ", ".join(SERVICES)
        raise StartedWithoutMark(f"{event}: {_running[0]} needs one of the marks {marks}")


sys.addaudithook(_refuse)
