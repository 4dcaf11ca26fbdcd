"""All HTTP routes with their shared limits and middleware, and their two documents."""

from functools import cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.routing import APIRoute, iter_route_contexts
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

from app.api.console import admin, admin_rooms, admin_session
from app.api.http.deps import Parts
from app.api.http.described import Door
from app.api.http.document import Group, document_text
from app.api.http.errors import install_error_handlers
from app.api.http.flood import Flood
from app.api.http.guard import client_address, stranger_limits
from app.api.http.headers import BodyLimit, Faults, SecurityHeaders
from app.api.http.sessions import signed, signed_or_none
from app.api.http.static import WebFiles, pages
from app.api.http.trace import RequestTrace
from app.api.public import cards, catalogue, guests, hands, health, people, rooms, score
from app.api.public.stored import StoredHands

_MINUTE_S: Final = 60.0
_COMPRESS_FROM: Final = 2_000


async def _within_limits(request: Request, deps: Parts) -> None:
    most = deps.settings.limits.requests_per_min
    await deps.limits.take(*stranger_limits("request", client_address(request), most, _MINUTE_S))


def _name(route: APIRoute) -> str:
    return route.name


def _router(prefix: str, parts: dict[str, APIRouter]) -> APIRouter:
    """The routers of ``parts`` as one. Their names are the tags of the document."""
    router = APIRouter(
        prefix=prefix, dependencies=[Depends(_within_limits)], generate_unique_id_function=_name
    )
    for tag, part in parts.items():
        router.include_router(part, tags=[tag])
    return router


PUBLIC: Final = Group(
    title="Guang'an mahjong",
    about="Guests, rooms, room cards, finished hands, and the rules. docs/protocol.md has the socket.",
    router=_router(
        "/api",
        {
            "guests": guests.router,
            "account": people.router,
            "rooms": rooms.router,
            "hands": hands.router,
            "cards": cards.router,
            "catalogue": catalogue.router,
            "score": score.router,
        },
    ),
    doors={
        signed: Door(("session", "bearer"), ("no_session", "banned"), ("bad_origin",)),
        signed_or_none: Door(("session", "bearer"), ("banned",), optional=True),
    },
    schemes={
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": "session",
            "description": "A player in a browser. A changing method needs the Origin of this server too.",
        },
        "bearer": {"type": "http", "scheme": "bearer", "description": "A player in another client."},
    },
    stored=StoredHands,
)
CONSOLE: Final = Group(
    title="Guang'an mahjong: console",
    about="What operators do: players, room cards, rooms, notices, audit.",
    router=_router(
        "/api/admin",
        {"session": admin_session.router, "players and notices": admin.router, "rooms": admin_rooms.router},
    ),
    doors={
        admin_session.admin_signed: Door(
            ("console",), ("no_admin",), ("bad_origin", "bad_csrf"), changes_need="csrf"
        )
    },
    schemes={
        "console": {
            "type": "apiKey",
            "in": "cookie",
            "name": admin_session.ADMIN_COOKIE,
            "description": "An operator who has signed in.",
        },
        "csrf": {
            "type": "apiKey",
            "in": "header",
            "name": "X-CSRF-Token",
            "description": "The token that signing in returned.",
        },
    },
)


def allow_at(path: str) -> str:
    """The methods of the routes at ``path``, as the header Allow lists them; empty if there is no route."""
    routes = (*PUBLIC.router.routes, *CONSOLE.router.routes)
    found = (route for route in iter_route_contexts(routes) if route.path_regex.match(path))
    return ", ".join(sorted({method for route in found for method in route.methods or ()}))


@cache
def public_document() -> str:
    """The document of the public routes, as the server and the file docs/openapi.json have it."""
    return document_text(PUBLIC)


@cache
def console_document() -> str:
    """The document of the console, as the file docs/openapi-console.json has it. No route serves it."""
    return document_text(CONSOLE)


async def _document() -> Response:
    return Response(public_document(), media_type="application/json")


def install_routes(app: FastAPI, web_dir: Path, public_base: str | None) -> None:
    """Put routes, errors and headers on the application. The pages shadow routes that are added later.

    ``app.state.deps`` has to hold the parts before the first request. ``public_base``: the address of the
    server for its players, if it is known.
    """
    app.include_router(PUBLIC.router)
    app.include_router(CONSOLE.router)
    app.add_api_route("/api/openapi.json", _document, include_in_schema=False)
    app.include_router(health.router)
    app.include_router(pages(WebFiles(web_dir), allow_at))
    install_error_handlers(app, allow_at)
    app.add_middleware(Faults)
    app.add_middleware(BodyLimit)
    app.add_middleware(GZipMiddleware, minimum_size=_COMPRESS_FROM)
    app.add_middleware(Flood)
    app.add_middleware(SecurityHeaders, public_base=public_base)
    app.add_middleware(RequestTrace)
