"""The documents of the HTTP routes are complete, current and valid."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from jsonschema import Draft202012Validator

from app.api.http.codes import CODES, ErrorCode, known_code
from app.api.http.errors import ApiError
from app.api.routes import console_document, public_document
from tests.support.api.declared import documents, operations, validator
from tests.support.exact import exactly
from tests.support.live import Live

DOCS = Path(__file__).parents[3] / "docs"
MENDED = "print it with `python -m app export-openapi` (and `--console`)"


def _inside(part: Any) -> Iterator[dict[str, Any]]:
    """All objects of a document."""
    if isinstance(part, dict):
        yield part
        for each in part.values():
            yield from _inside(each)
    elif isinstance(part, list):
        for each in part:
            yield from _inside(each)


def test_the_files_are_those_of_the_routes() -> None:
    assert (DOCS / "openapi.json").read_text() == public_document(), MENDED
    assert (DOCS / "openapi-console.json").read_text() == console_document(), MENDED


@pytest.mark.store
@pytest.mark.database
async def test_the_server_shows_the_public_document_alone(server: Live) -> None:
    async with httpx.AsyncClient(base_url=server.url, trust_env=False) as client:
        served = (await client.get("/api/openapi.json")).json()
        assert served == json.loads(public_document())
        assert not any(path.startswith("/api/admin") for path in served["paths"])
        for path in ("/docs", "/redoc", "/openapi.json", "/api/admin/openapi.json"):
            answer = await client.get(path)
            assert "paths" not in answer.text, path


def test_every_reference_leads_somewhere() -> None:
    for document in documents():
        for part in _inside(document):
            if "$ref" in part:
                found: Any = document
                for step in part["$ref"].removeprefix("#/").split("/"):
                    found = found[step]


def test_every_schema_is_one_and_fits_its_examples() -> None:
    for document in documents():
        for name, schema in document["components"]["schemas"].items():
            Draft202012Validator.check_schema(schema)
            for example in schema.get("examples", ()):
                assert [*validator(schema, document).iter_errors(example)] == [], name
        error = validator(document["components"]["schemas"]["ErrorAnswer"], document)
        for code, example in document["components"]["examples"].items():
            assert [*error.iter_errors(example["value"])] == [], code


@pytest.mark.parametrize("route", operations())
def test_every_operation_says_all(route: str) -> None:
    """Who may use it, what it takes and returns, and every refusal with its status and its header."""
    operation, document = operations()[route]
    assert operation["operationId"]
    assert operation["description"]
    assert operation["tags"]
    for requirement in operation["security"]:
        assert set(requirement) <= set(document["components"]["securitySchemes"])
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    assert list(content.get("schema", {"$ref": 0})) == ["$ref"]
    responses = operation["responses"]
    assert any(status.startswith("2") for status in responses)
    assert {"429", "500", "503"} <= set(responses)
    assert responses["429"]["headers"]["Retry-After"]["required"] is True
    for status, answer in responses.items():
        if status == "204":
            assert "content" not in answer
            continue
        schema = answer["content"]["application/json"]["schema"]
        assert "$ref" in schema or "allOf" in schema or all("$ref" in each for each in schema["anyOf"])
        for code in answer["content"]["application/json"].get("examples", ()):
            assert CODES[code].status == int(status)


def test_the_table_has_every_code() -> None:
    assert set(CODES) == set(get_args(ErrorCode))
    shown = {
        code
        for operation, _ in operations().values()
        for answer in operation["responses"].values()
        for code in answer.get("content", {}).get("application/json", {}).get("examples", ())
    }
    assert set(CODES) - shown == {"method_not_allowed"}, "every other code is that of a route"


def test_an_error_is_as_the_table_has_it() -> None:
    with pytest.raises(KeyError):
        known_code("no_such_code")
    with pytest.raises(
        ValueError, match=exactly("the error no_cards has the members ('cost', 'available'), not ('cost',)")
    ):
        ApiError("no_cards", more={"cost": 1})
    with pytest.raises(ValueError, match=exactly("the error rate_limited has a Retry-After")):
        ApiError("rate_limited")
    with pytest.raises(ValueError, match=exactly("the error not_found has no Retry-After")):
        ApiError("not_found", after_s=1)
