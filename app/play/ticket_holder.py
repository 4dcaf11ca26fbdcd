"""What a socket's ticket stands for."""

import msgspec


class TicketHolder(msgspec.Struct, frozen=True):
    """A player, the digest of the session that the ticket was issued to, its end, the mark of its browser.

    ``until`` is server ms.
    """

    player_id: str
    session: str
    until: int
    device: str | None = None


_decoder = msgspec.json.Decoder(TicketHolder)


def encode_holder(passed: TicketHolder) -> bytes:
    """The payload of a ticket."""
    return msgspec.json.encode(passed)


def decode_holder(payload: bytes) -> TicketHolder:
    """The ticket's holder. Raises msgspec.DecodeError."""
    return _decoder.decode(payload)
