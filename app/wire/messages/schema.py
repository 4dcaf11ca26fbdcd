"""The JSON Schema of the protocol, from the same types that the server decodes and encodes with."""

from typing import Final

import msgspec

from app.wire.messages.client import ClientMessage, HandAction, RoomAction
from app.wire.messages.events import WireEvent
from app.wire.messages.server import Frame, ServerMessage

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

_ROOTS: Final[tuple[tuple[str, str, object], ...]] = (
    ("server", "ServerMessage", ServerMessage),
    ("client", "ClientMessage", ClientMessage),
    ("frame", "Frame", Frame),
)
_NAMED_UNIONS: Final[tuple[tuple[str, object], ...]] = (
    ("WireEvent", WireEvent),
    ("HandAction", HandAction),
    ("RoomAction", RoomAction),
)


def export_schema() -> dict[str, object]:
    """One JSON Schema (2020-12) of everything a socket carries.

    ``properties`` has ``server`` (what the gateway says), ``client`` (what it accepts) and ``frame`` (a
    step of a seat's stream, the only message without ``type``). Every struct stands in ``$defs``.
    """
    named = [(name, alias) for _, name, alias in _ROOTS if name != "Frame"]
    named.extend(_NAMED_UNIONS)
    types = [alias for _, alias in named]
    schemas, components = msgspec.json.schema_components([*types, Frame], ref_template="#/$defs/{name}")
    unions = {name: dict(schema) for (name, _), schema in zip(named, schemas, strict=False)}
    return {
        "$schema": DIALECT,
        "title": "Protocol",
        "type": "object",
        "properties": {prop: {"$ref": f"#/$defs/{name}"} for prop, name, _ in _ROOTS},
        "required": [prop for prop, _, _ in _ROOTS],
        "$defs": dict(sorted({**components, **unions}.items())),
    }


def schema_text() -> str:
    """The schema as the file ``docs/protocol.schema.json`` holds it."""
    return msgspec.json.format(msgspec.json.encode(export_schema()), indent=2).decode() + "\n"
