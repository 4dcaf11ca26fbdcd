"""Logs: one JSON object a line, with what may be told and nothing else."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from app.telemetry.logs import configure_logs, fields


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """Where the logs go meanwhile."""
    root, app = logging.getLogger(), logging.getLogger("app")
    kept = (root.handlers[:], root.level, app.level)
    stream = io.StringIO()
    configure_logs("info", stream)
    yield stream
    root.handlers[:], level, app_level = kept
    root.setLevel(level)
    app.setLevel(app_level)


def test_a_line_is_an_object(lines: io.StringIO) -> None:
    logging.getLogger("app.test").info("a\nnew 'line'", extra=fields(room="abc", ms=5, hand=3))
    line = json.loads(lines.getvalue())
    assert lines.getvalue().count("\n") == 1
    assert (line["level"], line["logger"], line["message"]) == ("info", "app.test", "a\nnew 'line'")
    assert (line["room"], line["ms"], line["hand"]) == ("abc", 5, 3)
    assert line["time"].endswith("Z")


def test_what_is_not_on_the_list_is_not_written(lines: io.StringIO) -> None:
    logging.getLogger("app.test").info("hello", extra=fields(token="s3cret", tiles="123m"))
    assert "s3cret" not in lines.getvalue()
    assert "123m" not in lines.getvalue()


def test_a_traceback_names_places_and_no_values(lines: io.StringIO) -> None:
    try:
        raise ValueError("the hand is 123m")
    except ValueError as error:
        logging.getLogger("app.test").error("failed", exc_info=error)
    line = json.loads(lines.getvalue())
    assert line["error"] == "ValueError"
    assert line["trace"][-1].startswith("test_logs.py:")
    assert "123m" not in lines.getvalue()


def test_libraries_are_heard_only_when_they_warn(lines: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").info('127.0.0.1 - "WebSocket /ws?ticket=s3cret" [accepted]')
    logging.getLogger("app.test").debug("detail")
    assert lines.getvalue() == ""
