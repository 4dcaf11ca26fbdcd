"""Logs as one JSON object per line: ids and codes, never hands, tokens, addresses or query strings."""

import json
import logging
import sys
import time
import traceback
from typing import Final, TextIO

from app.telemetry import trace

__all__ = ["configure_logs", "fields"]

_ALLOWED: Final = frozenset(
    {
        "attempt",
        "attempts",
        "code",
        "count",
        "epoch",
        "hand",
        "kind",
        "loop",
        "match",
        "method",
        "ms",
        "outcome",
        "pid",
        "player",
        "reason",
        "room",
        "route",
        "seat",
        "slot",
        "status",
        "worker",
    }
)
_LONGEST: Final = 200


def fields(**values: str | int | bool | None) -> dict[str, dict[str, str | int | bool | None]]:
    """The value for ``extra=`` of a log call. The formatter writes only the names in ``_ALLOWED``."""
    return {"fields": values}


class JsonFormatter(logging.Formatter):
    """Writes a record as JSON. A traceback names places in the code and the type of error, but no values."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of JSON."""
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage()[:_LONGEST],
        }
        if name := trace.current():
            line["request"] = name
        extra = record.__dict__.get("fields")
        if isinstance(extra, dict):
            line.update({name: _short(value) for name, value in extra.items() if name in _ALLOWED})
        if record.exc_info is not None and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["trace"] = _places(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def _short(value: object) -> object:
    return value[:_LONGEST] if isinstance(value, str) else value


def _places(error: BaseException | None) -> list[str]:
    if error is None:
        return []
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}" for frame in frames[-12:]]


def configure_logs(level: str, stream: TextIO | None = None) -> None:
    """Write logs as JSON to ``stream``, or to stderr without one.

    The program logs from ``level`` up, libraries only warnings and errors.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("app").setLevel(level.upper())
