"""Errors of the HTTP interface: ``{"error":{"code":…,"message":…,"field"?:…}}``."""

import logging
from collections.abc import Mapping
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from app.db.engine.errors import DatabaseUnavailable
from app.stores.server.errors import StoreOverloaded, StoreUnavailable
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)

_MESSAGES: Final[Mapping[str, str]] = {
    "already_elsewhere": "You already have a seat in another room.",
    "bad_name": "A name has 1 to 12 characters that can be seen.",
    "bad_csrf": "This request lacks the token of the console.",
    "bad_login": "Name, password or code are wrong.",
    "bad_origin": "This request did not come from our own page.",
    "bad_request": "The request cannot be read.",
    "internal": "Something went wrong on our side.",
    "draining": "No new rooms just now: the server is about to be serviced.",
    "key_reused": "Something else was asked for with this key.",
    "match_running": "The match has already begun.",
    "method_not_allowed": "This address does not answer to that method.",
    "no_cards": "You do not have enough room cards.",
    "no_hand": "No hand is in play there.",
    "muted": "The operator has taken this right from you.",
    "no_admin": "Sign in to the console first.",
    "no_session": "Sign in with a name first.",
    "not_found": "There is nothing at this address.",
    "played_together": "These two have sat at one table.",
    "rate_limited": "Too many requests: wait a little.",
    "room_full": "Every seat of the room is taken.",
    "room_unavailable": "There is no such room, or it is closed.",
    "same_player": "This is the recovery code of this account itself.",
    "seated": "Leave your room first.",
    "store_unavailable": "The server cannot reach its storage: try again in a moment.",
    "too_large": "The request is too large.",
    "wrong_recovery_code": "Nobody has this recovery code.",
}
_STATUS: Final[Mapping[str, int]] = {
    "already_elsewhere": 409,
    "bad_csrf": 403,
    "bad_login": 401,
    "bad_name": 422,
    "bad_notation": 422,
    "bad_origin": 403,
    "bad_request": 422,
    "draining": 503,
    "internal": 500,
    "key_reused": 409,
    "match_running": 409,
    "method_not_allowed": 405,
    "muted": 403,
    "no_admin": 401,
    "no_cards": 409,
    "no_hand": 409,
    "no_session": 401,
    "not_complete": 422,
    "not_robbed": 422,
    "out_of_range": 422,
    "not_found": 404,
    "played_together": 409,
    "rate_limited": 429,
    "room_full": 409,
    "room_unavailable": 404,
    "same_player": 409,
    "seated": 409,
    "store_unavailable": 503,
    "three_suits": 422,
    "tile_not_in_hand": 422,
    "too_large": 413,
    "too_many_tiles": 422,
    "unknown_option": 422,
    "unknown_preset": 422,
    "void_suit": 422,
    "wrong_count": 422,
    "wrong_recovery_code": 404,
    "wrong_type": 422,
}


class ApiError(Exception):
    """A refusal. ``more`` are further members of the error object, ``after_s`` goes into Retry-After."""

    def __init__(
        self,
        code: str,
        *,
        message: str | None = None,
        field: str | None = None,
        more: Mapping[str, str | int] | None = None,
        after_s: int | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.message = message or _MESSAGES.get(code, code)
        self.field = field
        self.more = dict(more or {})
        self.after_s = after_s


def error_response(error: ApiError) -> JSONResponse:
    """The JSON answer for an error."""
    body: dict[str, str | int] = {"code": error.code, "message": error.message, **error.more}
    if error.field is not None:
        body["field"] = error.field
    headers = {"cache-control": "no-store"}
    if error.after_s is not None:
        headers["retry-after"] = str(error.after_s)
    return JSONResponse({"error": body}, status_code=_STATUS.get(error.code, 400), headers=headers)


def install_error_handlers(app: FastAPI) -> None:
    """Give every failure of a route the one form of an error; nothing of the fault itself is told."""

    @app.exception_handler(ApiError)
    async def refused(_: Request, error: ApiError) -> JSONResponse:
        return error_response(error)

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part not in {"body", "query", "path"})
        return error_response(ApiError("bad_request", message=str(first["msg"]), field=where or None))

    @app.exception_handler(HTTPException)
    async def routing(_: Request, error: HTTPException) -> JSONResponse:
        codes = {404: "not_found", 405: "method_not_allowed", 413: "too_large"}
        return error_response(ApiError(codes.get(error.status_code, "bad_request")))

    @app.exception_handler(StoreUnavailable)
    @app.exception_handler(StoreOverloaded)
    @app.exception_handler(DatabaseUnavailable)
    async def no_storage(request: Request, error: Exception) -> JSONResponse:
        _log.warning("no storage", extra=fields(route=_route(request), reason=type(error).__name__))
        return error_response(ApiError("store_unavailable", after_s=2))

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> JSONResponse:
        _log.error("a route failed", exc_info=error, extra=fields(route=_route(request)))
        return error_response(ApiError("internal"))


def _route(request: Request) -> str:
    route = request.scope.get("route")
    return str(getattr(route, "path", "?"))
