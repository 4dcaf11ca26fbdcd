"""Errors of the HTTP interface: ``{"error":{"code":…,"message":…,"field"?:…}}``."""

import logging
from collections.abc import Callable, Mapping
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from app.api.http.codes import CODES, ErrorCode
from app.db.engine.errors import DatabaseUnavailable
from app.db.people.standing import NoPlayer, PlayerBanned
from app.kit.shown import shown
from app.play.errors import Busy, storage_code
from app.stores.limits import TooOften
from app.stores.server.errors import StoreOverloaded, StoreUnavailable
from app.telemetry.logs import fields

_log = logging.getLogger(__name__)
_OF_FRAMEWORK: Final[tuple[ErrorCode, ...]] = ("not_found", "method_not_allowed", "too_large")
"""The codes for refusals of the framework, which has only a status for them."""
_BUSY_S: Final = 1
_LONGEST: Final = 300
_BY_STATUS: Final = {CODES[code].status: code for code in _OF_FRAMEWORK}


class ApiError(Exception):
    """A refusal with a code of the table. ``message`` replaces the message of the table.

    ``more``: the further members of the error object, exactly those that the table names for the code.
    ``after_s``: seconds for Retry-After, for the codes that have one. ``allow``: the methods of the address.
    Raises KeyError for an unknown code, ValueError for other members.
    """

    def __init__(
        self,
        code: ErrorCode,
        *,
        message: str | None = None,
        field: str | None = None,
        more: Mapping[str, str | int] | None = None,
        after_s: int | None = None,
        allow: str | None = None,
    ) -> None:
        super().__init__(code)
        spec = CODES[code]
        self.code: ErrorCode = code
        self.status = spec.status
        self.message = message or spec.message
        self.field = field
        self.more = dict(more or {})
        if set(self.more) != set(spec.more):
            raise ValueError(f"the error {code} has the members {spec.more}, not {tuple(self.more)}")
        if (after_s is not None) is not spec.retry:
            raise ValueError(f"the error {code} has {'a' if spec.retry else 'no'} Retry-After")
        self.headers = _headers(after_s, allow)


def _headers(after_s: int | None, allow: str | None) -> dict[str, str]:
    headers = {"cache-control": "no-store"}
    if after_s is not None:
        headers["retry-after"] = str(after_s)
    if allow is not None:
        headers["allow"] = allow
    return headers


def error_response(error: ApiError) -> JSONResponse:
    """The JSON answer for an error. It cuts what it repeats of a request, and escapes hidden characters."""
    message = shown(error.message, _LONGEST)
    body: dict[str, str | int] = {"code": error.code, "message": message, **error.more}
    if error.field is not None:
        body["field"] = shown(error.field, _LONGEST)
    return JSONResponse({"error": body}, status_code=error.status, headers=error.headers)


def install_error_handlers(app: FastAPI, allow_at: Callable[[str], str]) -> None:
    """Turn every failure of a route into an error answer. Details of a fault go to the log alone.

    ``allow_at``: the methods of the routes at a path, as the header Allow lists them.
    """

    @app.exception_handler(ApiError)
    async def refused(_: Request, error: ApiError) -> JSONResponse:
        return error_response(error)

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part not in {"body", "query", "path"})
        return error_response(ApiError("bad_request", message=str(first["msg"]), field=where or None))

    @app.exception_handler(HTTPException)
    async def routing(request: Request, error: HTTPException) -> JSONResponse:
        code = _BY_STATUS.get(error.status_code, "bad_request")
        allow = allow_at(request.url.path) if code == "method_not_allowed" else None
        return error_response(ApiError(code, allow=allow))

    @app.exception_handler(NoPlayer)
    async def no_player(_: Request, __: NoPlayer) -> JSONResponse:
        return error_response(ApiError("no_session"))

    @app.exception_handler(PlayerBanned)
    async def banned(_: Request, __: PlayerBanned) -> JSONResponse:
        return error_response(ApiError("banned"))

    @app.exception_handler(TooOften)
    async def too_often(_: Request, error: TooOften) -> JSONResponse:
        return error_response(ApiError("rate_limited", after_s=error.after_s))

    @app.exception_handler(Busy)
    async def busy(_: Request, __: Exception) -> JSONResponse:
        return error_response(ApiError("busy", after_s=_BUSY_S))

    @app.exception_handler(StoreUnavailable)
    @app.exception_handler(StoreOverloaded)
    @app.exception_handler(DatabaseUnavailable)
    async def no_storage(request: Request, error: Exception) -> JSONResponse:
        _log.warning("no storage", extra=fields(route=_route(request), reason=type(error).__name__))
        return error_response(ApiError(storage_code(error), after_s=2))

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> JSONResponse:
        _log.error("a route failed", exc_info=error, extra=fields(route=_route(request)))
        return error_response(ApiError("internal"))


def _route(request: Request) -> str:
    route = request.scope.get("route")
    return str(getattr(route, "path", "?"))
