"""Writes rules.json: the answer of ``GET /api/rules``, for the tests and screens of the browser client.

Run from the top folder: ``PYTHONPATH=. .venv/bin/python web/tests/screens/record.py``.
``tests/api/public/test_catalogue.py`` fails while the file differs from what the server serves.
"""

import asyncio
import json
from pathlib import Path

import httpx
from fastapi import FastAPI

from app.api.public import catalogue

OUT = Path(__file__).with_name("rules.json")


async def served() -> object:
    """What the route answers."""
    app = FastAPI()
    app.include_router(catalogue.router)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
        return (await client.get("/rules")).json()


if __name__ == "__main__":
    OUT.write_text(json.dumps(asyncio.run(served()), ensure_ascii=False, indent=1) + "\n")
