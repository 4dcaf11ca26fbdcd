"""What the document says of errors and of who may use a route."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.api.http.codes import CODES, ErrorCode, ErrorSpec

ERRORS: Final = "x-errors"
"""Where an operation keeps the codes of its route until its document is put together."""
EVERYWHERE: Final[tuple[ErrorCode, ...]] = (
    "rate_limited",
    "internal",
    "busy",
    "overloaded",
    "store_unavailable",
)
"""Every route can answer these."""
READING: Final[tuple[ErrorCode, ...]] = ("bad_request", "too_large")
"""Every route that reads a body can answer these."""


@dataclass(frozen=True, slots=True)
class Door:
    """Who may use the routes behind a dependency, as security requirements of OpenAPI.

    ``refuses``: its error codes. ``changes_refuse``: further ones for methods that change something, which
    need the scheme ``changes_need`` too.
    """

    schemes: tuple[str, ...]
    refuses: tuple[ErrorCode, ...] = ()
    changes_refuse: tuple[ErrorCode, ...] = ()
    changes_need: str | None = None
    optional: bool = False

    def errors(self, *, changing: bool) -> tuple[ErrorCode, ...]:
        """The codes of refusals at the door."""
        return (*self.refuses, *(self.changes_refuse if changing else ()))

    def security(self, *, changing: bool) -> list[dict[str, list[str]]]:
        """The alternatives, of which a request needs one."""
        also: dict[str, list[str]] = {}
        if changing and self.changes_need is not None:
            also[self.changes_need] = []
        return [*([{}] if self.optional else []), *({scheme: [], **also} for scheme in self.schemes)]


def fails(*codes: ErrorCode, **more: Any) -> dict[str, Any]:
    """Keyword arguments of a route: the error codes of its own. ``more``: other keyword arguments.

    The document adds the errors of the door, of the body and of every route.
    """
    return {"openapi_extra": {ERRORS: [*codes]}, **more}


def error_answers(codes: Iterable[ErrorCode]) -> dict[str, dict[str, Any]]:
    """The error answers, by status."""
    by_status: defaultdict[int, dict[ErrorCode, ErrorSpec]] = defaultdict(dict)
    for code in codes:
        by_status[CODES[code].status][code] = CODES[code]
    return {str(status): _error_answer(by_status[status]) for status in sorted(by_status)}


def _error_answer(specs: Mapping[ErrorCode, ErrorSpec]) -> dict[str, Any]:
    narrowed = {"properties": {"error": {"properties": {"code": {"enum": list(specs)}}}}}
    answer: dict[str, Any] = {
        "description": "\n".join(f"`{code}`: {spec.message}" for code, spec in specs.items()),
        "content": {
            "application/json": {
                "schema": {"allOf": [{"$ref": "#/components/schemas/ErrorAnswer"}, narrowed]},
                "examples": {code: {"$ref": f"#/components/examples/{code}"} for code in specs},
            }
        },
    }
    if any(spec.retry for spec in specs.values()):
        answer["headers"] = {
            "Retry-After": {
                "description": "Seconds to wait.",
                "required": all(spec.retry for spec in specs.values()),
                "schema": {"type": "integer", "minimum": 0},
            }
        }
    return answer


def error_examples(codes: Iterable[ErrorCode]) -> dict[str, Any]:
    """An example of each error, by code."""
    return {code: {"value": {"error": _example(code, CODES[code])}} for code in codes}


def _example(code: ErrorCode, spec: ErrorSpec) -> dict[str, object]:
    values = {"room": "204816", "cost": 4, "available": 1}
    return {"code": code, "message": spec.message, **{name: values[name] for name in spec.more}}
