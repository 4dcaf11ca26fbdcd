"""What a socket's ticket stands for."""

import msgspec


class Pass(msgspec.Struct, frozen=True):
    """A player, the digest of the session that the ticket was issued to, its end, the mark of its browser.

    ``until`` is server ms.
    """

    player_id: str
    session: str
    until: int
    device: str | None = None


_decoder = msgspec.json.Decoder(Pass)


def encode_pass(passed: Pass) -> bytes:
    """The payload of a ticket."""
    return msgspec.json.encode(passed)


def decode_pass(payload: bytes) -> Pass:
    """The ticket's holder. Raises msgspec.DecodeError."""
    return _decoder.decode(payload)
