"""Bodies of requests: strict, closed, bounded. Read from the raw bytes, so that nothing is guessed."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal, TypeVar

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from app.api.http.errors import ApiError


class Body(BaseModel):
    """Base of bodies."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class NewGuest(Body):
    """A nickname; ``bearer`` asks for the token in the answer instead of a cookie."""

    name: Annotated[str, Field(max_length=64)]
    bearer: bool = False


class NewName(Body):
    """Another nickname."""

    name: Annotated[str, Field(max_length=64)]


class NewRoomBody(Body):
    """A room to be made. The same ``key`` from the same player gives the same room."""

    key: Annotated[str, Field(pattern=r"^[0-9A-Za-z_-]{8,40}$")]
    preset: Annotated[str, Field(max_length=40)] = "classic"
    options: dict[str, JsonValue] = Field(default_factory=dict, max_length=60)
    turn_seconds: Literal[15, 30, 60] | None = 30
    window: Literal["fast", "steady"] = "fast"
    payer: Literal["owner", "split", "winner"] = "owner"


class HandToScore(Body):
    """A hand: 14 tiles with the ``tile`` that it won on, or 13 without one.

    ``hand`` is written as in R1 and R2, the winning tile among its tiles; ``options`` only what differs
    from the preset.
    """

    hand: Annotated[str, Field(max_length=120)]
    tile: Annotated[str, Field(max_length=20)] | None = None
    preset: Annotated[str, Field(max_length=40)] = "classic"
    options: dict[str, JsonValue] = Field(default_factory=dict, max_length=60)
    by: Literal["draw", "discard", "rob_kong"] = "discard"
    after_kong: bool = False
    last_tile: bool = False
    void_suit: Literal["m", "p", "s"] | None = None


class Nothing(Body):
    """An empty object."""


BodyT = TypeVar("BodyT", bound=BaseModel)


def body_of(model: type[BodyT]) -> Callable[[Request], Awaitable[BodyT]]:
    """A dependency that reads the request's JSON as ``model``. Raises ApiError bad_request with the field."""

    async def read(request: Request) -> BodyT:
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        raw = await request.body()
        if kind != "application/json" and raw:
            raise ApiError("bad_request", message="The body has to be application/json.")
        try:
            return model.model_validate_json(raw or b"{}")
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            raise ApiError("bad_request", message=first["msg"], field=where or None) from None

    return read


def described(model: type[BaseModel]) -> dict[str, Any]:
    """What OpenAPI says about a body that ``body_of`` reads."""
    schema = model.model_json_schema()
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}
