"""The dependencies of a connection."""

from collections.abc import Callable
from dataclasses import dataclass

from starlette.websockets import WebSocket

from app.gateway.limits import Doors
from app.play.origins import Origins
from app.play.revocations import Revocations
from app.play.service import RoomService
from app.stores.rooms.pokes import PokeHub
from app.stores.rooms.presence import Presence
from app.stores.tickets import Tickets


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of the layers below.

    ``origin_allowed``: whether the Origin header is allowed. ``address_of``: the address of the client.
    """

    service: RoomService
    presence: Presence
    pokes: PokeHub
    tickets: Tickets
    revocations: Revocations
    origins: Origins
    doors: Doors
    origin_allowed: Callable[[WebSocket], bool]
    address_of: Callable[[WebSocket], str]
    build: str
