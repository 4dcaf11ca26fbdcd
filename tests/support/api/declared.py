"""Compares every answer of a server with the documents. They must declare its status, code and body."""

import gzip
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from fastapi import FastAPI
from jsonschema import Draft202012Validator
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.routes import console_document, public_document
from app.config.settings import Settings
from app.main import create_app

OF_EVERY_ADDRESS = frozenset({"method_not_allowed", "too_large", "not_found"})
"""Codes of errors that may answer any address, so that no operation declares them."""


@cache
def documents() -> tuple[dict[str, Any], ...]:
    """The public document and that of the console."""
    return json.loads(public_document()), json.loads(console_document())


@cache
def operations() -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """Every operation with its document, by method and path."""
    return {
        f"{method.upper()} {path}": (operation, document)
        for document in documents()
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }


def validator(schema: dict[str, Any], document: dict[str, Any]) -> Draft202012Validator:
    """A validator for a schema of a document."""
    return Draft202012Validator({**schema, "components": document["components"]})


class Answers:
    """The answers of servers, and those that no document declares."""

    def __init__(self) -> None:
        self.undeclared: list[str] = []
        self.codes: dict[str, set[str]] = {}

    def create_app(self, settings: Settings) -> FastAPI:
        """An application that reports its answers here."""
        app = create_app(settings)
        app.add_middleware(_Watch, answers=self)
        return app

    def note(self, scope: Scope, status: int, headers: Headers, body: bytes) -> None:
        """Compare one answer. Ignores answers for pages and unknown addresses."""
        route = f"{scope['method']} {_path(scope)}"
        if route in operations():
            self.undeclared += [
                f"{route} {status}: {why}" for why in self._wrong(route, status, headers, body)
            ]

    def _wrong(self, route: str, status: int, headers: Headers, body: bytes) -> Iterator[str]:
        operation, document = operations()[route]
        declared = operation["responses"].get(str(status))
        if declared is None:
            yield body.decode()[:200]
            return
        for name, header in declared.get("headers", {}).items():
            if header["required"] and name not in headers:
                yield f"no {name}"
        content = declared.get("content")
        if content is None:
            if body:
                yield f"a body: {body[:200]!r}"
            return
        if headers.get("content-type") not in content:
            yield f"content type {headers.get('content-type')}"
            return
        answer = json.loads(body)
        if status >= 400:
            self.codes.setdefault(route, set()).add(answer["error"]["code"])
        for error in validator(content["application/json"]["schema"], document).iter_errors(answer):
            yield f"{error.json_path}: {error.message[:300]}"


class _Watch:
    def __init__(self, app: ASGIApp, answers: Answers) -> None:
        self._app = app
        self._answers = answers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the application, and note the answer before it sends the last part."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun: Message = {}
        body = b""

        async def noted(message: Message) -> None:
            nonlocal begun, body
            if message["type"] == "http.response.start":
                begun = message
            else:
                body += message.get("body", b"")
                if not message.get("more_body", False):
                    headers = Headers(raw=begun["headers"])
                    packed = headers.get("content-encoding") == "gzip"
                    self._answers.note(
                        scope, begun["status"], headers, gzip.decompress(body) if packed else body
                    )
            await send(message)

        await self._app(scope, receive, noted)


def _path(scope: Scope) -> str:
    """The path template of the operation that answered."""
    pattern = str(getattr(scope.get("route"), "path", "?"))
    if pattern.startswith("/api/"):
        return pattern
    prefix = "/api/admin" if scope["path"].startswith("/api/admin/") else "/api"
    return f"{prefix}{pattern}"
