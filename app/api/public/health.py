"""Is the process alive, and can it serve?"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from app.api.http.deps import Parts

router = APIRouter()


@router.get("/livez", include_in_schema=False)
async def livez() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@router.get("/readyz", include_in_schema=False)
async def readyz(deps: Parts) -> JSONResponse:
    """Store, database and loops are well; else 503 with what is not."""
    troubles = dict(await deps.health())
    status = "unavailable" if troubles else "ok"
    return JSONResponse({"status": status, "troubles": troubles}, status_code=503 if troubles else 200)
