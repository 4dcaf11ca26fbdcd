"""The JSON Schema of the protocol, made from the types that the server decodes and encodes with."""

from typing import Final

import msgspec

from app.wire.messages.client import ClientMessage, HandAction, RoomAction
from app.wire.messages.events import WireEvent
from app.wire.messages.server import Frame, ServerMessage

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

_ROOTS: Final = {"server": "ServerMessage", "client": "ClientMessage", "frame": "Frame"}
_UNIONS: Final[dict[str, object]] = {
    "ServerMessage": ServerMessage,
    "ClientMessage": ClientMessage,
    "WireEvent": WireEvent,
    "HandAction": HandAction,
    "RoomAction": RoomAction,
}
"""``Frame`` is a struct, so it has a name in ``$defs`` already."""


def export_schema() -> dict[str, object]:
    """One JSON Schema (2020-12) of all messages of a socket.

    ``properties``: ``server`` (messages of the gateway), ``client`` (messages that it accepts) and ``frame``
    (a step of a member's stream, the only message without ``type``). ``$defs`` holds each struct and union.
    """
    types = [*_UNIONS.values(), Frame]
    (*schemas, _), components = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    unions = dict(zip(_UNIONS, map(dict, schemas), strict=True))
    return {
        "$schema": DIALECT,
        "title": "Protocol",
        "type": "object",
        "properties": {prop: {"$ref": f"#/$defs/{name}"} for prop, name in _ROOTS.items()},
        "required": list(_ROOTS),
        "$defs": dict(sorted({**components, **unions}.items())),
    }


def schema_text() -> str:
    """The text of ``docs/protocol.schema.json``."""
    return msgspec.json.format(msgspec.json.encode(export_schema()), indent=2).decode() + "\n"
