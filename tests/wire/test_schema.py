"""The published schema is that of the types. It accepts right messages and refuses wrong ones."""

from pathlib import Path

import msgspec
import pytest
from jsonschema import Draft202012Validator, ValidationError

from app.wire.messages.client import Act, DiscardAction, Hello
from app.wire.messages.schema import export_schema, schema_text
from app.wire.messages.server import Ack, Frame, RoomPatch
from app.wire.messages.views import SeatInfo

PUBLISHED = Path(__file__).parents[2] / "docs" / "protocol.schema.json"


def validator(name: str) -> Draft202012Validator:
    schema = export_schema()
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})


def as_json(message: object) -> object:
    decoded: object = msgspec.json.decode(msgspec.json.encode(message))
    return decoded


def test_published_file_is_current() -> None:
    assert PUBLISHED.read_text() == schema_text()


def test_schema_itself_is_valid() -> None:
    Draft202012Validator.check_schema(export_schema())


def test_messages_of_both_directions_fit() -> None:
    validator("ClientMessage").validate(as_json(Act("abcdefgh", DiscardAction("5m"), 3)))
    validator("ClientMessage").validate(as_json(Hello(1, "t" * 24, "room")))
    validator("ServerMessage").validate(as_json(Ack("abcdefgh", "rejected", "stale_decision")))
    seats: list[SeatInfo | None] = [SeatInfo("阿勇", ready=True), None]
    validator("Frame").validate(as_json(Frame(4, room=RoomPatch(seats=seats, dealer=None))))


@pytest.mark.parametrize(
    "message",
    [
        {"type": "act", "action_id": "short", "action": {"type": "pass"}},
        {"type": "act", "action_id": "abcdefgh", "action": {"type": "discard", "tile": "1z"}},
        {"type": "act", "action_id": "abcdefgh", "action": {"type": "discard", "tile": "5m", "seat": 2}},
        {"type": "shout"},
    ],
)
def test_wrong_messages_do_not(message: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        validator("ClientMessage").validate(message)
