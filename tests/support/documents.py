"""Writes the documents of both protocols, and the types of the reference client; `make schema` calls it.

The commands `export-…` print the same. One process writes all, because each start takes longer than the work.
"""

from pathlib import Path

from app.api.routes import console_document, public_document
from app.commands.client_types import http_types, wire_types
from app.wire.messages.schema import schema_text

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Write the files."""
    for name, text in (
        ("docs/protocol.schema.json", schema_text()),
        ("docs/openapi.json", public_document()),
        ("docs/openapi-console.json", console_document()),
        ("app/client/types_http.py", http_types()),
        ("app/client/types_wire.py", wire_types()),
    ):
        (ROOT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
