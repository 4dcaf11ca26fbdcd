"""The browser client: the precompressed files of ``web/dist``, and index.html for every page."""

import mimetypes
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, HTMLResponse, Response

from app.api.http.errors import ApiError

_ENCODINGS: Final = (("br", ".br"), ("gzip", ".gz"))
_FOREVER: Final = "public, max-age=31536000, immutable"
_AN_HOUR: Final = "public, max-age=3600"
_NEVER: Final = "no-store"
_NOT_BUILT: Final = """<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>广安麻将</title>
<p>网页还没有构建：在项目目录运行 <code>make setup</code>，然后刷新。</p>
<p>The web client has not been built: run <code>make setup</code> here and reload.</p></html>"""


@dataclass(frozen=True, slots=True)
class WebFiles:
    """The folder of the built client."""

    root: Path

    @property
    def built(self) -> bool:
        """Whether the client has been built."""
        return (self.root / "index.html").is_file()

    def find(self, path: str) -> Path | None:
        """The file at a URL path such as ``assets/app-1f2e.js``; None for a path outside the folder."""
        if "\0" in path or path.endswith(tuple(suffix for _, suffix in _ENCODINGS)):
            return None
        root = self.root.resolve()
        found = (root / path).resolve()
        return found if found.is_relative_to(root) and found.is_file() else None

    def answer(self, request: Request, path: str) -> Response:
        """The file, or index.html for an address without a file name. Raises ApiError not_found."""
        found = self.find(path) if path else None
        if found is not None and found.name != "index.html":
            return _file(request, found, _FOREVER if path.startswith("assets/") else _AN_HOUR)
        if "." in path.rsplit("/", 1)[-1] and not path.endswith("index.html"):
            raise ApiError("not_found")
        if not self.built:
            return HTMLResponse(_NOT_BUILT, status_code=503, headers={"cache-control": _NEVER})
        return _file(request, self.root.resolve() / "index.html", _NEVER)


def _file(request: Request, path: Path, cache: str) -> Response:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    accepted = _accepted(request.headers.get("accept-encoding", ""))
    for encoding, suffix in _ENCODINGS:
        packed = path.with_name(path.name + suffix)
        if encoding in accepted and packed.is_file():
            return FileResponse(packed, media_type=kind, headers={**headers, "content-encoding": encoding})
    return FileResponse(path, media_type=kind, headers=headers)


def _accepted(header: str) -> set[str]:
    """The content codings of an Accept-Encoding header, without those with ``q=0``."""
    accepted = set()
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        if weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}:
            accepted.add(name.strip())
    return accepted


def pages(files: WebFiles, allow_at: Callable[[str], str]) -> APIRouter:
    """The route that answers what no other route does. Include it last.

    ``allow_at``: the methods of the routes at a path, empty if there is none.
    """
    router = APIRouter()

    @router.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        if path.startswith("api/") or path == "api":
            allow = allow_at(f"/{path}")
            raise ApiError("method_not_allowed", allow=allow) if allow else ApiError("not_found")
        return files.answer(request, path)

    return router
