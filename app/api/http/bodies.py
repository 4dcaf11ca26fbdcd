"""Request bodies. Strict: no conversions, no unknown members, bounded sizes."""

from typing import Final, Generic, TypeVar

from fastapi import Request
from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from app.api.http.errors import ApiError
from app.kit.text import one_line

NUL: Final = "\0"
"""PostgreSQL takes no text with it, neither to store nor to look for."""
NO_NUL: Final = r"^[^\x00]*$"
"""The pattern of text that is only looked for."""


def _words(raw: str) -> str:
    text = one_line(raw)
    if not text:
        raise ValueError("Write at least one visible character.")
    return text


LINE: Final = AfterValidator(one_line)
"""For words of a person: hidden characters are taken out, and all is one line. Stands after a length."""
WORDS: Final = AfterValidator(_words)
"""A line with at least one visible character."""


class Body(BaseModel):
    """Base of request bodies."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Nothing(Body):
    """An empty object."""


BodyT = TypeVar("BodyT", bound=BaseModel)


class JsonBody(Generic[BodyT]):
    """A dependency that reads the request's JSON as ``model``.

    Raises ApiError bad_request with the field, too_large.
    """

    def __init__(self, model: type[BodyT]) -> None:
        self.model = model

    async def __call__(self, request: Request) -> BodyT:
        """The body. No body counts as an empty object."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        raw = await request.body()
        if kind != "application/json" and raw:
            raise ApiError("bad_request", message="Send the body as application/json.")
        try:
            return self.model.model_validate_json(raw or b"{}")
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            raise ApiError("bad_request", message=first["msg"], field=where or None) from None
