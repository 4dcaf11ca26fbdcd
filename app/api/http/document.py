"""Puts the OpenAPI document of a group of routes together."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fastapi import APIRouter
from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.routing import iter_route_contexts
from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from app.api.http.answers import STORED, ErrorAnswer, Stored
from app.api.http.bodies import JsonBody
from app.api.http.codes import CODES
from app.api.http.described import ERRORS, EVERYWHERE, READING, Door, error_answers, error_examples
from app.version import VERSION

_SCHEMA: Final = "#/components/schemas/{model}"
_JSON: Final = "application/json"
_SAFE: Final = frozenset({"get", "head", "options"})
_OF_FRAMEWORK: Final = ("HTTPValidationError", "ValidationError")

Doors = Mapping[Callable[..., object], Door]


@dataclass(frozen=True, slots=True)
class Group:
    """Routes that have a document of their own. ``doors``: the dependencies that say who asks.

    ``stored`` has types of stored JSON. ``schemes``: security schemes by name.
    """

    title: str
    about: str
    router: APIRouter
    doors: Doors
    schemes: Mapping[str, Mapping[str, str]]
    stored: type[Stored] = Stored


def document(group: Group) -> dict[str, Any]:
    """The document. Every operation has its body, its errors and its security requirements."""
    made: dict[str, Any] = get_openapi(
        title=group.title, version=VERSION, description=group.about, routes=group.router.routes
    )
    bodies: list[type[BaseModel]] = []
    for route in iter_route_contexts(group.router.routes):
        calls = tuple(_calls(route.dependant))
        for method in route.methods or ():
            operation = made["paths"][route.path_format].get(method.lower())
            if operation is not None:
                bodies += _complete(operation, method.lower() not in _SAFE, calls, group.doors)
    components = made.setdefault("components", {})
    components["examples"] = error_examples(CODES)
    components["schemas"] = _schemas(components.get("schemas", {}), bodies, group.stored)
    components["securitySchemes"] = {name: dict(scheme) for name, scheme in group.schemes.items()}
    referred: dict[str, Any] = _referred(made)
    return referred


def _referred(part: Any) -> Any:
    """The part of a document with references in place of the names of stored types."""
    if isinstance(part, dict):
        name = part.get(STORED)
        if isinstance(name, str):
            return {"$ref": _SCHEMA.format(model=name)}
        return {key: _referred(value) for key, value in part.items()}
    return [_referred(each) for each in part] if isinstance(part, list) else part


def document_text(group: Group) -> str:
    """The document as its file holds it."""
    return json.dumps(document(group), ensure_ascii=False, indent=2) + "\n"


def _calls(dependant: Dependant) -> Iterator[object]:
    for each in dependant.dependencies:
        yield each.call
        yield from _calls(each)


def _complete(
    operation: dict[str, Any], changing: bool, calls: Sequence[object], doors: Doors
) -> list[type[BaseModel]]:
    """Add to an operation what its dependencies say. Returns the types of its body."""
    errors = list(operation.pop(ERRORS, ()))
    door = next((doors[call] for call in doors if call in calls), None)
    bodies = [call.model for call in calls if isinstance(call, JsonBody)]
    if door is not None:
        errors += door.errors(changing=changing)
    operation["security"] = [] if door is None else door.security(changing=changing)
    for body in bodies:
        errors += READING
        schema = {"$ref": _SCHEMA.format(model=body.__name__)}
        operation["requestBody"] = {"required": True, "content": {_JSON: {"schema": schema}}}
    responses = operation["responses"]
    if responses.pop("422", None) is not None:
        # the framework reads the parameters
        errors.append("bad_request")
    responses.update(error_answers(dict.fromkeys([*errors, *EVERYWHERE])))
    return bodies


def _schemas(
    known: Mapping[str, Any], bodies: Sequence[type[BaseModel]], stored: type[BaseModel]
) -> dict[str, Any]:
    """All schemas by name. Raises ValueError where two types share a name."""
    wanted: list[tuple[type[BaseModel], JsonSchemaMode]] = [
        (body, "validation") for body in dict.fromkeys(bodies)
    ]
    answers: list[type[BaseModel]] = [ErrorAnswer, stored]
    wanted += [(answer, "serialization") for answer in answers]
    _, made = models_json_schema(wanted, ref_template=_SCHEMA)
    schemas = {name: schema for name, schema in known.items() if name not in _OF_FRAMEWORK}
    for name, schema in made["$defs"].items():
        if schemas.setdefault(name, schema) != schema:
            raise ValueError(f"two types are called {name}")
    return {name: schemas[name] for name in sorted(schemas) if name != stored.__name__}
