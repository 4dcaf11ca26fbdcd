"""Encodes and decodes messages, and turns acts into commands."""

from hashlib import sha256
from typing import Final

import msgspec

from app.rooms.steps.commands import Envelope
from app.rooms.steps.outcome import Reject
from app.wire.intents import MissingDecision, command_of
from app.wire.messages.client import Act, ClientMessage
from app.wire.messages.server import Frame, ServerMessage

_decoder: Final = msgspec.json.Decoder(ClientMessage)


class BadMessage(Exception):
    """An invalid message. ``code``: bad_json or bad_message."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def decode(text: str) -> ClientMessage:
    """Decode a message of a client. Raises BadMessage."""
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError:
        raise BadMessage("bad_message") from None
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise BadMessage("bad_json") from None


def encode(message: ServerMessage | Frame) -> str:
    """Encode a message to a client."""
    return msgspec.json.encode(message).decode()


def envelope_of(act: Act, player_id: str) -> Envelope:
    """The act as a command of the player. Raises BadMessage if the id of its decision is missing."""
    content = msgspec.json.encode((act.action, act.decision))
    try:
        command = command_of(player_id, act.action, act.decision)
    except MissingDecision as missing:
        raise BadMessage(missing.code) from None
    return Envelope(act.action_id, sha256(content).hexdigest()[:32], command)


def reject_code(refusal: Reject) -> str:
    """The code of a rejecting ack: ``illegal:<detail>`` from the rules, else the code of the room."""
    return refusal.code if refusal.detail is None else f"{refusal.code}:{refusal.detail}"
