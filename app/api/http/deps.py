"""The parts that routes use. The start puts them on the application."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from app.config.settings import Settings
from app.db import Database
from app.play.lobby import Lobby
from app.play.operator.audit import AuditProcess
from app.play.operator.console import Operator
from app.play.origins import Origins
from app.play.revocations import Revocations
from app.stores.limits import RateLimits
from app.stores.tickets import Tickets


@dataclass(frozen=True, slots=True)
class Deps:
    """The parts behind the routes. ``wall_ms``: time of day in ms. ``health``: troubles by part."""

    settings: Settings
    db: Database
    lobby: Lobby
    operator: Operator
    audit: AuditProcess
    limits: RateLimits
    tickets: Tickets
    revocations: Revocations
    origins: Origins
    wall_ms: Callable[[], int]
    health: Callable[[], Awaitable[Mapping[str, str]]]
    version: str


def get_deps(request: Request) -> Deps:
    """The parts of the application of this request. Raises TypeError if it has none."""
    deps = request.app.state.deps
    if not isinstance(deps, Deps):
        raise TypeError("the application has no parts")
    return deps


Parts = Annotated[Deps, Depends(get_deps)]
