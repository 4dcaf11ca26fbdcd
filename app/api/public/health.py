"""Health: whether the process lives, and whether it can serve. The documents leave these routes out."""

from typing import Literal

from fastapi import APIRouter, Response

from app.api.http.answers import Answer
from app.api.http.deps import Parts

router = APIRouter()


class Alive(Answer):
    """The process answers."""

    status: Literal["ok"]


class Readiness(Answer):
    """Whether the process can serve. ``troubles``: by part."""

    status: Literal["ok", "unavailable"]
    troubles: dict[str, str]


@router.get("/livez", include_in_schema=False)
async def livez() -> Alive:
    """The process answers."""
    return Alive(status="ok")


@router.get("/readyz", include_in_schema=False)
async def readyz(response: Response, deps: Parts) -> Readiness:
    """200 if store, database and loops work; else 503 with the troubles."""
    troubles = dict(await deps.health())
    response.status_code = 503 if troubles else 200
    return Readiness(status="unavailable" if troubles else "ok", troubles=troubles)
