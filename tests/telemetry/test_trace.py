"""Names of work: taken from a proxy only in good form, kept by tasks, and written into the logs."""

import asyncio
import io
import json
import logging

import pytest

from app.telemetry import trace
from app.telemetry.logs import JsonFormatter


def test_a_fresh_name_is_one_of_many() -> None:
    names = {trace.fresh() for _ in range(1000)}
    assert len(names) == 1000
    assert all(trace.accepted(name) == name for name in names)


@pytest.mark.parametrize(
    "given", [None, "", "short", "a" * 65, "with space1", 'quote"quote', "新新新新新新新新"]
)
def test_what_is_no_name_is_replaced(given: str | None) -> None:
    assert trace.accepted(given) != given
    assert trace.accepted(trace.accepted(given)) != ""


async def test_the_name_follows_tasks_and_ends_with_its_block() -> None:
    async def told() -> str:
        await asyncio.sleep(0)
        return trace.current()

    assert trace.current() == ""
    with trace.within("a-request"):
        task = asyncio.create_task(told())
        with trace.within("inside"):
            assert await told() == "inside"
        assert trace.current() == "a-request"
    assert await task == "a-request"
    assert trace.current() == ""


def test_a_line_names_its_request() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    record = logging.LogRecord("app", logging.INFO, "", 0, "hello", None, None)
    handler.handle(record)
    with trace.within("0123456789abcdef"):
        handler.handle(record)
    without, with_name = (json.loads(line) for line in stream.getvalue().splitlines())
    assert "request" not in without
    assert with_name["request"] == "0123456789abcdef"
