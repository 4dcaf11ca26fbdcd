"""Every place of a JSON schema where a string can stand, each with a whole value around it."""

from collections.abc import Iterator
from typing import Any, Final

from jsonschema import Draft202012Validator

NAME: Final = object()
"""A step of a path: not the value of a member but its name."""
_TEXTS: Final = ("", "x", "1m", "abcdefgh", "0" * 16, "0" * 20, "0" * 32, "0" * 64)
Path = tuple[Any, ...]


class Places:
    """The places of the schemas of one document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document

    def of(self, schema: dict[str, Any]) -> Iterator[tuple[Any, Path]]:
        """Values of the schema, each with the path to one string in it."""
        schema = self._resolved(schema)
        branches = schema.get("anyOf") or schema.get("oneOf")
        if branches:
            for branch in branches:
                yield from self.of(branch)
        elif self._is_text(schema):
            yield self.sample(schema), ()
        elif schema.get("type") == "array" and "items" in schema:
            for value, path in self.of(schema["items"]):
                yield [value, *self.sample(schema)[1:]], (0, *path)
        elif schema.get("type") == "object":
            yield from self._of_object(schema)

    def sample(self, schema: dict[str, Any]) -> Any:
        """A small value of the schema: its first example if it has one."""
        schema = self._resolved(schema)
        if "examples" in schema:
            return schema["examples"][0]
        if "anyOf" in schema or "oneOf" in schema:
            return self.sample((schema.get("anyOf") or schema["oneOf"])[0])
        if "enum" in schema or "const" in schema:
            return schema.get("enum", [schema.get("const")])[0]
        match schema.get("type"):
            case "object":
                return {name: self.sample(schema["properties"][name]) for name in schema.get("required", ())}
            case "array":
                return [self.sample(schema["items"]) for _ in range(schema.get("minItems", 0))]
            case "string":
                return next(text for text in _TEXTS if Draft202012Validator(schema).is_valid(text))
            case "integer":
                return schema.get("minimum", 0)
            case "boolean":
                return False
            case other:
                raise ValueError(f"no sample of the type {other}: {schema}")

    def _of_object(self, schema: dict[str, Any]) -> Iterator[tuple[Any, Path]]:
        whole = self.sample(schema)
        for name, member in schema.get("properties", {}).items():
            for value, path in self.of(member):
                yield {**whole, name: value}, (name, *path)
        more = schema.get("additionalProperties")
        if isinstance(more, dict):
            yield {**whole, "x": 1}, ("x", NAME)
            for value, path in self.of(more):
                yield {**whole, "x": value}, ("x", *path)

    def _resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in schema:
            found = self._document
            for step in schema["$ref"].removeprefix("#/").split("/"):
                found = found[step]
            schema = {**found, **{name: part for name, part in schema.items() if name != "$ref"}}
        return schema

    def _is_text(self, schema: dict[str, Any]) -> bool:
        known = (*schema.get("enum", ()), *([schema["const"]] if "const" in schema else ()))
        return schema.get("type") == "string" or any(isinstance(each, str) for each in known)


def put(value: Any, path: Path, text: str) -> Any:
    """The value with the text at the place."""
    if not path:
        return text
    step, *rest = path
    if isinstance(value, list):
        return [put(each, tuple(rest), text) if at == step else each for at, each in enumerate(value)]
    if rest == [NAME]:
        return {**{name: each for name, each in value.items() if name != step}, text: value[step]}
    return {**value, step: put(value[step], tuple(rest), text)}
