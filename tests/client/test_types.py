"""The types of the reference client are those of the schema and the document."""

from pathlib import Path
from typing import Any

import pytest

from app.commands.client_types import client_types, http_types, wire_types
from tests.support.exact import exactly

CLIENT = Path(__file__).parents[2] / "app" / "client"


def test_the_files_are_generated() -> None:
    assert (CLIENT / "types_http.py").read_text() == http_types(), "run `make schema`"
    assert (CLIENT / "types_wire.py").read_text() == wire_types(), "run `make schema`"


def test_every_kind_of_schema_has_its_type() -> None:
    seat = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
    schemas: dict[str, Any] = {
        "Seat": seat,
        "Draw": {"properties": {"from": {"enum": ["wall", "tail"]}, "seat": {"type": "integer"}}},
        "Line": {"anyOf": [{"$ref": "#/x/Seat"}, {"$ref": "#/x/Draw"}]},
        "Empty": {"properties": {}},
        "Table": {
            "properties": {
                "lines": {"type": "array", "items": {"anyOf": [{"$ref": "Draw"}, {"$ref": "Seat"}]}},
                "by": {"type": "object", "additionalProperties": {"type": "boolean"}},
                "any": {"type": "object"},
                "maybe": {"anyOf": [{"const": 1}, {"type": "null"}]},
            },
            "required": ["lines", "by", "any", "maybe"],
        },
    }
    written = client_types("a table", "here", schemas)
    assert written.startswith('"""Types of a table, from here.')
    assert written.partition("TypedDict\n\n\n")[2] == (
        "class Seat(TypedDict):\n    name: str\n\n\n"
        'Draw = TypedDict(\n    "Draw",\n    {\n'
        '        "from": NotRequired[Literal["wall", "tail"]],\n'
        '        "seat": NotRequired[int],\n    },\n)\n\n\n'
        "class Empty(TypedDict):\n    pass\n\n\n"
        "class Table(TypedDict):\n    lines: list[Line]\n    by: dict[str, bool]\n"
        "    any: dict[str, Any]\n    maybe: Literal[1] | None\n\n\n"
        "Line: TypeAlias = Seat | Draw\n"
    )


def test_an_unknown_schema_is_refused() -> None:
    with pytest.raises(ValueError, match=exactly("no type for {'type': 'odd'}")):
        client_types("a table", "here", {"Odd": {"properties": {"x": {"type": "odd"}}}})
