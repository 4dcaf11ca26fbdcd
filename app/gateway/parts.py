"""What connections work with."""

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
    """The floors below. ``origin_allowed`` judges the page that a browser's socket comes from."""

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
