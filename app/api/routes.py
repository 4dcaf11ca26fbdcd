"""All HTTP routes, with what holds for each of them."""

from pathlib import Path
from typing import Final

from fastapi import APIRouter, Depends, FastAPI, Request
from starlette.middleware.gzip import GZipMiddleware

from app.api.console import admin, admin_rooms, admin_session
from app.api.http.deps import Parts
from app.api.http.errors import install_error_handlers
from app.api.http.guard import client_address, limit_address
from app.api.http.headers import BodyLimit, Faults, SecurityHeaders
from app.api.http.static import WebFiles, pages
from app.api.http.trace import RequestTrace
from app.api.public import cards, catalogue, guests, hands, health, people, rooms, score

_MINUTE_S: Final = 60.0
_COMPRESS_FROM: Final = 2_000


async def _within_limits(request: Request, deps: Parts) -> None:
    most = deps.settings.limits.requests_per_min
    await limit_address(deps.limits, "request", client_address(request), most, _MINUTE_S)


def install_routes(app: FastAPI, web_dir: Path) -> None:
    """Put routes, errors and headers on the application. Routes added later are shadowed by the pages.

    ``app.state.deps`` has to hold the parts before the first request.
    """
    api = APIRouter(prefix="/api", dependencies=[Depends(_within_limits)])
    for part in (guests, people, rooms, hands, cards, catalogue, score):
        api.include_router(part.router)
    for part in (admin_session, admin, admin_rooms):
        api.include_router(part.router, prefix="/admin")
    app.include_router(api)
    app.include_router(health.router)
    app.include_router(pages(WebFiles(web_dir)))
    install_error_handlers(app)
    app.add_middleware(Faults)
    app.add_middleware(BodyLimit)
    app.add_middleware(GZipMiddleware, minimum_size=_COMPRESS_FROM)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(RequestTrace)
