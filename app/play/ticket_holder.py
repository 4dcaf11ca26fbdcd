"""The payload of a WebSocket ticket."""

import msgspec


class TicketHolder(msgspec.Struct, frozen=True):
    """The player whom a ticket was issued to.

    ``session``: digest of the token of the session. ``until``: end of the session (server ms). ``device``:
    mark of the browser.
    """

    player_id: str
    session: str
    until: int
    device: str | None = None


_decoder = msgspec.json.Decoder(TicketHolder)


def encode_holder(holder: TicketHolder) -> bytes:
    """Encode the payload of a ticket."""
    return msgspec.json.encode(holder)


def decode_holder(payload: bytes) -> TicketHolder:
    """Decode the payload of a ticket. Raises msgspec.DecodeError."""
    return _decoder.decode(payload)
