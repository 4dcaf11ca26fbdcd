"""Base of the answers, and the types that several of them share. Times are server ms."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic.config import JsonDict
from typing_extensions import TypeAliasType

from app.api.http.codes import ErrorCode
from app.rooms.state.room import Phase

STORED: Final = "x-stored"
"""Stands for a reference to a type of stored JSON until the document is put together."""
Payer: TypeAlias = Literal["owner", "split", "winner"]
Window: TypeAlias = Literal["fast", "steady"]
Suit: TypeAlias = Literal["m", "p", "s"]
WinKind: TypeAlias = Literal["draw", "discard", "rob_kong"]
OptionValue = TypeAliasType("OptionValue", bool | int | str | dict[str, int] | list[str] | None)
"""The JSON form of one option."""
StoredOptions: TypeAlias = Annotated[
    Mapping[str, object],
    WithJsonSchema({"type": "object", "additionalProperties": {STORED: "OptionValue"}}),
]
"""Options by name. The rules have checked them, or will: this type takes any JSON."""
AnyJson: TypeAlias = Annotated[
    Mapping[str, object], WithJsonSchema({"type": "object", "additionalProperties": True})
]
SessionKindName: TypeAlias = Annotated[str, Field(json_schema_extra={"enum": ["cookie", "bearer"]})]
SharedThing: TypeAlias = Annotated[str, Field(json_schema_extra={"enum": ["device", "address"]})]


PhaseName: TypeAlias = Annotated[str, Field(json_schema_extra={"enum": [*get_args(Phase)]})]


def _without_default(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


def omitted(alias: str | None = None) -> Any:
    """A member that an answer leaves out if it has no value. Its route sets ``exclude_unset``."""
    return Field(default=None, alias=alias, json_schema_extra=_without_default)


def shown(*examples: JsonDict) -> ConfigDict:
    """The configuration of a type with examples."""
    return ConfigDict(json_schema_extra={"examples": [*examples]})


class Answer(BaseModel):
    """Base of answers."""

    model_config = ConfigDict(frozen=True)


class Stored(Answer):
    """Its members are types that answers hold as stored JSON. The document shows the types, not this one."""

    option: OptionValue


class ErrorDetail(Answer):
    """A refusal. ``message`` is for people, in English. ``field`` names the member that is wrong.

    ``room``: the six digits of the other room, with ``already_elsewhere``. ``cost`` and ``available``: the
    room cards that are needed and those that can be spent, with ``no_cards``.
    """

    code: ErrorCode
    message: str
    room: str = omitted()
    cost: int = omitted()
    available: int = omitted()
    field: str = omitted()


class ErrorAnswer(Answer):
    """The body of every error."""

    error: ErrorDetail


class Player(Answer):
    """A player: id, and the name that others see."""

    model_config = shown({"id": "5d0c6a0f4b7e4c0d8f2e9a1b3c5d7e9f", "name": "阿勇"})

    id: str
    name: str
